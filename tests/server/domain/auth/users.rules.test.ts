import { describe, expect, it } from 'vitest'
import { findMisfits } from '#server/domain/auth/users.rules'

describe('new credentials', () => {
  it.each([
    { username: 'rosa', password: '12345678', loginType: 'forms', misfits: [] },
    { username: 'rosa', password: '1234567', loginType: 'forms', misfits: ['password'] },
    { username: 'rosa', password: '🎧🎧🎧🎧🎧🎧🎧', loginType: 'forms', misfits: ['password'] },
    { username: 'rosa', password: '🎧🎧🎧🎧🎧🎧🎧🎧', loginType: 'forms', misfits: [] },
    { username: 'ro:sa', password: '12345678', loginType: 'forms', misfits: [] },
    { username: 'ro:sa', password: '12345678', loginType: 'basic', misfits: ['username'] },
    { username: 'ro:sa', password: '1', loginType: 'basic', misfits: ['username', 'password'] },
  ] as const)('$username with $password under $loginType: $misfits', ({ loginType, misfits, ...given }) => {
    const found = findMisfits(given, { minPasswordLength: 8, loginType })
    expect(found.map(({ path }) => path)).toEqual(misfits)
  })
})
