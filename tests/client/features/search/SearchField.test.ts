import { afterEach, describe, expect, it, vi } from 'vitest'
import SearchField from '#client/features/search/SearchField.vue'
import { PAUSE } from '#client/features/search/useSuggestions'
import { fakeServer, json } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'

async function start(at = '/search?region=de') {
  const server = fakeServer({ 'GET /api/search/suggestions': () => json(['dune', 'dune messiah']) })
  const { wrapper, router } = await mountApp({ server, at, component: SearchField })
  const input = wrapper.get('input')

  async function type(words: string) {
    vi.useFakeTimers()
    await input.setValue(words)
    vi.advanceTimersByTime(PAUSE)
    vi.useRealTimers()
    await settle()
  }
  const key = (name: string) => input.trigger('keydown', { key: name })
  return { server, wrapper, router, input, type, key, query: () => router.currentRoute.value.query['q'] }
}

describe('the search field', () => {
  afterEach(() => void vi.useRealTimers())

  it('suggests in the region that is searched', async () => {
    const { server, wrapper, input, type } = await start()
    await type('dun')
    expect(server.called('GET /api/search/suggestions')[0]?.query.get('region')).toBe('de')
    expect(wrapper.findAll('[role="option"]').map((option) => option.text())).toEqual([
      'dune',
      'dune messiah',
    ])
    expect(input.attributes('aria-expanded')).toBe('true')
  })

  it('searches for what is typed when nothing was chosen', async () => {
    const { wrapper, type, query } = await start()
    await type('dun')
    await wrapper.get('form').trigger('submit')
    await settle()
    expect(query()).toBe('dun')
  })

  it('moves through the suggestions by keyboard and back to what was typed', async () => {
    const { wrapper, input, type, key } = await start()
    await type('dun')
    await key('ArrowDown')
    await key('ArrowDown')
    expect(input.element.value).toBe('dune messiah')
    const active = input.attributes('aria-activedescendant') ?? ''
    expect(wrapper.get(`#${active}`).attributes('aria-selected')).toBe('true')
    await key('ArrowDown')
    expect(input.element.value).toBe('dun')
  })

  it('searches for the suggestion that was chosen', async () => {
    const { wrapper, type, key, query } = await start()
    await type('dun')
    await key('ArrowDown')
    await wrapper.get('form').trigger('submit')
    await settle()
    expect(query()).toBe('dune')
    expect(wrapper.get('input').attributes('aria-expanded')).toBe('false')
  })

  it('closes the list with Escape, and empties the field with another', async () => {
    const { input, type, key } = await start()
    await type('dun')
    await key('Escape')
    expect([input.attributes('aria-expanded'), input.element.value]).toEqual(['false', 'dun'])
    await key('Escape')
    expect(input.element.value).toBe('')
  })

  it('shows what a link searches for', async () => {
    const { input } = await start('/search?q=small+gods')
    expect(input.element.value).toBe('small gods')
  })
})
