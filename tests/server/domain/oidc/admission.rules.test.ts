import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/common'
import type { Candidate } from '#server/domain/auth/auth.types'
import { decideAdmission, roleAfter } from '#server/domain/oidc/admission.rules'

const identity = { issuer: 'https://id.example', subject: 'r-1' }
const candidate = (given: Partial<Candidate> = {}): Candidate => ({
  id: 'u1',
  username: 'rosa',
  role: 'untrusted',
  root: false,
  hasPassword: true,
  identity: null,
  ...given,
})

const decide = (given: {
  known?: Candidate
  namesake?: Candidate
  role?: Role
  allowTakeover?: boolean
  rootHasPassword?: boolean
}) =>
  decideAdmission({
    identity,
    known: given.known,
    namesake: given.namesake,
    role: given.role,
    allowTakeover: given.allowTakeover ?? true,
    rootHasPassword: given.rootHasPassword ?? true,
  })

describe('the user who signs in', () => {
  it('is the user with this identity, whatever their name is now and whoever has that name', () => {
    const known = candidate({ id: 'known', identity })
    expect(decide({ known, namesake: candidate({ role: 'admin' }), allowTakeover: false })).toEqual({
      kind: 'enter',
      user: known,
    })
  })

  it('is a new user if no one has the name, untrusted unless a group says otherwise', () => {
    expect(decide({})).toEqual({ kind: 'create', role: 'untrusted' })
    expect(decide({ role: 'trusted' })).toEqual({ kind: 'create', role: 'trusted' })
  })

  it('is the local user of that name at the first sign-in', () => {
    const namesake = candidate()
    expect(decide({ namesake })).toEqual({ kind: 'take_over', user: namesake })
  })

  it('is the user of that name who was linked to another provider before', () => {
    const namesake = candidate({ identity: { issuer: 'https://former.example', subject: 'r-1' } })
    expect(decide({ namesake })).toEqual({ kind: 'take_over', user: namesake })
  })

  it.each([
    ['taking over is forbidden', candidate(), 'takeover_forbidden'],
    [
      'taking over is forbidden, for users of another provider too',
      candidate({ identity: { issuer: 'https://former.example', subject: 'x' } }),
      'takeover_forbidden',
    ],
  ])('is no one if %s', (_why, namesake, reason) => {
    expect(decide({ namesake, allowTakeover: false })).toEqual({ kind: 'refuse', reason })
  })

  it('is refused if the name belongs to someone else at the same provider', () => {
    const namesake = candidate({ identity: { ...identity, subject: 'somebody else' } })
    expect(decide({ namesake })).toEqual({ kind: 'refuse', reason: 'somebody_else' })
  })

  it.each([
    ['an administrator', candidate({ role: 'admin' })],
    ['the root administrator', candidate({ role: 'admin', root: true })],
  ])('is %s only with their password', (_who, namesake) => {
    expect(decide({ namesake })).toEqual({ kind: 'ask_password', user: namesake })
  })

  it('is no administrator who was never linked to a provider if takeover is forbidden', () => {
    for (const hasPassword of [true, false]) {
      const namesake = candidate({ role: 'admin', hasPassword })
      const refused = { kind: 'refuse', reason: 'takeover_forbidden' }
      expect(decide({ namesake, allowTakeover: false })).toEqual(refused)
    }
  })

  it('may be an administrator of another provider, or root, with a password, even if takeover is forbidden', () => {
    const former = { issuer: 'https://former.example', subject: 'r-1' }
    const decideFor = (given: Partial<Candidate>, rootHasPassword = true) => {
      const namesake = candidate({ role: 'admin', ...given })
      return decide({ namesake, rootHasPassword, allowTakeover: false })
    }
    const reset = { kind: 'refuse', reason: 'reset_root_needed' }
    expect(decideFor({ identity: former })).toMatchObject({ kind: 'ask_password' })
    expect(decideFor({ identity: former, hasPassword: false })).toMatchObject({ kind: 'ask_root' })
    expect(decideFor({ identity: former, hasPassword: false }, false)).toEqual(reset)
    expect(decideFor({ identity: former, root: true })).toMatchObject({ kind: 'ask_password' })
    expect(decideFor({ root: true })).toMatchObject({ kind: 'ask_password' })
    expect(decideFor({ root: true, hasPassword: false }, false)).toEqual(reset)
    const other = { ...identity, subject: 'somebody else' }
    expect(decideFor({ identity: other, root: true })).toEqual({ kind: 'refuse', reason: 'somebody_else' })
  })

  it('is an administrator without a password only with the root administrator’s', () => {
    const namesake = candidate({ role: 'admin', hasPassword: false })
    const reset = { kind: 'refuse', reason: 'reset_root_needed' }
    expect(decide({ namesake })).toEqual({ kind: 'ask_root', user: namesake })
    expect(decide({ namesake, rootHasPassword: false })).toEqual(reset)
    const root = candidate({ role: 'admin', root: true, hasPassword: false })
    expect(decide({ namesake: root, rootHasPassword: false })).toEqual(reset)
  })
})

describe('the role after a sign-in', () => {
  it.each<[string, { role: Role; root: boolean }, Role | undefined, Role]>([
    ['rises with the groups', { role: 'untrusted', root: false }, 'admin', 'admin'],
    ['falls with the groups', { role: 'admin', root: false }, 'untrusted', 'untrusted'],
    ['stays without a group', { role: 'trusted', root: false }, undefined, 'trusted'],
    ['of root stays whatever groups say', { role: 'admin', root: true }, 'untrusted', 'admin'],
  ])('%s', (_what, user, groups, expected) => {
    expect(roleAfter(user, groups)).toBe(expected)
  })
})
