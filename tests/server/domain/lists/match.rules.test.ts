import { describe, expect, it } from 'vitest'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { chooseMatch, namedBy, queriesFor, type ComparedBook } from '#server/domain/lists/match.rules'
import { otherReadings } from '#server/domain/lists/title-line.rules'
import { listMatcher } from '#server/domain/ranking/list-matcher.rules'

function book(asin: string, changes: Partial<CatalogueBook> = {}): CatalogueBook {
  return {
    asin,
    region: 'us',
    title: 'The Final Empire',
    subtitle: 'Mistborn Book 1',
    authors: ['Brandon Sanderson'],
    narrators: ['Michael Kramer'],
    series: [{ title: 'Mistborn', position: '1' }],
    language: 'en',
    edition: 'unabridged',
    releaseDate: '2008-01-01',
    runtimeMin: 1480,
    summary: null,
    coverUrl: null,
    sampleUrl: null,
    publisher: null,
    categories: [],
    ...changes,
  }
}

type Named = Parameters<typeof namedBy>[0]

function matchOf(named: Named, books: CatalogueBook[], readings: Named[] = [named], language = 'en') {
  const prepared = readings.map((reading) => listMatcher.prepare(namedBy(reading)))
  const compared = books.flatMap((each) =>
    prepared.flatMap((reading): ComparedBook[] => {
      const likeness = listMatcher.likenessOf(reading, each)
      return likeness === null ? [] : [{ book: each, likeness }]
    }),
  )
  const { state, books: chosen } = chooseMatch(compared, language)
  return [state, ...chosen.map(({ asin }) => asin)]
}

const EMPIRE = book('A')
const WELL = book('B', {
  title: 'The Well of Ascension',
  subtitle: 'Mistborn Book 2',
  series: [{ title: 'Mistborn', position: '2' }],
})
const plain = (title: string, author: string, changes: Partial<CatalogueBook> = {}) =>
  book('C', { title, subtitle: null, authors: [author], series: [], ...changes })

describe('The search for an entry', () => {
  it.each([
    ['The Final Empire (Mistborn, #1)', 'The Final Empire', 'Mistborn', '1'],
    ['Edgedancer (The Stormlight Archive #2.5)', 'Edgedancer', 'The Stormlight Archive', '2.5'],
    ['Dawn (Xenogenesis, #1; Other, #4)', 'Dawn', 'Xenogenesis', '1'],
    ['The Trilogy (Mistborn, #1-3)', 'The Trilogy', 'Mistborn', '1-3'],
  ])('%j is %j, of %j %j', (written, title, series, position) => {
    expect(namedBy({ title: written, author: null })).toEqual({
      title,
      authors: [],
      series: [{ title: series, position }],
    })
  })

  it('uses everything, and then leaves out a subtitle', () => {
    const named = namedBy({ title: 'Sapiens: A Brief History of Humankind', author: 'Yuval Noah Harari' })
    expect(queriesFor(named)).toEqual([
      'Sapiens: A Brief History of Humankind Yuval Noah Harari',
      'Sapiens Yuval Noah Harari',
    ])
    expect(queriesFor(namedBy({ title: 'Dune (Illustrated)', author: null }))).toEqual(['Dune'])
  })

  it('never contains half a character', () => {
    const [query = ''] = queriesFor(namedBy({ title: `${'x'.repeat(199)}😀`, author: null }))
    expect(query.isWellFormed()).toBe(true)
  })
})

describe('A match is sure', () => {
  it.each<[string, Named, CatalogueBook[]]>([
    ['by title and author', { title: 'The Final Empire', author: 'Brandon Sanderson' }, [WELL, EMPIRE]],
    ['with its series', { title: 'The Final Empire (Mistborn, #1)', author: 'Brandon Sanderson' }, [EMPIRE]],
    ['whatever the case', { title: 'the final empire', author: 'BRANDON SANDERSON' }, [EMPIRE]],
    ['with the name turned round', { title: 'The Final Empire', author: 'Sanderson, Brandon' }, [EMPIRE]],
    ['without the article', { title: 'Final Empire', author: 'Brandon Sanderson' }, [EMPIRE]],
    [
      'with an edition beside it',
      { title: 'The Final Empire (Unabridged)', author: 'B. Sanderson' },
      [EMPIRE],
    ],
    ['where one author has the title', { title: 'The Final Empire', author: null }, [EMPIRE]],
  ])('%s', (_, named, books) => {
    expect(matchOf(named, books).slice(0, 2)).toEqual(['sure', 'A'])
  })

  it('for the usual edition, in the language of the region, before all others', () => {
    const named = { title: 'The Final Empire', author: 'Brandon Sanderson' }
    const drama = book('D', { edition: 'dramatised' })
    const short = book('S', { edition: 'abridged' })
    const german = book('G', { language: 'de' })
    expect(matchOf(named, [drama, short, german, EMPIRE])).toEqual(['sure', 'A', 'G', 'D', 'S'])
    expect(matchOf(named, [EMPIRE, german], [named], 'de').slice(0, 2)).toEqual(['sure', 'G'])
  })

  it('with the author first, and if "by" belongs to the title', () => {
    const turned = { title: 'Brandon Sanderson', author: 'The Final Empire' }
    expect(matchOf(turned, [EMPIRE], [turned, ...otherReadings(turned)])).toEqual(['sure', 'A'])
    const cut = { title: 'Death', author: 'Black Hole' }
    const death = plain('Death by Black Hole', 'Neil deGrasse Tyson')
    expect(matchOf(cut, [death], [cut, ...otherReadings(cut)])).toEqual(['sure', 'C'])
  })
})

describe('Someone has to look', () => {
  it.each<[string, Named, CatalogueBook[]]>([
    ['at a typo', { title: 'The Final Emprie', author: 'Brandon Sanderson' }, [EMPIRE]],
    ['at a typo in both', { title: 'The Fimal Empire', author: 'Brandon Sandersen' }, [EMPIRE]],
    [
      'where only a part of the title is the same',
      { title: 'The Final Empire: Ashes', author: 'Brandon Sanderson' },
      [book('A', { subtitle: null, series: [] })],
    ],
    [
      'where two authors have the title',
      { title: 'The Final Empire', author: null },
      [EMPIRE, plain('The Final Empire', 'Somebody Else')],
    ],
    [
      'where only a shortened one is there',
      { title: 'The Final Empire', author: 'Brandon Sanderson' },
      [book('A', { edition: 'abridged' })],
    ],
  ])('%s', (_, named, books) => {
    expect(matchOf(named, books).slice(0, 2)).toEqual(['check', 'A'])
  })
})

describe('Nothing is found', () => {
  it.each<[string, Named, CatalogueBook[]]>([
    ['where there is nothing', { title: 'The Final Empire', author: null }, []],
    ['by another author', { title: 'The Final Empire', author: 'Ursula K. Le Guin' }, [EMPIRE]],
    ['of another title', { title: 'Elantris', author: 'Brandon Sanderson' }, [EMPIRE]],
    [
      'of another volume',
      { title: 'The Final Empire (Mistborn, #2)', author: 'Brandon Sanderson' },
      [EMPIRE],
    ],
    ['but the next volume', { title: 'The Final Empire', author: 'Brandon Sanderson' }, [WELL]],
    [
      'but a summary',
      { title: 'The Final Empire', author: 'Brandon Sanderson' },
      [plain('Summary of The Final Empire', 'Brandon Sanderson')],
    ],
  ])('%s', (_, named, books) => {
    expect(matchOf(named, books)).toEqual(['nothing'])
  })
})
