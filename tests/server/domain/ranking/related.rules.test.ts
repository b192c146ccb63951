import { describe, expect, it } from 'vitest'
import type { RelatedBook, WantedBook } from '#server/domain/ranking/ranking.types'
import { HOLLOW_TIDE, codes, rejections, verdictOf } from './samples'

const related = (changes: Partial<RelatedBook>): RelatedBook => ({
  title: 'The Drowned Bell',
  authors: HOLLOW_TIDE.authors,
  narrators: [],
  series: [],
  language: 'en',
  edition: null,
  runtimeMin: null,
  ...changes,
})
const verdictFor = (title: string, books: readonly RelatedBook[], book: WantedBook = HOLLOW_TIDE) =>
  verdictOf({ title }, { book, related: books })

const SEQUEL = related({ title: 'The Hollow Tide Rising', series: [{ title: 'Saltmarsh', position: '3' }] })

describe('other books of the author', () => {
  it.each([
    'Mara Ellison - The Hollow Tide Rising [M4B]',
    'The Hollow Tide: Rising by Mara Ellison [ENG / M4B]',
    'Mara.Ellison.The.Hollow.Tide.Rising.2021.MP3-GRP',
  ])('show that %s is a longer title', (title) => {
    const verdict = verdictFor(title, [SEQUEL])
    expect(rejections(verdict)).toContain('title_differs')
    expect(verdict.reasons.find(({ code }) => code === 'title_differs')?.params).toMatchObject({
      found: 'The Hollow Tide Rising',
    })
  })

  it('do not affect the wanted title', () => {
    const verdict = verdictFor('Mara Ellison - The Hollow Tide [M4B]', [SEQUEL])
    expect([verdict.accepted, verdict.automatic]).toEqual([true, true])
  })

  it.each([
    ['by someone else', { authors: ['Tom Reed'] }],
    ['that is the same one, at its place in the series', { series: [{ title: 'Saltmarsh', position: '2' }] }],
  ])('are ignored if there is one %s', (_, changes: Partial<RelatedBook>) => {
    const title = 'Mara Ellison - The Hollow Tide: A Rising Novel [M4B]'
    const longer = { ...SEQUEL, title: 'The Hollow Tide: A Rising Novel', ...changes }
    expect(codes(verdictFor(title, [longer]))).toEqual(codes(verdictFor(title, [])))
  })

  it.each([
    'The Hollow Tide (Saltmarsh, Book 2)',
    'The Hollow Tide: A Novel',
    'The Hollow Tide: Unabridged Edition',
    'Mara Ellison: The Hollow Tide',
  ])('may be the same book under the name %s', (title) => {
    expect(verdictFor(`Mara Ellison - ${title} [M4B]`, [related({ title })]).accepted).toBe(true)
  })

  it.each([
    ['in the same length', { runtimeMin: 580 }],
    ['abridged', { runtimeMin: 200, edition: 'abridged' }],
    ['of an unknown length', {}],
  ] as const)('may be the same book with its subtitle: %s', (_, changes: Partial<RelatedBook>) => {
    const subtitled = related({ title: 'The Hollow Tide: Salt and Silence', ...changes })
    const title = 'Mara Ellison - The Hollow Tide: Salt and Silence [M4B]'
    expect(codes(verdictFor(title, [subtitled]))).toEqual(codes(verdictFor(title, [])))
  })

  it.each([
    ['of another length', { runtimeMin: 60 }],
    ['at another place in the series', { series: [{ title: 'Saltmarsh', position: '2.5' }] }],
  ])('are recognised behind a colon if one is %s', (_, changes: Partial<RelatedBook>) => {
    const other = related({ title: 'The Hollow Tide: Salt and Silence', ...changes })
    const verdict = verdictFor('Mara Ellison - The Hollow Tide: Salt and Silence [M4B]', [other])
    expect(rejections(verdict)).toContain('title_differs')
  })

  it('may have the name of the series', () => {
    const other = related({ title: 'The Hollow Tide Saltmarsh', runtimeMin: 60 })
    expect(verdictFor('Mara Ellison - The Hollow Tide Saltmarsh [M4B]', [other])).toEqual(
      verdictFor('Mara Ellison - The Hollow Tide Saltmarsh [M4B]', []),
    )
  })

  it('name their narrators', () => {
    const title = 'Mara Ellison - The Hollow Tide - Quorl Zanbeth [M4B]'
    const known = verdictFor(title, [related({ narrators: ['Quorl Zanbeth'] })])
    const facts = known.reasons.flatMap(({ params }) => ('fact' in params ? [params['fact']] : []))
    expect(facts).toContain('known-person')
  })
})

describe('another title of the same book', () => {
  const OTHER = related({ title: 'Salt and Silence', series: [{ title: 'Saltmarsh', position: '2' }] })

  it('is found next to the author', () => {
    expect(verdictFor('Mara Ellison - Salt and Silence [M4B]', [OTHER]).accepted).toBe(true)
    expect(verdictFor('Mara Ellison - Salt and Silence [M4B]', []).accepted).toBe(false)
  })

  it('is never grabbed without the author', () => {
    expect(verdictFor('Salt and Silence [M4B]', [OTHER]).automatic).toBe(false)
  })

  it.each([
    ['in another language', { language: 'de' }],
    ['by somebody else', { authors: ['Tom Reed'] }],
    ['at another place', { series: [{ title: 'Saltmarsh', position: '4' }] }],
    ['of a pack', { series: [{ title: 'Saltmarsh', position: '1-3' }] }],
  ])('does not count if it is %s', (_, changes: Partial<RelatedBook>) => {
    expect(verdictFor('Mara Ellison - Salt and Silence [M4B]', [{ ...OTHER, ...changes }]).accepted).toBe(
      false,
    )
  })

  it.each([
    ['almost as long', { runtimeMin: 640 }, true],
    ['of an unknown length', { runtimeMin: null }, true],
    ['another recording of the text', { runtimeMin: 200, edition: 'abridged' }, true],
    ['much longer', { runtimeMin: 900 }, false],
    ['in a series with another spelling', { series: [{ title: 'The Saltmarsh Saga', position: '2' }] }, true],
  ] as const)('is accepted or not: %s', (_, changes, expected) => {
    const verdict = verdictFor('Mara Ellison - Salt and Silence [M4B]', [{ ...OTHER, ...changes }])
    expect(verdict.accepted).toBe(expected)
  })

  it.each([
    ['Mara Ellison - Saltmarsh and the Drowned Bell [M4B]', true],
    ['The Drowned Bell by Mara Ellison [M4B]', true],
    ['Mara Ellison - Saltmarsh and the Silver Gull [M4B]', false],
    ['Mara Ellison - Saltmarsh and the Silver Bell [M4B]', false],
  ])('may begin with the series: %s', (title, expected) => {
    const book = { ...HOLLOW_TIDE, title: 'Saltmarsh and the Hollow Tide' }
    const other = { ...OTHER, title: 'Saltmarsh and the Drowned Bell' }
    expect(verdictFor(title, [other], book).accepted).toBe(expected)
  })

  it('is ignored if it is the name of the series', () => {
    const named = { ...OTHER, title: 'Saltmarsh' }
    expect(codes(verdictFor('Mara Ellison - Saltmarsh [M4B]', [named]))).toEqual(
      codes(verdictFor('Mara Ellison - Saltmarsh [M4B]', [])),
    )
  })

  it('is ignored if it is about the book', () => {
    const summary = { ...OTHER, title: 'Summary of a Saltmarsh Story' }
    expect(verdictFor('Mara Ellison - Summary of a Saltmarsh Story [M4B]', [summary]).accepted).toBe(false)
  })
})

describe('an identifier in the name', () => {
  const book = (asin: string): WantedBook => ({ ...HOLLOW_TIDE, asin })

  it.each([
    ['an ASIN', 'B0ABCD1234', 'Some Folder Name [B0ABCD1234] M4B'],
    ['an ISBN', '1524721956', '1524721956 audiobook m4b'],
    ['an ISBN in its long form', '152472195X', 'Tide, audio, 9781524721954 (m4b)'],
  ])('as %s identifies the book, whatever else the name contains', (_, asin, title) => {
    const verdict = verdictFor(title, [], book(asin))
    expect(codes(verdict)).toContain('identifier_matches')
    expect([verdict.accepted, verdict.automatic]).toEqual([true, true])
  })

  it('says nothing if it is another one, because each region has its own', () => {
    const title = 'Mara Ellison - The Hollow Tide [B0XXXXXXX1] [M4B]'
    expect(codes(verdictFor(title, [], book('B0ABCD1234')))).toEqual(codes(verdictFor(title, [])))
  })

  it('does not make a wrong volume right', () => {
    const verdict = verdictFor(
      'Mara Ellison - Saltmarsh 5 - The Hollow Tide [B0ABCD1234]',
      [],
      book('B0ABCD1234'),
    )
    expect(rejections(verdict)).toContain('volume_differs')
  })
})
