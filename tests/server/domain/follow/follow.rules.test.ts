import { describe, expect, it } from 'vitest'
import { findNews, nextCheck, type KnownBook } from '#server/domain/follow/follow.rules'

const now = new Date('2026-06-01T12:00:00Z')
const lookedAt = new Date('2026-05-31T12:00:00Z')
const book = (asin: string, releaseDate: string | null, runtimeMin: number | null = 600) => ({
  asin,
  releaseDate,
  runtimeMin,
})
const out = (asin: string): KnownBook => ({ asin, announced: false, releaseDate: null })
const announced = (asin: string, releaseDate: string): KnownBook => ({ asin, announced: true, releaseDate })

describe('books of something that is followed', () => {
  const known: KnownBook[] = []
  const check = { isWhole: true, known, lookedAt, now }
  const newsOf = (changes: Partial<Parameters<typeof findNews>[0]>) =>
    findNews({ books: [], ...check, ...changes }).news.map(({ book: { asin }, code }) => `${asin} ${code}`)

  it.each([
    { is: 'out today', of: book('A', '2026-06-01'), news: ['A book_released'] },
    { is: 'out tomorrow', of: book('A', '2026-06-02'), news: ['A book_announced'] },
    { is: 'without date and length', of: book('A', null, null), news: ['A book_announced'] },
    { is: 'without a date', of: book('A', null), news: ['A book_released'] },
    { is: 'old, but never seen', of: book('A', '1999-01-01'), news: ['A book_released'] },
  ])('are news where one is new and $is', ({ of, news }) => {
    expect(newsOf({ books: [of] })).toEqual(news)
  })

  it('are not news at the first check, but known from then on', () => {
    const books = [book('A', '2020-01-01'), book('B', '2027-01-01')]
    expect(findNews({ ...check, books, lookedAt: null })).toEqual({
      news: [],
      changed: [
        { book: books[0], announced: false, releaseDate: null },
        { book: books[1], announced: true, releaseDate: '2027-01-01' },
      ],
      gone: [],
    })
  })

  it('are not news while unchanged', () => {
    const books = [book('A', '2020-01-01'), book('B', '2027-01-01')]
    expect(findNews({ ...check, books, known: [out('A'), announced('B', '2027-01-01')] })).toEqual({
      news: [],
      changed: [],
      gone: [],
    })
  })

  it('are not news, but known, if the date of one moves, or was sixty days ago', () => {
    const books = [book('A', '2027-02-01'), book('B', '2026-04-01')]
    const before = [announced('A', '2027-01-01'), { ...out('B'), releaseDate: '2026-04-01' }]
    expect(findNews({ ...check, books, known: before })).toEqual({
      news: [],
      changed: [
        { book: books[0], announced: true, releaseDate: '2027-02-01' },
        { book: books[1], announced: false, releaseDate: null },
      ],
      gone: [],
    })
  })

  it('are removed if they were announced and have disappeared', () => {
    const before = [announced('A', '2027-01-01'), out('B')]
    expect(findNews({ ...check, books: [], known: before }).gone).toEqual(['A'])
    expect(findNews({ ...check, books: [], known: before, isWhole: false }).gone).toEqual([])
  })

  it('are news once more when one comes out', () => {
    const before = [announced('A', '2026-06-01')]
    expect(newsOf({ books: [book('A', '2026-06-01')], known: before })).toEqual(['A book_released'])
  })

  it('are not news when a published one is postponed', () => {
    const put = findNews({ ...check, books: [book('A', '2026-09-01')], known: [out('A')] })
    expect(put.news).toEqual([])
    expect(put.changed).toMatchObject([{ announced: true, releaseDate: '2026-09-01' }])
  })

  it('that are old have only moved up if just the newest are read', () => {
    const books = [book('A', '2019-01-01'), book('B', '2026-05-20'), book('C', null, null)]
    expect(newsOf({ books, isWhole: false })).toEqual(['B book_released', 'C book_announced'])
  })

  it('are reported once, newest first, and twenty at most', () => {
    const books = Array.from({ length: 30 }, (_, at) =>
      book(`N${at}`, `2026-05-${String(at + 1).padStart(2, '0')}`),
    )
    const { news, changed } = findNews({ ...check, books: [...books, ...books] })
    expect(news.map(({ book: { asin } }) => asin).slice(0, 2)).toEqual(['N29', 'N28'])
    expect(news).toHaveLength(20)
    expect(changed).toHaveLength(30)
  })
})

it.each([
  { failures: 0, hours: 24 },
  { failures: 1, hours: 1 },
  { failures: 2, hours: 2 },
  { failures: 5, hours: 16 },
  { failures: 6, hours: 24 },
  { failures: 500, hours: 24 },
])('after $failures failures in a row the next check is in $hours hours', ({ failures, hours }) => {
  expect(nextCheck(now, failures).getTime() - now.getTime()).toBe(hours * 60 * 60_000)
})
