import { describe, expect, it } from 'vitest'
import type { SeriesBookDto, SeriesDto, SeriesStanding } from '#contract/series'
import App from '#client/layout/App.vue'
import { json, problem, type Answer } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'
import { anItem, someDetails } from '#tests/client/support/samples'

function volume(position: number, standing: SeriesStanding): SeriesBookDto {
  const asin = `B00000000${position}`
  const mine = standing === 'requested' ? ['marta'] : []
  return {
    ...anItem({ asin, title: `Tide ${position}`, region: 'de' }, mine),
    position: String(position),
    standing,
  }
}

const TIDES: SeriesDto = {
  asin: 'B0TIDES000',
  region: 'de',
  title: 'Tides',
  counts: { total: 4, available: 0, requested: 1, upcoming: 1, other_edition: 0, missing: 2 },
  books: [volume(1, 'requested'), volume(2, 'missing'), volume(3, 'missing'), volume(4, 'upcoming')],
}

const cards = () =>
  [...document.querySelectorAll('article')].map(
    (card) => card.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '',
  )

describe('the page of a series', () => {
  const open = (answer: Answer, more: Record<string, Answer> = {}) =>
    openPage('/series/B0TIDES000?region=de', { answers: { 'GET /api/series/{}': answer, ...more } })

  it('shows its books in order, each with its position and status', async () => {
    const { server, text } = await open(() => json(TIDES))
    expect(server.called('GET /api/series/{}').at(0)?.query.get('region')).toBe('de')
    expect(document.querySelector('h1')?.textContent?.trim()).toBe('Tides')
    for (const words of ['4 books', '1 requested', '1 upcoming', '2 missing']) {
      expect(text()).toContain(words)
    }
    expect(text()).not.toContain('in the library')
    expect(cards().map((card) => /Tide \d/.exec(card)?.[0])).toEqual(['Tide 1', 'Tide 2', 'Tide 3', 'Tide 4'])
    expect(cards()[0]).toContain('Waiting')
    expect(cards()[1]).toMatch(/Book 2.*Missing/)
    expect(cards()[3]).toContain('Upcoming')
  })

  it('names the series in the title of the tab', async () => {
    await openPage('/series/B0TIDES000', {
      answers: { 'GET /api/series/{}': () => json(TIDES) },
      component: App,
    })
    expect(document.title).toBe('Tides · Series · Earmark')
  })

  it('shows a request at once, and counts it', async () => {
    let now = TIDES
    const { press, text } = await open(() => json(now), {
      'POST /api/requests/{}': () => {
        const books = TIDES.books.with(1, volume(2, 'requested'))
        now = { ...TIDES, books, counts: { ...TIDES.counts, requested: 2, missing: 1 } }
        return json(anItem({ asin: 'B000000002', title: 'Tide 2', status: 'waiting' }, ['marta']))
      },
    })
    await press('Request Tide 2')
    expect(cards()[1]).toContain('Requested')
    expect(cards()[1]).not.toContain('Missing')
    expect(text()).toContain('2 requested')
  })

  it('says that it is an earlier answer while the catalogue is in trouble', async () => {
    const { text } = await open(() =>
      json(TIDES, { headers: { 'x-catalogue-stale': 'catalogue_unreachable' } }),
    )
    expect(text()).toContain('These are earlier results')
    expect(cards()).toHaveLength(4)
  })

  it('says that the region does not have it', async () => {
    const { text } = await open(() =>
      problem({ status: 404, code: 'no_such_series', detail: 'No such series' }),
    )
    expect(text()).toContain('Series not found')
    expect(text()).toContain('Another region may.')
  })

  it('says what failed, and retries', async () => {
    const { server, press, text } = await open(() =>
      problem({ status: 504, code: 'catalogue_timeout', detail: 'No answer' }),
    )
    expect(text()).toContain('The catalogue is taking too long')
    server.answers['GET /api/series/{}'] = () => json(TIDES)
    await press('Try again')
    expect(cards()).toHaveLength(4)
  })
})

describe('requesting the missing books of a series', () => {
  const open = (more: Record<string, Answer>) =>
    openPage('/series/B0TIDES000?region=de', {
      answers: { 'GET /api/series/{}': () => json(TIDES), ...more },
      component: App,
    })
  const limited = (left: number) => ({
    'GET /api/requests/quota': () =>
      json({ quota: { requests: 5, days: 30 }, left, next_at: '2100-01-01T00:00:00Z' }),
  })

  it('confirms once, with the number, and reports the results', async () => {
    let now = TIDES
    const { server, press, text, find } = await open({
      'GET /api/series/{}': () => json(now),
      'POST /api/requests': () => {
        const books = TIDES.books.with(1, volume(2, 'requested'))
        now = { ...TIDES, books, counts: { ...TIDES.counts, requested: 2, missing: 1 } }
        const failed = [{ asin: 'B000000003', code: 'already_requested', params: {}, detail: 'Already' }]
        return json({
          done: ['B000000002'],
          failed,
          quota: { quota: null, left: null, next_at: null },
        })
      },
    })
    await press('Request all 2 missing')
    expect(server.called('POST /api/requests')).toEqual([])
    await press('Request 2 books?')
    expect(server.called('POST /api/requests').at(0)?.body).toEqual({
      asins: ['B000000002', 'B000000003'],
      region: 'de',
    })
    expect(text()).toContain('One book requested')
    expect(text()).toContain('One book could not be requested')
    expect(find('button', 'Request the missing one')).not.toBeNull()
  })

  it('goes as far as the quota, and says so', async () => {
    const { server, press, text } = await open({
      ...limited(1),
      'POST /api/requests': () =>
        json({ done: ['B000000002'], failed: [], quota: { quota: null, left: null, next_at: null } }),
    })
    expect(text()).toContain('1 of 5')
    await press('Request all 2 missing')
    await press('Request one of 2?')
    expect(server.called('POST /api/requests').at(0)?.body).toMatchObject({ asins: ['B000000002'] })
  })

  it('is not offered if the quota is used up, or nothing is missing', async () => {
    const { find, text, wrapper } = await open(limited(0))
    expect(find('button', 'Request all 2 missing')).toBeNull()
    expect(text()).toContain('No requests left until')
    wrapper.unmount()
    const none = { ...TIDES, books: [volume(1, 'requested'), volume(4, 'upcoming')] }
    const there = await open({ 'GET /api/series/{}': () => json(none) })
    expect(there.text()).not.toContain('missing one')
  })
})

describe('the series on the page of a book', () => {
  const inSeries = (asin: string | null) =>
    someDetails(anItem({ series: [{ title: 'Tides', position: '1', asin }] }))
  const link = (name: string) =>
    [...document.querySelectorAll('a')].find((found) => found.textContent?.trim() === name)

  it('shows the neighbouring books, and leads to all of them', async () => {
    const { server } = await openPage('/book/B000000001', {
      answers: {
        'GET /api/books/{}': () => json(inSeries('B0TIDES000')),
        'GET /api/books/{}/series': () => json([{ ...TIDES, books: TIDES.books.slice(0, 3) }]),
      },
    })
    expect(server.called('GET /api/books/{}/series').at(0)?.query.get('region')).toBe('us')
    expect(link('Show all 4')?.getAttribute('href')).toBe('/series/B0TIDES000?region=de')
    const around = [...document.querySelectorAll('ol li a')]
    expect(around.map((found) => found.getAttribute('href'))).toEqual([
      '/book/B000000001?region=de',
      '/book/B000000002?region=de',
      '/book/B000000003?region=de',
    ])
    expect(around.map((found) => found.getAttribute('aria-current'))).toEqual(['true', null, null])
    expect(link('Tides')?.getAttribute('href')).toBe('/series/B0TIDES000?region=us')
  })

  it('leads to a search if the catalogue does not have its ASIN', async () => {
    await openPage('/book/B000000001', {
      answers: {
        'GET /api/books/{}': () => json(inSeries(null)),
        'GET /api/books/{}/series': () => json([]),
      },
    })
    expect(link('Tides')?.getAttribute('href')).toBe('/search?q=Tides&region=us')
  })

  it('is not fetched if a book has none', async () => {
    const { server } = await openPage('/book/B000000001', {
      answers: { 'GET /api/books/{}': () => json(someDetails()) },
    })
    expect(server.called('GET /api/books/{}/series')).toEqual([])
  })
})
