import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import UiCheckbox from '#client/ui/UiCheckbox.vue'

describe('a box to tick', () => {
  it('is named by the text beside it', async () => {
    const wrapper = mount(UiCheckbox, { props: { modelValue: false }, slots: { default: 'Every indexer' } })
    expect(wrapper.get('label').text()).toBe('Every indexer')
    const box = wrapper.get('input')
    expect(box.attributes('aria-label')).toBeUndefined()
    await box.setValue(true)
    expect(wrapper.emitted('update:modelValue')).toEqual([[true]])
  })

  it('has its own name without text beside it', () => {
    const wrapper = mount(UiCheckbox, { props: { modelValue: true, label: 'Select The Hollow Tide' } })
    const box = wrapper.get<HTMLInputElement>('input')
    expect(box.attributes('aria-label')).toBe('Select The Hollow Tide')
    expect(box.element.checked).toBe(true)
    expect(wrapper.text()).toBe('')
  })
})
