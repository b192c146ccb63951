import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { createEnglish } from '#tests/client/support/texts'
import UiSearch from '#client/ui/UiSearch.vue'

function open(modelValue: string) {
  const props = { modelValue, label: 'Search users', placeholder: 'Name' }
  return mount(UiSearch, { props, attachTo: document.body, global: { plugins: [createEnglish()] } })
}

describe('a field to search in', () => {
  it('is cleared by a separate button, and keeps accepting words', async () => {
    const wrapper = open('marta')
    await wrapper.get('button[aria-label="Clear: Search users"]').trigger('click')
    expect(wrapper.emitted('update:modelValue')).toEqual([['']])
    expect(document.activeElement).toBe(wrapper.get('input').element)
    wrapper.unmount()
  })

  it('has nothing to clear while it is empty', () => {
    const wrapper = open('')
    expect(wrapper.find('button').exists()).toBe(false)
    wrapper.unmount()
  })
})
