import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { catalogueUnreachable } from '#server/domain/catalogue/catalogue.errors'
import type { SearchQuestion, SearchResult } from '#server/domain/catalogue/catalogue.service'
import { createRelatedBooks } from '#server/domain/catalogue/related-books'
import { regionsOf } from '#server/domain/catalogue/regions.rules'
import { catalogueBook, standingClock } from '#tests/support/records'

const BOOK = {
  authors: ['Mara Ellison', 'Tom Reed'],
  series: [{ title: 'Saltmarsh' }],
  region: 'de',
  language: 'de',
} as const
const NONE: SearchResult = { books: [], more: false, total: 0, stale: null }

function setUp(answer: () => Promise<SearchResult>) {
  const clock = standingClock()
  const queries: SearchQuestion[] = []
  const search = (question: SearchQuestion) => {
    queries.push(question)
    return answer()
  }
  return { clock, queries, related: createRelatedBooks({ catalogue: { search }, clock: clock.read }) }
}

describe('the other books of an author', () => {
  it('are searched by the first author and the series, in the region of the book', async () => {
    const { queries, related } = setUp(async () => NONE)
    await related(BOOK)
    await related({ ...BOOK, series: [] })
    expect(queries).toEqual([
      { query: 'Mara Ellison Saltmarsh', region: 'de', page: 0, limit: 50 },
      { query: 'Mara Ellison', region: 'de', page: 0, limit: 50 },
    ])
  })

  it('are empty if the author is unknown', async () => {
    const { queries, related } = setUp(async () => NONE)
    expect(await related({ ...BOOK, authors: [] })).toEqual([])
    expect(queries).toEqual([])
  })

  it('are empty while the catalogue is down, which is not asked again for a while', async () => {
    const { queries, clock, related } = setUp(() => Promise.reject(catalogueUnreachable()))
    expect([await related(BOOK), await related(BOOK)]).toEqual([[], []])
    expect(queries).toHaveLength(1)
    clock.advance(5 * 60_000)
    await related(BOOK)
    expect(queries).toHaveLength(2)
  })

  it('are also searched in another region of the same language, because titles differ there', async () => {
    const { queries, related } = setUp(async () => NONE)
    await related({ ...BOOK, region: 'us', language: 'en' })
    expect(queries).toEqual([
      { query: 'Mara Ellison Saltmarsh', region: 'us', page: 0, limit: 50 },
      { query: 'Mara Ellison Saltmarsh', region: 'uk', page: 0, limit: 50 },
    ])
  })

  it('are those of one region while the other is down, which is not asked again for a while', async () => {
    const queries: string[] = []
    const related = createRelatedBooks({
      catalogue: {
        search: async ({ region = 'us' }) => {
          queries.push(region)
          if (region === 'uk') throw catalogueUnreachable()
          return { ...NONE, books: [catalogueBook()] }
        },
      },
      clock: standingClock().read,
    })
    const book = { ...BOOK, region: 'us', language: 'en' } as const
    expect([await related(book), await related(book)]).toEqual([[catalogueBook()], [catalogueBook()]])
    expect(queries).toEqual(['us', 'uk', 'us'])
  })

  it.each(['us', 'uk'] as const)('are waited for at most three seconds: %s', async (slow) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const queries: string[] = []
    const search = ({ region = 'us' }: SearchQuestion): Promise<SearchResult> => {
      queries.push(region)
      if (region === slow) return new Promise(() => {})
      return Promise.resolve({ ...NONE, books: [catalogueBook()] })
    }
    const related = createRelatedBooks({ catalogue: { search }, clock: standingClock().read })
    const found = related({ ...BOOK, region: 'us', language: 'en' })
    expect(queries).toEqual(['us', 'uk'])
    await vi.advanceTimersByTimeAsync(3000)
    expect(await found).toEqual([catalogueBook()])
  })

  it('do not hide a bug', async () => {
    const { related } = setUp(() => Promise.reject(new TypeError('a fault')))
    await expect(related(BOOK)).rejects.toThrow('a fault')
  })
})

describe('the regions to search', () => {
  it.each([
    ['us', 'en', ['us', 'uk']],
    ['uk', 'en', ['uk', 'us']],
    ['ca', 'en', ['ca', 'us']],
    ['au', null, ['au', 'us']],
    ['in', 'hi', ['in']],
    ['us', 'de', ['us']],
    ['de', 'de', ['de']],
    ['de', 'en', ['de']],
    ['fr', null, ['fr']],
  ] as const)('for a book in %s, language %s, are %s', (region, language, expected) => {
    expect(regionsOf(region, language)).toEqual(expected)
  })
})
