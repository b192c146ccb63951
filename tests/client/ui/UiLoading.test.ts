import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import UiLoading from '#client/ui/UiLoading.vue'
import UiSkeleton from '#client/ui/UiSkeleton.vue'

it('Loading is announced in words, and drawn for sighted people', () => {
  const wrapper = mount(UiLoading, {
    props: { label: 'Loading the users' },
    attrs: { class: 'flex' },
    slots: { default: UiSkeleton },
  })
  expect(wrapper.attributes()).toEqual({ class: 'flex', role: 'status' })
  expect(wrapper.text()).toBe('Loading the users')
  expect(wrapper.get('[aria-hidden="true"]').text()).toBe('')
})
