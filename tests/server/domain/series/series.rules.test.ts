import { describe, expect, it } from 'vitest'
import type { RequestedBookDto } from '#contract/books'
import { presentBook } from '#server/domain/books/presentation.rules'
import { around, countsOf, inOrder, withStandings } from '#server/domain/series/series.rules'
import { catalogueBook } from '#tests/support/records'

const TODAY = '2026-06-01'

type Facts = Partial<RequestedBookDto['book']> & { position?: string | null }

let made = 0
function entry({ position = null, ...facts }: Facts) {
  made += 1
  const shown = presentBook(catalogueBook({ asin: `B${String(made).padStart(9, '0')}` }), {
    state: undefined,
    user: { username: 'tess', role: 'trusted' },
    baseUrl: '/',
    now: new Date(TODAY),
    outlook: { autoDownload: true, possible: true },
    actionsOf: () => [],
    approvalOf: () => ({ approved: true }),
    inLibrary: null,
    digest: (text) => text,
  })
  return { ...shown, book: { ...shown.book, ...facts }, position }
}
const standings = (...all: Facts[]) => withStandings(all.map(entry), TODAY).map(({ standing }) => standing)

describe('the order of a series', () => {
  it('is that of the numbers, box sets after their first part, and unnumbered books last', () => {
    const positions = ['10', null, '1-3', '2', '', '1', '0.5', 'Extras', '1.5']
    const book = { edition: 'unabridged' as const }
    const sorted = inOrder(positions.map((position) => ({ position, book })))
    expect(sorted.map(({ position }) => position)).toEqual([
      ...['0.5', '1', '1-3', '1.5', '2', '10'],
      ...[null, '', 'Extras'],
    ])
  })
})

describe('the editions of one part', () => {
  it('begin with the usual ones, and box sets follow', () => {
    const editions = ['dramatised', 'unabridged', 'abridged', null] as const
    const parts = editions.map((edition) => ({ position: '1', book: { edition } }))
    const set = { position: '1-3', book: { edition: 'unabridged' as const } }
    expect(inOrder([set, ...parts]).map(({ book }) => book.edition)).toEqual([
      ...['unabridged', null, 'dramatised', 'abridged', 'unabridged'],
    ])
  })
})

describe('the status of a book in a series', () => {
  it.each<[string, Facts, string]>([
    ['nobody asked for it', {}, 'missing'],
    ['the library has it', { status: 'available' }, 'available'],
    [
      'the library has another copy',
      { in_library: { link: '/', same_edition: false, why: null, item: null } },
      'available',
    ],
    ['the library has lost it', { status: 'available', left_library: true }, 'missing'],
    ['somebody asked for it', { status: 'waiting_for_approval' }, 'requested'],
    ['it was declined', { status: 'declined' }, 'missing'],
    ['it comes out tomorrow', { release_date: '2026-06-02' }, 'upcoming'],
    ['it comes out today', { release_date: TODAY }, 'missing'],
    ['it is announced and no more', { release_date: null, runtime_length_min: null }, 'upcoming'],
    ['nobody knows when it came out', { release_date: null }, 'missing'],
    ['it was requested before its release', { status: 'waiting', release_date: '2030-01-01' }, 'requested'],
  ])('where %s', (_, facts, standing) => {
    expect(standings({ position: '1', ...facts })).toEqual([standing])
  })

  it('is another edition if the person has or requested one of the same part', () => {
    expect(standings({ position: '1' }, { position: '1', status: 'waiting' })).toEqual([
      'other_edition',
      'requested',
    ])
    expect(standings({ position: '2' }, { position: '2.0', status: 'available' })).toEqual([
      'other_edition',
      'available',
    ])
  })

  it('is missing once of several editions of a part: the first unabridged reading', () => {
    expect(
      standings(
        { position: '1', edition: 'dramatised' },
        { position: '1', edition: 'unabridged' },
        { position: '1', edition: null },
      ),
    ).toEqual(['other_edition', 'missing', 'other_edition'])
  })

  it('is another edition for a box set whose parts are available one by one', () => {
    expect(standings({ position: '2' }, { position: '1-3' })).toEqual(['missing', 'other_edition'])
    expect(standings({ position: '4' }, { position: '1-3' })).toEqual(['missing', 'missing'])
  })

  it('is missing for each one without a number', () => {
    expect(standings({ position: null }, { position: '' })).toEqual(['missing', 'missing'])
  })

  it('is counted', () => {
    const books = withStandings([{ status: 'waiting' as const }, {}, {}].map(entry), TODAY)
    expect(countsOf(books)).toEqual({
      ...{ total: 3, available: 0, requested: 1, upcoming: 0, other_edition: 0, missing: 2 },
    })
  })
})

describe('the neighbours of a book', () => {
  const books = withStandings(
    Array.from({ length: 9 }, (_, at) => entry({ position: String(at) })),
    TODAY,
  )
  const shown = (at: number) => around(books, books[at]?.book.asin ?? '').map(({ position }) => position)

  it('are two on each side, if there are', () => {
    expect(shown(4)).toEqual(['2', '3', '4', '5', '6'])
    expect(shown(0)).toEqual(['0', '1', '2'])
    expect(shown(8)).toEqual(['6', '7', '8'])
  })

  it('are no duplicate editions, except the book itself', () => {
    const abridged = entry({ position: '4', edition: 'abridged' })
    const both = withStandings([...books.slice(0, 5), abridged, ...books.slice(5)], TODAY)
    const asinsAround = (asin: string) => around(both, asin).map(({ book }) => book.asin)
    expect(asinsAround(books[5]?.book.asin ?? '')).not.toContain(abridged.book.asin)
    expect(asinsAround(abridged.book.asin)[2]).toBe(abridged.book.asin)
  })

  it('are the first ones if it is not among them', () => {
    expect(around(books, 'B999999999').map(({ position }) => position)).toEqual(['0', '1', '2'])
  })
})
