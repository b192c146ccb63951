import { describe, expect, it } from 'vitest'
import { keysOfBook, keysOfItem, ownedAs, prepareBook, prepareItem } from '#server/domain/ranking/owned.rules'
import type { OwnedItem, SoughtBook } from '#server/domain/ranking/owned.rules'

const BOOK: SoughtBook = {
  asin: 'B000000001',
  title: 'The Salt Road',
  subtitle: null,
  authors: ['Ada Moor'],
  series: [],
  language: 'en',
  edition: 'unabridged',
  runtimeMin: 600,
}
const ITEM: OwnedItem = {
  asin: null,
  isbn: null,
  title: 'The Salt Road',
  subtitle: null,
  authors: ['Ada Moor'],
  series: [],
  language: null,
  durationMin: 600,
}

type Case = [about: string, book: Partial<SoughtBook>, item: Partial<OwnedItem>]
const place = (title: string, position: string | null = null) => [{ title, position }]

function compared(book: Partial<SoughtBook>, item: Partial<OwnedItem>) {
  const sought = prepareBook({ ...BOOK, ...book })
  const owned = { ...ITEM, ...item }
  return { why: ownedAs(sought, prepareItem(owned)), sought, owned }
}

const SAME: Case[] = [
  ['the same words', {}, {}],
  ['its ASIN, whatever else it is called', {}, { asin: 'B000000001', title: 'Untitled 7', authors: [] }],
  ['its ASIN in lower case', { asin: 'b000000001' }, { asin: 'B000000001', title: 'Disc' }],
  [
    'an ISBN that the catalogue has for it',
    { asin: '316148410X' },
    { isbn: '316148410X', title: 'x', authors: [] },
  ],
  ['the ASIN of another region', {}, { asin: 'B0REGION02' }],
  ['another case and other signs', {}, { title: 'the salt-road!' }],
  ['no article', {}, { title: 'Salt Road' }],
  ['accents', { title: 'Émile’s Café' }, { title: 'Emiles Cafe' }],
  ['"and" as a sign', { title: 'Salt and Iron' }, { title: 'Salt & Iron' }],
  [
    'the subtitle in the title',
    { subtitle: 'Tales of the Coast' },
    { title: 'The Salt Road: Tales of the Coast' },
  ],
  ['the subtitle in the title of the catalogue', { title: 'The Salt Road: A Novel' }, {}],
  ['"A Novel" behind it', {}, { title: 'The Salt Road: A Novel' }],
  [
    'the series before it',
    { series: place('Harbour Songs', '2') },
    { title: 'Harbour Songs 2 - The Salt Road' },
  ],
  [
    'the series behind it',
    {},
    { title: 'The Salt Road: Harbour Songs, Book 2', series: place('Harbour Songs', '2') },
  ],
  ['the series in brackets', {}, { title: 'The Salt Road (Harbour Songs #2)' }],
  ['the series in the title of the catalogue', { title: 'The Salt Road: Harbour Songs, Book 2' }, {}],
  ['a number before it', {}, { title: '02 - The Salt Road' }],
  ['a number behind its series', { title: 'Overlord, Vol. 3' }, { title: 'Overlord, Volume 3' }],
  ['"Unabridged" behind it', {}, { title: 'The Salt Road (Unabridged)' }],
  ['the author before it', {}, { title: 'Ada Moor - The Salt Road' }],
  ['initials of the author', { authors: ['J. R. R. Tolkien'] }, { authors: ['JRR Tolkien'] }],
  ['the last name first', {}, { authors: ['Moor, Ada'] }],
  ['one of two authors', { authors: ['Ada Moor', 'Ben Hale'] }, { authors: ['Ben Hale'] }],
  ['a reading that is a little slower', {}, { durationMin: 660 }],
  ['no length', {}, { durationMin: null }],
  ['no author, and the very same length', {}, { authors: [], durationMin: 605 }],
  ['its language in words', {}, { language: 'English' }],
  ['a number that is a name', { title: 'Fahrenheit 451' }, { title: 'Fahrenheit 451' }],
  ['two letters', { title: 'It', authors: ['Stephen King'] }, { title: 'It', authors: ['Stephen King'] }],
  ['the abridged one that is wanted', { edition: 'abridged' }, { title: 'The Salt Road (Abridged)' }],
  ['the abridged one, by its length', { edition: 'abridged', runtimeMin: 200 }, { durationMin: 201 }],
  ['a short one with a jingle', { runtimeMin: 10 }, { durationMin: 12 }],
  [
    'Japanese',
    { title: '吾輩は猫である', authors: ['夏目漱石'] },
    { title: '吾輩は猫である', authors: ['夏目 漱石'] },
  ],
]

const OTHER: Case[] = [
  ['a longer title', { title: 'It', authors: [] }, { title: 'It Ends with Us', authors: [] }],
  ['a shorter title', { title: 'It Ends with Us' }, { title: 'It' }],
  ['a sequel with its name', { title: 'Dune' }, { title: 'Dune Messiah' }],
  ['a sequel behind a colon', { title: 'Dune' }, { title: 'Dune: Messiah', durationMin: 500 }],
  ['another author', {}, { authors: ['Ben Hale'] }],
  ['an author of the same family', { authors: ['Joe Hill'] }, { authors: ['Grant Hill'] }],
  ['a shortened reading', {}, { durationMin: 240 }],
  ['a shortened reading that says so', {}, { title: 'The Salt Road (Abridged)', durationMin: null }],
  [
    'the whole one where the abridged is wanted',
    { edition: 'abridged' },
    { title: 'The Salt Road (Unabridged)' },
  ],
  ['a play of it', {}, { title: 'The Salt Road (Dramatized)', durationMin: null }],
  ['another language', {}, { language: 'German' }],
  ['the next volume', { title: 'Overlord, Vol. 3' }, { title: 'Overlord, Vol. 4' }],
  [
    'another place in the same series',
    { title: 'Overlord', series: place('Overlord', '3') },
    { title: 'Overlord', series: place('Overlord', '4') },
  ],
  ['the first of two parts', { title: 'Dune (Part 2 of 2)' }, { title: 'Dune (Part 1 of 2)' }],
  ['a summary', {}, { title: 'The Salt Road: Summary', authors: [], durationMin: 600 }],
  ['a book of the same series', { title: 'Star Wars: Thrawn' }, { title: 'Star Wars: Ahsoka' }],
  [
    'the series alone, of another length',
    { title: 'Star Wars: Thrawn' },
    { title: 'Star Wars', durationMin: 540 },
  ],
  ['no author and no length', {}, { authors: [], durationMin: null }],
  ['no author and another length', {}, { authors: [], durationMin: 660 }],
  ['nothing but the ASIN of another', { title: 'Else' }, { asin: 'B000000002' }],
]

describe('an item of the library is the book', () => {
  it.each(SAME)('with %s', (_about, book, item) => {
    const { why, sought, owned } = compared(book, item)
    expect(why).not.toBeNull()
    // The index has to find what the rule accepts.
    const keys = new Set(keysOfItem(owned))
    expect(keysOfBook(sought).some((key) => keys.has(key))).toBe(true)
  })
})

describe('an item of the library is another book', () => {
  it.each(OTHER)('with %s', (_about, book, item) => {
    expect(compared(book, item).why).toBeNull()
  })
})

it('The reason for a match is named', () => {
  expect(compared({}, { asin: 'B000000001' }).why).toBe('same_asin')
  expect(compared({}, {}).why).toBe('title_author_and_length')
  expect(compared({}, { durationMin: null }).why).toBe('title_and_author')
})

/** An item that counts how often its title is read. */
function counted(changes: Partial<OwnedItem> = {}) {
  let readings = 0
  const item: OwnedItem = {
    ...ITEM,
    ...changes,
    get title() {
      readings += 1
      return changes.title ?? ITEM.title
    },
  }
  return { prepared: prepareItem(item), readings: () => readings }
}

describe('the title of an item', () => {
  it('is parsed once, however many books it is compared with', () => {
    const { prepared, readings } = counted()
    const titles = ['The Salt Road', 'Salt Road: A Novel', 'The Salt Road', 'The Long Winter']
    expect(titles.map((title) => ownedAs(prepareBook({ ...BOOK, title }), prepared) !== null)).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(readings()).toBe(1)
  })

  it.each<Case>([
    ['its ASIN', {}, { asin: 'B000000001' }],
    ['another author', {}, { authors: ['Ben Hale'] }],
    ['another length', {}, { durationMin: 240 }],
    ['another language', {}, { language: 'German' }],
    [
      'another place in the same series',
      { series: place('Overlord', '3') },
      { series: place('The Overlord', '4') },
    ],
  ])('is not read if %s decides', (_about, book, item) => {
    const { prepared, readings } = counted(item)
    expect(ownedAs(prepareBook({ ...BOOK, ...book }), prepared)).toBe(item.asin ? 'same_asin' : null)
    expect(readings()).toBe(0)
  })
})
