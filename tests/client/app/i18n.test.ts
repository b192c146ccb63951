import { describe, expect, it } from 'vitest'
import { createEnglish, createTexts } from '#client/app/i18n'

describe('the texts', () => {
  it('are filled with values, which are never read as texts themselves', () => {
    const { read } = createEnglish()
    expect(read('search.resultsFor', { q: '{n} | $& <b>' })).toBe('Results for “{n} | $& <b>”')
  })

  it('choose the plural form by the number', () => {
    const { read } = createEnglish()
    expect(read('search.found', { n: 1 })).toBe('One result so far')
    expect(read('search.found', { n: 0 })).toBe('0 results so far')
    expect(read('search.found', { n: 24 })).toBe('24 results so far')
  })

  it('use the plural forms of the language, in their usual order', () => {
    const { read } = createTexts('pl', { books: '{n} książka | {n} książki | {n} książek | {n} książki' })
    expect([1, 3, 5].map((n) => read('books', { n }))).toEqual(['1 książka', '3 książki', '5 książek'])
  })
})
