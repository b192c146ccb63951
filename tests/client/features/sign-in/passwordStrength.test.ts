import { describe, expect, it } from 'vitest'
import { passwordStrength } from '#client/features/sign-in/passwordStrength'

describe('the strength of a password', () => {
  it.each([
    ['abc', 'short'],
    ['password', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['marta2026', 'weak'],
    ['Tr0ub4dor&3', 'fair'],
    ['correct horse battery staple', 'strong'],
  ])('of %s is %s', (password, strength) => {
    expect(passwordStrength(password, 'marta', 8)).toBe(strength)
  })
})
