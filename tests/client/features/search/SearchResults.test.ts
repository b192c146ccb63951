import { describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import SearchResults from '#client/features/search/SearchResults.vue'
import type { Answer } from '#tests/client/support/fakeServer'
import { fakeServer, json, later, problem } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { anItem } from '#tests/client/support/samples'

async function start(search: Answer, { q = 'tide', at = '/' } = {}) {
  const server = fakeServer({ 'GET /api/search': search })
  const component = defineComponent({
    render: () => h(SearchResults, { search: { q, region: 'us', exact: false, sort: 'relevance' } }),
  })
  const { wrapper, router } = await mountApp({ server, component, at })
  const where = () => router.currentRoute.value.fullPath
  const press = async (text: string) => {
    const found = wrapper.findAll('button').find((button) => button.text() === text)
    if (!found) throw new Error(`No button ${text}`)
    await found.trigger('click')
    await settle()
  }
  return {
    server,
    wrapper,
    press,
    where,
    titles: () => wrapper.findAll('article h2').map((title) => title.text()),
  }
}

const numbered = (n: number) => anItem({ asin: `B00000000${n}`, title: `Book ${n}` })
const failing = (code: string) => () => problem({ status: 502, code, detail: 'x' })

describe('the results of a search', () => {
  it('show skeletons in their places while they load', async () => {
    const slow = later()
    const { wrapper } = await start(slow.answer)
    expect(wrapper.find('[aria-busy="true"]').exists()).toBe(true)
    expect(wrapper.findAll('li').length).toBeGreaterThan(5)
    slow.give(json([]))
  })

  it('say which books the library has, and lead there', async () => {
    const there = { link: 'https://shelf.example/item/1', same_edition: false, why: null, item: null }
    const awaited = anItem({ asin: 'B000000002', status: 'waiting', in_library: there })
    const { wrapper } = await start(({ query }) =>
      json(query.get('page') === '0' ? [anItem({ in_library: there }), awaited, numbered(3)] : []),
    )
    const cards = wrapper.findAll('article').map((card) => ({
      isBadged: card.text().includes('In the library'),
      links: card.findAll('a[target="_blank"]').map((link) => [link.attributes('href'), link.text()]),
    }))
    expect(cards).toEqual([
      { isBadged: true, links: [[there.link, 'Listen']] },
      { isBadged: true, links: [[there.link, 'In the library: listen']] },
      { isBadged: false, links: [] },
    ])
  })

  it('describe a book', async () => {
    const { wrapper } = await start(({ query }) =>
      json(
        query.get('page') === '0'
          ? [
              anItem({
                subtitle: 'A novel',
                runtime_length_min: 552,
                series: [{ title: 'Tides', position: '2', asin: null }],
                language: 'de',
                release_date: '2997-03-03',
              }),
            ]
          : [],
      ),
    )
    for (const words of [
      'The Quiet Tide',
      'A novel',
      'Ada Reed',
      'Narrated by Bo Lind',
      '9 h 12 min',
      'Tides, book 2',
      'German',
      'Releases 3 Mar 2997',
    ]) {
      expect(wrapper.text()).toContain(words)
    }
  })

  it('show titles as text, whatever they contain', async () => {
    const { wrapper, titles } = await start(({ query }) =>
      json(query.get('page') === '0' ? [anItem({ title: '<img src=x onerror=alert(1)>' })] : []),
    )
    expect(titles()).toEqual(['<img src=x onerror=alert(1)>'])
    expect(wrapper.find('article h2 img').exists()).toBe(false)
  })

  it('omit a line without data', async () => {
    const bare = anItem({
      authors: [],
      narrators: [],
      runtime_length_min: null,
      language: null,
      release_date: null,
    })
    const { wrapper } = await start(({ query }) => json(query.get('page') === '0' ? [bare] : []))
    expect(wrapper.text()).toContain('Unknown author')
    expect(wrapper.text()).not.toContain('Narrated by')
    expect(wrapper.text()).not.toContain('null')
  })

  it('show each book once, page after page, until a page brings nothing new', async () => {
    const pages = [[numbered(1), numbered(2)], [numbered(2), numbered(3)], [numbered(3)]]
    const { titles, press, wrapper } = await start(({ query }) =>
      json(pages[Number(query.get('page'))] ?? []),
    )
    expect(titles()).toEqual(['Book 1', 'Book 2'])
    await press('Show more')
    expect(titles()).toEqual(['Book 1', 'Book 2', 'Book 3'])
    await press('Show more')
    expect(titles()).toEqual(['Book 1', 'Book 2', 'Book 3'])
    expect(wrapper.text()).toContain('That is everything')
  })

  it('show the catalogue’s count until all are loaded', async () => {
    const { wrapper, press } = await start(({ query }) =>
      json(query.get('page') === '0' ? [numbered(1), numbered(2)] : [], {
        headers: { 'x-catalogue-total': '153' },
      }),
    )
    expect(wrapper.text()).toContain('About 153 results')
    await press('Show more')
    expect(wrapper.text()).toContain('2 results')
    expect(wrapper.text()).not.toContain('About')
  })

  it('skip pages without audiobooks, and continue after them', async () => {
    const pages = [[], [], [numbered(1)], [], [numbered(2)], []]
    const { titles, press, wrapper } = await start(({ query }) => {
      const page = Number(query.get('page'))
      const headers: Record<string, string> = page < 5 ? { 'x-catalogue-more': 'true' } : {}
      return json(pages[page] ?? [], { headers })
    })
    await settle()
    expect(titles()).toEqual(['Book 1'])
    await press('Show more')
    expect(titles()).toEqual(['Book 1', 'Book 2'])
    await press('Show more')
    expect(wrapper.text()).toContain('That is everything')
  })

  it('claim to be complete only if the catalogue has no more', async () => {
    const { press, wrapper } = await start(({ query }) =>
      json(query.get('page') === '0' ? [numbered(1)] : [], { headers: { 'x-catalogue-more': 'true' } }),
    )
    await press('Show more')
    await settle()
    expect(wrapper.text()).not.toContain('That is everything')
    expect(wrapper.text()).toContain('Narrow your search to find the rest.')
  })

  it('do not search for ever if nothing is an audiobook', async () => {
    const { wrapper } = await start(() => json([], { headers: { 'x-catalogue-more': 'true' } }))
    await settle()
    expect(wrapper.text()).toContain('Nothing found for “tide”')
  })

  it('are narrowed by filters in the address', async () => {
    const german = anItem({ asin: 'B000000002', title: 'Die Ebbe', language: 'de', runtime_length_min: 60 })
    const { wrapper, titles, press, where } = await start(({ query }) =>
      json(query.get('page') === '0' ? [numbered(1), german] : []),
    )
    expect(titles()).toEqual(['Book 1', 'Die Ebbe'])
    await wrapper.get('select[aria-label="Language"]').setValue('de')
    await settle()
    expect(titles()).toEqual(['Die Ebbe'])
    expect(wrapper.text()).toContain('1 of 2 shown')
    expect(where()).toContain('language=de')
    await wrapper.get('select[aria-label="Length"]').setValue('long')
    await settle()
    expect(titles()).toEqual([])
    expect(wrapper.text()).toContain('The filters hide every result so far')
    await press('Clear filters')
    expect(titles()).toEqual(['Book 1', 'Die Ebbe'])
    expect(where()).not.toContain('language')
  })

  it('match the filters in a link', async () => {
    const german = anItem({ asin: 'B000000002', title: 'Die Ebbe', language: 'de' })
    const { titles, wrapper } = await start(
      ({ query }) => json(query.get('page') === '0' ? [numbered(1), german] : []),
      { at: '/search?q=tide&language=de' },
    )
    expect(titles()).toEqual(['Die Ebbe'])
    expect(wrapper.text()).toContain('Filters (1)')
  })

  it('offer a request by hand at their end', async () => {
    const { wrapper, press, where } = await start(({ query }) =>
      json(query.get('page') === '0' ? [numbered(1)] : []),
    )
    await press('Show more')
    expect(wrapper.text()).toContain('One result')
    expect(wrapper.text()).not.toContain('so far')
    await press('Can’t find it? Request it by hand')
    expect(where()).toBe('/requests/new?title=tide')
  })

  it('are those of a correction, page after page, with a way back', async () => {
    const { server, wrapper, press, titles, where } = await start(
      ({ query }) =>
        query.get('q') === 'tyde'
          ? json([numbered(1)], { headers: { 'x-search-words': 'Tide%20%26%20Salt' } })
          : json(query.get('q') === 'Tide & Salt' && query.get('page') === '1' ? [numbered(2)] : []),
      { q: 'tyde', at: '/search?q=tyde&region=us' },
    )
    expect(wrapper.text()).toContain('Showing results for “Tide & Salt”.')
    await press('Show more')
    expect(titles()).toEqual(['Book 1', 'Book 2'])
    expect(server.calls.length).toBeGreaterThan(1)
    expect(localStorage.getItem('earmark.searches')).toContain('Tide & Salt')
    await press('Search as typed')
    expect(where()).toBe('/search?q=tyde&region=us&exact=1')
  })

  it('come from another region on request, labelled with it, each book once', async () => {
    const { server, wrapper, press, titles, where } = await start(({ query }) => {
      if (query.get('page') !== '0') return json([])
      return json(query.get('region') === 'uk' ? [numbered(1), numbered(2)] : [numbered(1)])
    })
    await press('Show more')
    expect(server.calls.some(({ query }) => query.get('region') === 'uk')).toBe(false)
    await press('United Kingdom')
    expect(wrapper.get('section').attributes('aria-labelledby')).toBe(
      wrapper.get('section h2').attributes('id'),
    )
    expect(wrapper.get('section h2').text()).toBe('United Kingdom')
    expect(titles()).toEqual(['Book 1', 'Book 2'])
    await press('Canada')
    expect(wrapper.text()).toContain('Nothing else found here')
    await press('Show all')
    expect(where()).toContain('region=uk')
  })

  it('can come from another region if nothing was found', async () => {
    const { press, titles } = await start(({ query }) =>
      json(query.get('region') === 'uk' && query.get('page') === '0' ? [numbered(2)] : []),
    )
    await press('United Kingdom')
    expect(titles()).toEqual(['Book 2'])
  })

  it('say that nothing was found and what to try', async () => {
    const { wrapper } = await start(() => json([]))
    expect(wrapper.text()).toContain('Nothing found for “tide”')
    expect(wrapper.text()).toContain('another region')
  })

  it('become the page of the book in a link', async () => {
    const { where } = await start(
      () => json([anItem({ region: 'de' })], { headers: { 'x-search-pasted': 'book' } }),
      { q: 'https://www.audible.de/pd/B000000001' },
    )
    expect(where()).toBe('/book/B000000001?region=de')
    expect(localStorage.getItem('earmark.searches') ?? '').not.toContain('audible')
  })

  it('are those for the title in a link', async () => {
    const headers = { 'x-search-pasted': 'words', 'x-search-words': 'caf%C3%A9%20noir' }
    const { where } = await start(() => json([anItem({ region: 'uk' })], { headers }), {
      q: 'https://www.goodreads.com/book/show/1-cafe-noir',
    })
    expect(where()).toBe('/search?q=caf%C3%A9+noir&region=uk')
  })

  it('say that a link leads nowhere, and offer a search', async () => {
    const nowhere = () => json([], { headers: { 'x-search-pasted': 'nothing' } })
    const { wrapper, press, where } = await start(nowhere, {
      q: 'https://amzn.to/3x',
      at: '/search?q=https://amzn.to/3x',
    })
    expect(wrapper.text()).toContain('No audiobook at this link')
    await press('Search by title')
    expect(where()).toBe('/search?link=https://amzn.to/3x')
  })

  it('say that no book has a number, and search for it as text', async () => {
    const nowhere = () => json([], { headers: { 'x-search-pasted': 'nothing' } })
    const { wrapper, press, where } = await start(nowhere, { q: 'B0NOWHERE1' })
    expect(wrapper.text()).toContain('No audiobook has the number B0NOWHERE1')
    await press('Search for “B0NOWHERE1” as text')
    expect(where()).toContain('exact=1')
  })

  it('keep a link that led nowhere for the request by hand, beside the words', async () => {
    const { press, where } = await start(() => json([]), { at: '/search?q=tide&link=https://amzn.to/3x' })
    await press('Can’t find it? Request it by hand')
    expect(where()).toBe('/requests/new?title=tide&info=https://amzn.to/3x')
  })

  it('keep the number for the request by hand', async () => {
    const nowhere = () => json([], { headers: { 'x-search-pasted': 'nothing' } })
    const { press, where } = await start(nowhere, { q: 'B0NOWHERE1' })
    await press('Can’t find it? Request it by hand')
    expect(where()).toBe('/requests/new?info=B0NOWHERE1')
  })

  it.each([
    ['catalogue_unreachable', 'cannot be reached'],
    ['catalogue_timeout', 'taking too long'],
    ['catalogue_not_its_api', 'Something else answered'],
    ['catalogue_failed', 'reported an error'],
  ])('explain %s, and can be retried', async (code, words) => {
    const { server, wrapper, press, titles } = await start(failing(code))
    expect(wrapper.get('[role="alert"]').text()).toContain(words)
    server.answers['GET /api/search'] = ({ query }) => json(query.get('page') === '0' ? [numbered(1)] : [])
    await press('Try again')
    expect(titles()).toEqual(['Book 1'])
  })

  it('say that they are earlier ones while the catalogue is in trouble, until it is back', async () => {
    const { server, wrapper, press, titles } = await start(({ query }) =>
      json(query.get('page') === '0' ? [numbered(1)] : [], {
        headers: { 'x-catalogue-stale': 'catalogue_unreachable' },
      }),
    )
    expect(titles()).toEqual(['Book 1'])
    expect(wrapper.text()).toContain('These are earlier results')
    expect(wrapper.text()).toContain('The catalogue cannot be reached. The newest books may be missing')
    expect(wrapper.find('[role="alert"]').exists()).toBe(false)
    server.answers['GET /api/search'] = ({ query }) => json(query.get('page') === '0' ? [numbered(2)] : [])
    await press('Try again')
    expect(titles()).toEqual(['Book 2'])
    expect(wrapper.text()).not.toContain('earlier results')
  })

  it('stay unchanged if another refresh fails too', async () => {
    const stale = { headers: { 'x-catalogue-stale': 'some_new_code' } }
    const { server, wrapper, press, titles } = await start(() => json([numbered(1)], stale))
    expect(wrapper.text()).toContain('These are earlier results')
    server.answers['GET /api/search'] = failing('catalogue_timeout')
    await press('Try again')
    expect(titles()).toEqual(['Book 1'])
    expect(wrapper.text()).toContain('These are earlier results')
  })

  it('keep what is there if the next page fails', async () => {
    const { server, wrapper, titles, press } = await start(() => json([numbered(1)]))
    server.answers['GET /api/search'] = failing('catalogue_timeout')
    await press('Show more')
    expect(titles()).toEqual(['Book 1'])
    expect(wrapper.text()).toContain('More results could not be loaded.')
    server.answers['GET /api/search'] = () => json([numbered(2)])
    await press('Try again')
    expect(titles()).toEqual(['Book 1', 'Book 2'])
  })
})
