import { describe, expect, it } from 'vitest'
import { newUsernameSchema, usernameSchema } from '#contract/auth'
import { lookalikeFault } from '#contract/usernames'

describe('a new username', () => {
  it.each([
    'rosa',
    'Rosa Luxemburg',
    'rosa.l+books@example.org',
    'O’Neill-Żółć_2',
    'Дмитрий',
    'Ελένη',
    'יעל',
    'محمد',
    'अनुष्का',
    '田中さくら',
    'Ken 田中 ケン',
    '김민준 Kim',
    'ㄅㄆㄇ Chen',
    'ᏣᎳᎩ',
    'Rosa 📚',
    'コーヒー',
  ])('may be %s', (name) => {
    expect(newUsernameSchema.safeParse(name).error).toBeUndefined()
  })

  it.each([
    ['a zero-width space', 'ro\u200bsa', 'invisible'],
    ['a zero-width joiner', 'ro\u200dsa', 'invisible'],
    ['a soft hyphen', 'ro\u00adsa', 'invisible'],
    ['a direction mark', '\u200frosa', 'invisible'],
    ['a direction override', '\u202easor', 'invisible'],
    ['a tag character', 'rosa\u{e0061}', 'invisible'],
    ['a blank that is a letter', 'rosa\u3164', 'invisible'],
    ['a blank of braille', 'rosa\u2800', 'invisible'],
    ['a variation selector', 'rosa\ufe00', 'invisible'],
    ['two blanks', 'rosa  l', 'spaces'],
    ['a blank that does not break', 'rosa\u00a0l', 'spaces'],
    ['a mark without a letter', '\u0301rosa', 'accents'],
    ['heaps of marks', `r${'\u0301'.repeat(9)}osa`, 'accents'],
    ['a Cyrillic letter among Latin ones', 'r\u043esa', 'alphabets'],
    ['a Greek letter among Latin ones', 'r\u03bfsa', 'alphabets'],
    ['a Cherokee letter among Latin ones', 'R\u13a4sa', 'alphabets'],
    ['a Cyrillic letter among Greek ones', '\u03b5\u043b', 'alphabets'],
    ['Han with Cyrillic', '\u7530\u0414', 'alphabets'],
  ])('has no %s', (_what, name, message) => {
    const { error } = newUsernameSchema.safeParse(name)
    expect(error?.issues).toEqual([
      expect.objectContaining({ message: expect.stringContaining(message), path: [] }),
    ])
    // People who already have such a name can still sign in.
    expect(usernameSchema.safeParse(name).success).toBe(true)
  })
})

it.each(['me', 'ME', 'Me', 'ｍｅ'])('%s, which means the caller in addresses, is refused', (name) => {
  expect(lookalikeFault(name)).toBe('reserved_name')
})

it('mel is not', () => {
  expect(lookalikeFault('mel')).toBeUndefined()
})
