import { describe, expect, it } from 'vitest'
import type { RelatedBook } from '#server/domain/ranking/ranking.types'
import { HOLLOW_TIDE, codes, verdictOf } from './samples'

const KNOWN = 'Quorl Zanbeth'
const verdictFor = (title: string, narrators: readonly string[] = [], related: readonly RelatedBook[] = []) =>
  verdictOf({ title }, { narrators, related })
const factsIn = ({ reasons }: ReturnType<typeof verdictFor>) =>
  reasons.flatMap(({ params }) => ('fact' in params ? [params['fact']] : []))

const BOOK: RelatedBook = {
  title: 'Drowned Bell',
  authors: HOLLOW_TIDE.authors,
  narrators: [],
  series: [],
  language: 'en',
  edition: null,
  runtimeMin: null,
}

describe('a known narrator next to the title', () => {
  it.each([
    'Mara Ellison - The Hollow Tide - Quorl Zanbeth [M4B]',
    'The Hollow Tide - Mara Ellison - Quorl Zanbeth [M4B]',
    'mara ellison - the hollow tide - quorl zanbeth',
  ])('is explained: %s', (title) => {
    expect(verdictFor(title).automatic).toBe(false)
    const verdict = verdictFor(title, [KNOWN])
    expect([verdict.accepted, verdict.automatic]).toEqual([true, true])
  })

  it('is given as a reason', () => {
    const verdict = verdictFor('Mara Ellison - The Hollow Tide - Quorl Zanbeth [M4B]', [KNOWN])
    expect(factsIn(verdict)).toContain('known-person')
    expect(codes(verdict)).toContain('words_weighed')
  })

  it('may have read another book by the author', () => {
    const title = 'Mara Ellison - The Hollow Tide - Quorl Zanbeth [M4B]'
    expect(verdictFor(title, [], [{ ...BOOK, narrators: [KNOWN] }]).automatic).toBe(true)
  })
})

describe('a known narrator', () => {
  it.each([
    ['the author not named', KNOWN, 'Quorl Zanbeth - The Hollow Tide [M4B]'],
    ['a word more', KNOWN, 'Mara Ellison - The Hollow Tide - Quorl Zanbeth Rising [M4B]'],
    ['a piece of the name', KNOWN, 'Mara Ellison - The Hollow Tide - Zanbeth [M4B]'],
    ['other words behind it', KNOWN, 'Mara Ellison - The Hollow Tide of Quorl Zanbeth [M4B]'],
    ['a word of the title', 'Tide Rising', 'Mara Ellison - The Hollow Tide - Tide Rising [M4B]'],
    ['a word of the series', 'Saltmarsh Bells', 'Mara Ellison - Saltmarsh Bells - The Hollow Tide [M4B]'],
    ['a single word', 'Rising', 'Mara Ellison - The Hollow Tide - Rising [M4B]'],
    ['no name', 'the gull of salt', 'Mara Ellison - The Hollow Tide - The Gull of Salt [M4B]'],
  ])('explains nothing with %s', (_, narrator, title) => {
    expect(verdictFor(title, [narrator])).toEqual(verdictFor(title))
  })

  it('explains no title of another book', () => {
    const title = 'Mara Ellison - The Hollow Tide - Drowned Bell [M4B]'
    expect(verdictFor(title, ['Drowned Bell'], [BOOK]).accepted).toBe(false)
  })

  it('leaves another book beside it as wrong as before', () => {
    const title = 'Mara Ellison - Salt and Silence, The Hollow Tide - Quorl Zanbeth [M4B]'
    expect(verdictFor(title, [KNOWN]).accepted).toBe(false)
  })
})
