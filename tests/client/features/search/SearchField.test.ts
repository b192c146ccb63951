import { afterEach, describe, expect, it, vi } from 'vitest'
import SearchField from '#client/features/search/SearchField.vue'
import { DEBOUNCE } from '#client/features/search/useSuggestions'
import type { TypeaheadDto } from '#contract/catalogue'
import { fakeServer, json } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { anItem } from '#tests/client/support/samples'

const waiting = anItem({ title: 'Dunes of the North', status: 'waiting', region: 'de' })
const ONLY_WORDS = { books: [], words: ['dune', 'dune messiah'] }

async function start(at = '/search?region=de', suggested: TypeaheadDto = ONLY_WORDS) {
  const server = fakeServer({ 'GET /api/search/typeahead': () => json(suggested) })
  const { wrapper, router } = await mountApp({ server, at, component: SearchField })
  const input = wrapper.get('input')

  async function type(words: string) {
    vi.useFakeTimers()
    await input.setValue(words)
    vi.advanceTimersByTime(DEBOUNCE)
    vi.useRealTimers()
    await settle()
  }
  const key = (name: string) => input.trigger('keydown', { key: name })
  return { server, wrapper, router, input, type, key, query: () => router.currentRoute.value.query['q'] }
}

describe('the search field', () => {
  afterEach(() => void vi.useRealTimers())

  it('suggests in the searched region', async () => {
    const { server, wrapper, input, type } = await start()
    await type('dun')
    expect(server.called('GET /api/search/typeahead')[0]?.query.get('region')).toBe('de')
    expect(wrapper.findAll('[role="option"]').map((option) => option.text())).toEqual([
      'dune',
      'dune messiah',
    ])
    expect(input.attributes('aria-expanded')).toBe('true')
  })

  it('searches for the typed text if nothing was chosen', async () => {
    const { wrapper, type, query } = await start()
    await type('dun')
    await wrapper.get('form').trigger('submit')
    await settle()
    expect(query()).toBe('dun')
  })

  it('moves through the suggestions by keyboard and back to the typed text', async () => {
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

  it('searches for the chosen suggestion', async () => {
    const { wrapper, type, key, query } = await start()
    await type('dun')
    await key('ArrowDown')
    await wrapper.get('form').trigger('submit')
    await settle()
    expect(query()).toBe('dune')
    expect(wrapper.get('input').attributes('aria-expanded')).toBe('false')
  })

  it('shows books with author and status before words, and opens the chosen one', async () => {
    const { wrapper, router, type, key, input } = await start('/requests', {
      books: [waiting],
      words: ['dune'],
    })
    await type('dun')
    const [book, words] = wrapper.findAll('[role="option"]')
    expect(book?.text()).toBe('Dunes of the NorthAda ReedWaiting')
    expect(book?.find('img').attributes('src')).toContain('/api/covers/')
    expect(words?.text()).toBe('dune')
    await key('ArrowDown')
    expect(input.element.value).toBe('Dunes of the North')
    await wrapper.get('form').trigger('submit')
    await settle()
    expect(router.currentRoute.value.fullPath).toBe('/book/B000000001?region=de')
    expect(wrapper.find('[role="option"]').exists()).toBe(false)
  })

  it('opens a book on tap', async () => {
    const { wrapper, router, type } = await start('/requests', { books: [waiting], words: [] })
    await type('dun')
    await wrapper.get('[role="option"]').trigger('click')
    await settle()
    expect(router.currentRoute.value.name).toBe('book')
  })

  it('clears the highlight when other suggestions arrive', async () => {
    const { server, wrapper, input, type, key } = await start()
    await type('dun')
    await key('ArrowDown')
    server.answers['GET /api/search/typeahead'] = () => json({ books: [waiting], words: [] })
    await type('dune')
    expect(input.attributes('aria-activedescendant')).toBeUndefined()
    await wrapper.get('form').trigger('submit')
    await settle()
    expect(input.element.value).toBe('dune')
  })

  it('closes the list with Escape, and empties the field with a second one', async () => {
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
