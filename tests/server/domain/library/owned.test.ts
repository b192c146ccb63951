import { beforeEach, expect, it, vi } from 'vitest'
import type { StoredLibraryItem } from '#server/db/stored-library-item'
import type { LibraryItem } from '#server/domain/integrations/library.types'
import type { LibraryFeature } from '#server/domain/library/feature'
import { libraryMatcher } from '#server/domain/ranking/library-matcher.rules'
import { actor } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { book, item, libraryOver } from './library.fixture'

const mila = { id: 'u1', username: 'mila', role: 'admin', root: false } as const
const by = actor(mila, undefined, '203.0.113.7')
/** The maximum number of items of one key that are compared for an answer. */
const MOST_OF_KEY = 500

onEachDatabase('An answer that asks about many books', (database) => {
  /** How often each item's title was read, by the item's URL. */
  let readings: Map<string, number>
  let library: LibraryFeature
  let fill: (items: LibraryItem[]) => Promise<void>
  beforeEach(() => {
    readings = new Map()
    const matcher = { ...libraryMatcher, prepareItem: (facts: StoredLibraryItem) => prepareCounted(facts) }
    const world = libraryOver(database, { matcher: () => Promise.resolve(matcher) })
    library = world.create()
    fill = async (items) => {
      world.server.pages = [items]
      await library.refresh(new AbortController().signal)
    }
  })

  const prepareCounted = (facts: StoredLibraryItem) =>
    libraryMatcher.prepareItem({
      ...facts,
      get title() {
        readings.set(facts.url, (readings.get(facts.url) ?? 0) + 1)
        return facts.title
      },
    })

  it('reads an item once, and at most 500 of 5,000 with the same title', async () => {
    const named = (at: number) => `h${String(at).padStart(4, '0')}`
    const same = Array.from({ length: 5000 }, (_, at) => item(named(at)))
    const longer = { title: 'The Salt Road: Low Tide' }
    await fill([
      ...same,
      item('x', { ...longer, durationMin: 900 }),
      item('y'),
      item('z', { asin: 'B000000007' }),
    ])
    await library.matches.correct('B000000008', { item: 'c1/y', is: true }, by)
    const books = Array.from({ length: 50 }, (_, at) => book(`B${String(at).padStart(9, '0')}`))
    // Whether to yield is decided by this clock.
    const looks = vi.spyOn(performance, 'now')
    const owned = await library.owned.among(books)
    const pauses = looks.mock.calls.length
    looks.mockRestore()
    expect(new Set(readings.values())).toEqual(new Set([1]))
    expect(readings.size).toBe(MOST_OF_KEY)
    // Yields to other work between two comparisons.
    expect(pauses).toBeGreaterThanOrEqual(books.length * MOST_OF_KEY)
    const found = (asin: string) => owned.get(asin)?.map(({ item, why }) => [item.id, why])
    expect(found('B000000000')).toHaveLength(MOST_OF_KEY)
    // Matches by identifier or by a person are not among those that the limit leaves out.
    expect(found('B000000007')?.[0]).toEqual(['c1/z', 'same_asin'])
    expect(found('B000000008')?.[0]).toEqual(['c1/y', 'corrected'])
    // The same keys and another, which comes after them.
    const rare = await library.owned.among([book('B000000009', { ...longer, runtimeMin: 900 })])
    expect(rare.get('B000000009')?.[0]?.item.id).toBe('c1/x')
  })

  it('distinguishes the volumes of a series whose titles begin alike', async () => {
    const volume = (at: number) => ({
      title: `Harbour Songs, Vol. ${at}`,
      series: [{ title: 'Harbour Songs', position: String(at) }],
    })
    const volumes = Array.from({ length: 30 }, (_, at) => at + 1)
    await fill(volumes.map((at) => item(`v${at}`, { ...volume(at), title: `Harbour Songs ${at}: A Novel` })))
    const results = Array.from({ length: 50 }, (_, at) => ({
      asin: `B${String(at).padStart(9, '0')}`,
      at: (at % 40) + 1,
    }))
    const owned = await library.owned.among(results.map(({ asin, at }) => book(asin, volume(at))))
    expect(results.map(({ asin }) => owned.get(asin)?.map(({ item, why }) => [item.id, why]))).toEqual(
      results.map(({ at }) => (at > 30 ? undefined : [[`c1/v${at}`, 'title_author_and_length']])),
    )
    expect([...readings.values()]).toEqual(volumes.map(() => 1))
  })
})
