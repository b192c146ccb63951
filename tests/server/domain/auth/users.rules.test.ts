import { describe, expect, it } from 'vitest'
import { findIssues } from '#server/domain/auth/users.rules'

describe('new credentials', () => {
  it.each([
    { username: 'rosa', password: '12345678', loginType: 'forms', issues: [] },
    { username: 'rosa', password: '1234567', loginType: 'forms', issues: ['password'] },
    { username: 'rosa', password: '🎧🎧🎧🎧🎧🎧🎧', loginType: 'forms', issues: ['password'] },
    { username: 'rosa', password: '🎧🎧🎧🎧🎧🎧🎧🎧', loginType: 'forms', issues: [] },
    { username: 'ro:sa', password: '12345678', loginType: 'forms', issues: [] },
    { username: 'ro:sa', password: '12345678', loginType: 'basic', issues: ['username'] },
    { username: 'ro:sa', password: '1', loginType: 'basic', issues: ['username', 'password'] },
  ] as const)('$username with $password under $loginType: $issues', ({ loginType, issues, ...given }) => {
    const found = findIssues(given, { minPasswordLength: 8, loginType })
    expect(found.map(({ path }) => path)).toEqual(issues)
  })
})
