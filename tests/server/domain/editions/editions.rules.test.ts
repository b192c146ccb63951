import { describe, expect, it } from 'vitest'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import {
  differencesOf,
  inOrder,
  isSameRecording,
  isSameWork,
  workTitle,
} from '#server/domain/editions/editions.rules'
import { catalogueBook } from '#tests/support/records'

const SALTMARSH = [{ title: 'Saltmarsh', position: '1', asin: 'B0SERIES01' }]
const book = catalogueBook({ title: 'The Hollow Tide', series: SALTMARSH })
const other = (changes: Partial<CatalogueBook>) =>
  catalogueBook({ asin: 'B000000002', title: 'The Hollow Tide', series: SALTMARSH, ...changes })

describe('a book of a catalogue', () => {
  it.each<[string, Partial<CatalogueBook>]>([
    ['another narrator', { narrators: ['Cleo Marsh'] }],
    [
      'its kind of edition in brackets',
      { title: 'The Hollow Tide (Dramatized Adaptation)', runtimeMin: 200 },
    ],
    ['an abridgement, in no series', { edition: 'abridged', runtimeMin: 180, series: [] }],
    ['the subtitle in its title', { title: 'The Hollow Tide: A Novel', series: [] }],
    ['other letters', { title: 'THE HOLLOW TIDE', authors: ['ADA  MOOR', 'Tom Reed'] }],
    ['another region’s title', { title: 'The Empty Tide', region: 'uk' }],
    ['the title of a translation', { title: 'Die hohle Flut', language: 'de', runtimeMin: 900 }],
    [
      'a series of the same name without an ASIN',
      { title: 'The Empty Tide', series: [{ title: 'SALTMARSH', position: '1' }] },
    ],
  ])('with %s is an edition of the work', (_, changes) => {
    expect(isSameWork(catalogueBook({ ...book, subtitle: 'A Novel' }), other(changes))).toBe(true)
  })

  it.each<[string, Partial<CatalogueBook>]>([
    ['by somebody else', { authors: ['Ada Moore'] }],
    ['by nobody', { authors: [] }],
    ['with a longer title', { title: 'The Hollow Tide Rising', series: [] }],
    ['at another place of the series', { series: [{ title: 'Saltmarsh', position: '2' }] }],
    [
      'that contains it and others',
      { title: 'Saltmarsh 1-3', series: [{ title: 'Saltmarsh', position: '1-3' }] },
    ],
    ['that is a numbered part of it', { title: 'The Hollow Tide (Part 1 of 2)', series: [] }],
    ['at its place, but much shorter', { title: 'The First Ebb', runtimeMin: 60 }],
    ['at its place, of unknown length', { title: 'The First Ebb', runtimeMin: null }],
    ['without a place in the series', { title: 'Tales', series: [{ title: 'Saltmarsh', position: null }] }],
  ])('%s is not an edition of the work', (_, changes) => {
    expect(isSameWork(book, other(changes))).toBe(false)
  })

  it('that has only brackets for a title keeps them', () => {
    expect(workTitle('(Unabridged)')).toBe('(Unabridged)')
    expect(workTitle('The Hollow Tide [Dramatized] (Unabridged)')).toBe('The Hollow Tide')
  })
})

describe('differences between editions', () => {
  it('are named, one by one', () => {
    const changes = {
      title: 'Die hohle Flut',
      narrators: ['Cleo Marsh'],
      edition: 'abridged',
      language: 'de',
      runtimeMin: 300,
      region: 'de',
    } satisfies Partial<CatalogueBook>
    expect(differencesOf(other(changes), book)).toEqual([
      ...['title', 'narrators', 'edition', 'language', 'length', 'region'],
    ])
  })

  it('do not include what an edition omits, or says in another way', () => {
    const vague = { narrators: [], edition: null, language: null, runtimeMin: null }
    expect(differencesOf(other(vague), book)).toEqual([])
    const spelled = { title: 'The Hollow Tide [Unabridged]', narrators: ['BEN HALE'], runtimeMin: 604 }
    expect(differencesOf(other(spelled), book)).toEqual([])
  })
})

describe('the same recording', () => {
  it.each<[string, Partial<CatalogueBook>]>([
    ['in another region', { region: 'uk' }],
    ['under the title of another region', { region: 'uk', title: 'The Empty Tide' }],
    ['whose kind of edition is unknown', { edition: null }],
  ])('may be one %s', (_, changes) => {
    expect(isSameRecording(other(changes), book)).toBe(true)
  })

  it.each<[string, Partial<CatalogueBook>]>([
    ['dramatised, by the same people', { edition: 'dramatised' }],
    ['abridged, by the same people', { edition: 'abridged' }],
    ['abridged, however long', { edition: 'abridged', runtimeMin: 600 }],
    ['read by somebody else', { narrators: ['Cleo Marsh'] }],
    ['read by one more', { narrators: ['Ben Hale', 'Cleo Marsh'] }],
    ['by unknown narrators', { narrators: [] }],
    ['in another language', { language: 'de' }],
    ['in an unknown language', { language: null }],
    ['much shorter', { runtimeMin: 540 }],
    ['of unknown length', { runtimeMin: null }],
  ])('is not one that is %s', (_, changes) => {
    expect(isSameRecording(other(changes), book)).toBe(false)
    expect(isSameRecording(book, other(changes))).toBe(false)
  })
})

it('unabridged readings come first, then those of one’s own region, then the oldest', () => {
  const editions = [
    other({ asin: 'B00000DRAM', edition: 'dramatised' }),
    other({ asin: 'B00000ABRI', edition: 'abridged' }),
    other({ asin: 'B0000FOREI', region: 'uk', releaseDate: '1999-01-01' }),
    other({ asin: 'B00000SOON', releaseDate: null }),
    other({ asin: 'B00000LATE', releaseDate: '2024-01-01' }),
    other({ asin: 'B000000OLD', edition: null, releaseDate: '2001-01-01' }),
  ]
  expect(inOrder(editions, book).map(({ asin }) => asin)).toEqual([
    ...['B000000OLD', 'B00000LATE', 'B00000SOON', 'B0000FOREI', 'B00000ABRI', 'B00000DRAM'],
  ])
})
