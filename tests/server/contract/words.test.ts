import { describe, expect, it } from 'vitest'
import { REASON_CODES } from '#contract/releases'
import bookTexts from '#client/locales/en.book'
import { FACT_WORDS, factName } from '#contract/words/facts'
import { fill } from '#contract/words/fill'
import { REASON_WORDS, reasonText } from '#contract/words/reasons'
import { FEATURE_SIGNS } from '#server/domain/ranking/evidence/feature-names.rules'

describe('filling a text', () => {
  it('never reads what is filled in as a text itself', () => {
    expect(fill('For “{a}”: {b}', { a: '{b} | $&', b: 'x' })).toBe('For “{b} | $&”: x')
  })

  it.each([
    [0, '0 seeders, fewer than 5'],
    [1, '1 seeder, fewer than 5'],
    [2, '2 seeders, fewer than 5'],
  ])('chooses the plural form by the first value that it names: %i', (seeders, text) => {
    expect(reasonText('few_seeders', { seeders, minimum: 5 })).toBe(text)
  })

  it('chooses the plural form by n where that is given', () => {
    expect(fill('{name}: {n} book | {name}: {n} books', { name: 3, n: 1 })).toBe('3: 1 book')
  })

  it('leaves out a colon with nothing behind it, and a value that is not there', () => {
    expect(reasonText('pack_not_allowed', { range: '' })).toBe('a pack')
    expect(fill('{a}, {b}', { a: 'x' })).toBe('x, ')
  })
})

type Words = Readonly<Record<string, string>>

/** Catalogues with the codes that there are, and where the client has them. */
const CATALOGUES: [name: string, words: Words, codes: readonly string[], inClient: Words][] = [
  ['reasons of a verdict', REASON_WORDS, REASON_CODES, bookTexts.reasons],
  ['facts that weighed', FACT_WORDS, [...new Set([...FEATURE_SIGNS.keys()].map(factName))], bookTexts.facts],
]

describe.each(CATALOGUES)('the words of %s', (_name, words, codes, inClient) => {
  it('are there for every code, and for nothing else', () => {
    expect(Object.keys(words).toSorted()).toEqual(codes.toSorted())
  })

  it('are the ones that the client has', () => {
    expect(inClient).toBe(words)
  })

  it('say something', () => {
    for (const text of Object.values(words)) expect(text.trim()).not.toBe('')
  })
})
