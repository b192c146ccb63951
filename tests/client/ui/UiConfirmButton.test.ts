import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import UiConfirmButton from '#client/ui/UiConfirmButton.vue'
import { createEnglish } from '#tests/client/support/texts'

function start(more: { harmless?: boolean } = {}) {
  const wrapper = mount(UiConfirmButton, {
    props: { question: 'Remove Gotify?', ...more },
    slots: { default: 'Remove' },
    attachTo: document.body,
    global: { plugins: [createEnglish()] },
  })
  const press = (text: string) =>
    wrapper
      .findAll('button')
      .find((button) => button.text() === text)
      ?.trigger('click')
  return { wrapper, press, texts: () => wrapper.findAll('button').map((button) => button.text()) }
}

describe('a button that asks first', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('turns into its question, which gets the focus', async () => {
    const { wrapper, press, texts } = start()
    await press('Remove')
    await nextTick()
    vi.runAllTimers()
    await nextTick()
    expect(texts()).toEqual(['Remove Gotify?', 'Cancel'])
    expect(document.activeElement?.textContent).toContain('Remove Gotify?')
    expect(wrapper.emitted('confirm')).toBeUndefined()
  })

  it.each([
    [false, true],
    [true, false],
  ])('is red unless confirming loses nothing: harmless %s', async (harmless, red) => {
    const { wrapper, press } = start({ harmless })
    await press('Remove')
    expect(wrapper.get('button').classes('bg-failed')).toBe(red)
  })

  it('acts on the second click', async () => {
    const { wrapper, press } = start()
    await press('Remove')
    await press('Remove Gotify?')
    expect(wrapper.emitted('confirm')).toHaveLength(1)
  })

  it('treats Escape as no and restores the focus', async () => {
    const { wrapper, press, texts } = start()
    await press('Remove')
    await wrapper.get('button').trigger('keydown', { key: 'Escape' })
    await nextTick()
    expect(texts()).toEqual(['Remove'])
    expect(document.activeElement?.textContent).toContain('Remove')
  })

  it('treats losing the focus as no', async () => {
    const { press, texts, wrapper } = start()
    const other = document.createElement('button')
    document.body.append(other)
    await press('Remove')
    await nextTick()
    other.focus()
    await wrapper.get('button').trigger('focusout')
    vi.runAllTimers()
    await nextTick()
    expect(texts()).toEqual(['Remove'])
  })
})
