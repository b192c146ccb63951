import { describe, expect, it } from 'vitest'
import { catalogueUnreachable } from '#server/domain/catalogue/catalogue.errors'
import type { SearchQuestion, SearchResult } from '#server/domain/catalogue/catalogue.service'
import { createRelatedBooks } from '#server/domain/catalogue/related-books'
import { standingClock } from '#tests/support/records'

const BOOK = {
  authors: ['Mara Ellison', 'Tom Reed'],
  series: [{ title: 'Saltmarsh' }],
  region: 'uk',
} as const
const NONE: SearchResult = { books: [], more: false, stale: null }

function setUp(answer: () => Promise<SearchResult>) {
  const clock = standingClock()
  const asked: SearchQuestion[] = []
  const search = (question: SearchQuestion) => {
    asked.push(question)
    return answer()
  }
  return { clock, asked, related: createRelatedBooks({ catalogue: { search }, clock: clock.read }) }
}

describe('the other books of an author', () => {
  it('are asked for by the first author and the series, in the region of the book', async () => {
    const { asked, related } = setUp(async () => NONE)
    await related(BOOK)
    await related({ ...BOOK, series: [] })
    expect(asked).toEqual([
      { query: 'Mara Ellison Saltmarsh', region: 'uk', page: 0, limit: 50 },
      { query: 'Mara Ellison', region: 'uk', page: 0, limit: 50 },
    ])
  })

  it('are none where nobody is known to have written the book', async () => {
    const { asked, related } = setUp(async () => NONE)
    expect(await related({ ...BOOK, authors: [] })).toEqual([])
    expect(asked).toEqual([])
  })

  it('are none while the catalogue is down, which is not asked again for a while', async () => {
    const { asked, clock, related } = setUp(() => Promise.reject(catalogueUnreachable()))
    expect([await related(BOOK), await related(BOOK)]).toEqual([[], []])
    expect(asked).toHaveLength(1)
    clock.advance(5 * 60_000)
    await related(BOOK)
    expect(asked).toHaveLength(2)
  })

  it('do not hide a fault of the program', async () => {
    const { related } = setUp(() => Promise.reject(new TypeError('a fault')))
    await expect(related(BOOK)).rejects.toThrow('a fault')
  })
})
