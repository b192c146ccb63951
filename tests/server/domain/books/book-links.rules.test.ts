import { describe, expect, it } from 'vitest'
import { linksOf, personId, placeOf, seriesId } from '#server/domain/books/book-links.rules'

describe('the position of a book in a series', () => {
  it.each([
    ['1', 1000],
    ['0.5', 500],
    ['2.25', 2250],
    ['1-3', 1000],
    ['10 - 12', 10_000],
    ['Book 4', 4000],
    ['', null],
    [null, null],
    ['Prequel', null],
    ['9999999', null],
  ])('of the position %j is %j', (position, place) => {
    expect(placeOf(position)).toBe(place)
  })
})

describe('the links between books', () => {
  it('use the ASIN of a series in its region, or else its title', () => {
    expect(seriesId('us', { asin: 'B0SERIES01', title: 'The Salt Road' })).toBe('us:B0SERIES01')
    expect(seriesId('de', { title: 'The Salt Road!' })).toBe('de:"the salt road"')
  })

  it('use a person’s name in any spelling', () => {
    expect(personId('J. K. Rowling')).toBe(personId('J.K. ROWLING'))
    expect(personId('Émile Zola')).toBe(personId('emile zola'))
    expect(personId('村上 春樹')).not.toBe('')
    expect(personId('…')).toBe('…')
  })

  it('contain every row once, in the same order for every writer', () => {
    const book = { region: 'us' as const, series: [{ title: 'Saga', position: '1' }], narrators: [] }
    const links = linksOf([
      { ...book, asin: 'B000000002', authors: ['Zoe', 'Ada', 'ADA'] },
      { ...book, asin: 'B000000001', authors: ['Ada'] },
    ])
    expect(links.series).toHaveLength(1)
    expect(links.people.map(({ id }) => id)).toEqual(['ada', 'zoe'])
    expect(links.bookPeople.map(({ book: asin, id }) => [asin, id])).toEqual([
      ['B000000001', 'ada'],
      ['B000000002', 'ada'],
      ['B000000002', 'zoe'],
    ])
  })
})
