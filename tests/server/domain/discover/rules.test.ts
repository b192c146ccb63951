import { describe, expect, it } from 'vitest'
import { leadingCategories, released, upcoming } from '#server/domain/discover/catalogue-rows.rules'
import { mix } from '#server/domain/discover/mix.rules'
import { favourites, following, namedIn, ownSeries, understood } from '#server/domain/discover/taste.rules'
import { catalogueBook } from '#tests/support/records'

const inSeries = (position: string | null, title = `Part ${position}`) =>
  catalogueBook({ title, asin: `B00000000${position ?? 'X'}`, series: [{ title: 'The Tides', position }] })
const titles = (books: readonly { title: string }[]) => books.map(({ title }) => title)

describe('someone’s taste', () => {
  it('is the people they requested most, the latest first if they tie', () => {
    const own = [
      catalogueBook({ authors: ['Cleo Hart'] }),
      catalogueBook({ authors: ['Ada Moor', 'Ben Hale'] }),
      catalogueBook({ authors: ['Ada Moor'] }),
    ]
    expect(favourites(own, 'authors', 2)).toEqual(['Ada Moor', 'Cleo Hart'])
  })

  it('is series, by the furthest book in each', () => {
    const own = [inSeries('2'), inSeries('10'), inSeries(null)]
    expect(ownSeries(own, 5)).toMatchObject([
      { series: 'The Tides', position: '10', last: { title: 'Part 10' } },
    ])
  })

  it('continues with the next in the series, whatever else the catalogue lists there', () => {
    const [series] = ownSeries([inSeries('2')], 1)
    if (!series) throw new Error('There is one')
    const books = [inSeries('10'), inSeries('3'), inSeries('1'), inSeries(null), catalogueBook()]
    expect(titles(following(books, series))).toEqual(['Part 3', 'Part 10'])
  })

  it('does not include anyone with a similar name', () => {
    const books = [
      catalogueBook({ title: 'Hers', authors: ['Adá MOOR'] }),
      catalogueBook({ authors: ['Ada Moorland'] }),
    ]
    expect(titles(namedIn(books, 'authors', 'Ada Moor'))).toEqual(['Hers'])
  })

  it('is in the languages they listen to', () => {
    const books = [
      catalogueBook({ title: 'English' }),
      catalogueBook({ title: 'Deutsch', language: 'de' }),
      catalogueBook({ title: 'Unknown', language: null }),
    ]
    expect(titles(understood(books, [catalogueBook()]))).toEqual(['English', 'Unknown'])
  })
})

describe('a mix of reasons', () => {
  const group = (...names: string[]) => ({
    reason: null,
    books: names.map((title) => catalogueBook({ title })),
  })
  const mixed = (...given: Parameters<typeof mix>) => titles(mix(...given).map(({ book }) => book))

  it('takes from each in turn, and every work once', () => {
    expect(mixed([group('A', 'B', 'C'), group('D'), group('a', 'E')], [])).toEqual(['A', 'D', 'B', 'E', 'C'])
  })

  it('leaves out known works, in any edition', () => {
    const known = [catalogueBook({ asin: 'B0OTHER000', title: 'The salt road!' })]
    expect(mixed([group('The Salt Road', 'B')], known)).toEqual(['B'])
  })

  it('of nothing is nothing', () => {
    expect(mixed([], [])).toEqual([])
  })
})

describe('rows of the catalogue', () => {
  it('are the categories with the most bestsellers', () => {
    const categories = ['Arts', 'Crime', 'History'].map((name, at) => ({ id: String(at), name }))
    const sold = [['Crime', 'Noir'], ['History'], ['Crime']].map((names) => ({ categories: names }))
    const found = leadingCategories(categories, sold, { region: 'de', most: 2 })
    expect(found).toEqual([
      { id: '1', name: 'Crime', region: 'de' },
      { id: '2', name: 'History', region: 'de' },
    ])
  })

  it('begin with the newest books, and end with announced ones', () => {
    const books = ['2026-12-24', '2026-11-20', null, '2026-11-23', '2026-11-30'].map((releaseDate) => ({
      releaseDate,
    }))
    const datesOf = (some: { releaseDate: string | null }[]) => some.map(({ releaseDate }) => releaseDate)
    expect(datesOf(released(books, '2026-11-23'))).toEqual(['2026-11-23', '2026-11-20'])
    expect(datesOf(upcoming(books, '2026-11-23'))).toEqual(['2026-11-30', '2026-12-24'])
  })
})
