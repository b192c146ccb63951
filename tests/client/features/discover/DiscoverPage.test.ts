import { describe, expect, it } from 'vitest'
import type { DiscoverRowDto, RecommendedBookDto } from '#contract/discover'
import { recommendedBecause } from '#contract/discover'
import { deferred } from '#tests/client/support/deferred'
import { json, problem, type Answer } from '#tests/client/support/fakeServer'
import { settle } from '#tests/client/support/mountApp'
import { openPage } from '#tests/client/support/openPage'
import { anItem, someDetails } from '#tests/client/support/samples'

const HISTORY = { id: '18', name: 'History', region: 'de' } as const

function aRecommendation(
  title: string,
  {
    reason = null,
    ...book
  }: Partial<RecommendedBookDto['book']> & Pick<Partial<RecommendedBookDto>, 'reason'> = {},
): RecommendedBookDto {
  return { ...anItem({ title, asin: `B${title.length}`.padEnd(10, '0'), ...book }), reason }
}

const row = (kind: DiscoverRowDto['row'], category: DiscoverRowDto['category'] = null): DiscoverRowDto => ({
  row: kind,
  category,
})

/** Opens the page with several rows; the first two are on the first screen. */
async function open(rows: DiscoverRowDto[], answers: Record<string, Answer>) {
  const page = await openPage('/', { answers: { 'GET /api/recommendations': () => json(rows), ...answers } })
  const region = (name: string) => document.body.querySelector(`section[aria-label="${name}"]`)
  return { ...page, region, shown: (name: string) => region(name)?.textContent ?? '' }
}

describe('Discover', () => {
  it('shows each row as it arrives, and says why a book is recommended', async () => {
    const late = deferred<Response>()
    const { region, shown } = await open([row('user'), row('recent')], {
      'GET /api/recommendations/user': () => late.promise,
      'GET /api/recommendations/recent': () => json([aRecommendation('Small Hours', { status: 'waiting' })]),
    })
    expect(region('For you')?.getAttribute('aria-busy')).toBe('true')
    expect(shown('Recently requested')).toContain('Small Hours')
    expect(shown('Recently requested')).toContain('Waiting')

    const reason = recommendedBecause('similar', { title: 'Small Hours' })
    late.resolve(json([aRecommendation('Long Days', { reason })]))
    await settle()
    expect(shown('For you')).toContain('Because you requested Small Hours')
    expect(region('For you')?.querySelector('a')?.getAttribute('href')).toBe('/book/B900000000?region=us')
  })

  it('begins each row with as many covers as a wide screen shows', async () => {
    const books = Array.from({ length: 24 }, (_, at) => aRecommendation('Days '.repeat(at + 1)))
    const { region } = await open([row('user')], { 'GET /api/recommendations/user': () => json(books) })
    expect(region('For you')?.querySelectorAll('a').length).toBe(8)
  })

  it('shows one’s requests on return, even without events', async () => {
    const item = { ...aRecommendation('Small Hours'), actions: ['request' as const] }
    let shown: RecommendedBookDto[] = [item]
    const { region, press, router } = await open([row('user')], {
      'GET /api/recommendations/user': () => json(shown),
      'GET /api/books/{}': () => json(someDetails(item)),
      'POST /api/requests/{}': () => {
        shown = []
        return json(anItem(item.book, ['marta']), { status: 201 })
      },
    })
    expect(region('For you')?.textContent).toContain('Small Hours')
    await router.push(`/book/${item.book.asin}?region=us`)
    await settle()
    await press('Request Small Hours')
    await router.push('/')
    await settle()
    expect(region('For you')?.textContent).not.toContain('Small Hours')
  })

  it('reports a failure in its row, leaves the others alone, and fetches it again', async () => {
    let failing = true
    const { shown, press } = await open([row('bestsellers'), row('popular')], {
      'GET /api/recommendations/bestsellers': () =>
        failing
          ? problem({ status: 503, code: 'catalogue_unreachable', detail: 'No.' })
          : json([aRecommendation('Small Hours')]),
      'GET /api/recommendations/popular': () =>
        json([{ ...aRecommendation('Long Days'), requester_count: 3 }]),
    })
    expect(shown('Bestsellers')).toContain('The catalogue cannot be reached')
    expect(shown('Popular here')).toContain('3 requests')
    failing = false
    await press('Try again')
    expect(shown('Bestsellers')).toContain('Small Hours')
  })

  it('fetches a category in its region, and says that a row is empty', async () => {
    const { shown, server } = await open([row('bestsellers', HISTORY)], {
      'GET /api/recommendations/bestsellers': () => json([]),
    })
    expect(shown('Bestsellers in History')).toContain('Nothing new here right now.')
    const [call] = server.called('GET /api/recommendations/bestsellers')
    expect([call?.query.get('category'), call?.query.get('region')]).toEqual(['18', 'de'])
  })

  it('loads rows below the screen later', async () => {
    const { server } = await open([row('popular'), row('recent'), row('added')], {
      'GET /api/recommendations/{}': () => json([]),
    })
    expect(server.called('GET /api/recommendations/recent')).toHaveLength(1)
    expect(server.called('GET /api/recommendations/added')).toEqual([])
  })

  it('says that there are no rows yet', async () => {
    const { text } = await open([], {})
    expect(text()).toContain('Nothing to show yet')
  })

  it('reports as a whole that its rows are unavailable', async () => {
    const { text, press } = await open([], {
      'GET /api/recommendations': () => problem({ status: 500, code: 'internal', detail: 'No.' }),
    })
    expect(text()).toContain('Something went wrong')
    await press('Try again')
  })
})
