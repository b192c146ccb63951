import { describe, expect, it } from 'vitest'
import { findClaim, parseGroups, roleOfClaim, showGroups } from '#server/domain/oidc/claims.rules'

describe('finding a claim', () => {
  const claims = {
    preferred_username: 'rosa',
    'urn:example:user': 'by urn',
    'https://example.org/user.name': 'by address',
    'https://example.org/claims': { user: 'inside an address' },
    profile: { user: { name: 'nested' }, 'user.name': 'longest name first' },
    list: ['a'],
    nothing: null,
    'a.b': { c: 'outer with a dot' },
    a: { b: { d: 'both nested' } },
  }

  it.each([
    ['preferred_username', 'rosa'],
    ['urn:example:user', 'by urn'],
    ['https://example.org/user.name', 'by address'],
    ['https://example.org/claims.user', 'inside an address'],
    ['profile.user.name', 'longest name first'],
    ['a.b.c', 'outer with a dot'],
    ['a.b.d', 'both nested'],
    ['list', ['a']],
  ])('%s is found', (name, expected) => {
    expect(findClaim(claims, name)).toEqual(expected)
  })

  it.each([
    'missing',
    'profile.missing',
    'preferred_username.length',
    'list.0',
    'list.length',
    'nothing',
    'nothing.inside',
    'constructor',
    '__proto__',
    'profile.constructor.name',
    '',
    '.',
    '.profile',
    'profile.',
  ])('%j is not found', (name) => {
    expect(findClaim(claims, name)).toBeUndefined()
  })
})

describe('reading groups', () => {
  it.each([
    ['one name', 'admin', ['admin']],
    ['names between spaces', 'users  admin', ['users', 'admin']],
    ['names between commas', 'users,admin , guests', ['users', 'admin', 'guests']],
    ['names with spaces in them', 'earthlings; users; Site Admin', ['earthlings', 'users', 'Site Admin']],
    ['such a name alone before a semicolon', 'Site Admin;', ['Site Admin']],
    ['such names between commas', 'Site Admin, Book Lovers', ['Site Admin', 'Book Lovers']],
    ['both signs', 'users,admin;guests', ['users', 'admin', 'guests']],
    ['a list', ['users', 'Book Lovers', ' admin '], ['users', 'Book Lovers', 'admin']],
    ['a list with other things in it', ['users', 3, null, ['admin'], ''], ['users']],
    ['a list of objects keyed by name', [{ admin: { 1: 'example.org' } }, 'users'], ['admin', 'users']],
    ['an empty text', ' ', []],
    ['nothing', undefined, []],
    ['null', null, []],
    ['a number', 7, []],
    ['an object keyed by name', { admin: { '2801506': 'example.org' }, users: true }, ['admin', 'users']],
    ['an object with names that do not hold', { admin: false, trusted: null, users: true }, ['users']],
    ['an object with flags that are not true', { admin: 0, trusted: 'false', users: {}, root: '' }, []],
    ['a list of objects with other members', [{ id: 1, admin: 0 }], []],
  ])('accepts %s', (_what, claim, expected) => {
    expect(parseGroups(claim)).toEqual(expected)
  })
})

const OWN_NAMES = { untrusted: '', trusted: '', admin: '' }

describe('the role given by groups', () => {
  it.each([
    [['trusted'], 'trusted'],
    [['ADMIN'], 'admin'],
    [['untrusted', 'Admin', 'trusted'], 'admin'],
    [['untrusted', 'trusted'], 'trusted'],
    [['users', 'Untrusted'], 'untrusted'],
    [['administrators', 'earmark-admin', '/admin'], undefined],
    [['Site Admin', 'admin of nothing', 'trusted people'], undefined],
    [[], undefined],
  ])('%j is %s', (groups, expected) => {
    expect(roleOfClaim(groups, OWN_NAMES)).toBe(expected)
  })

  it.each([
    ['Kanidm', ['admin@idm.example.org', 'staff@idm.example.org'], 'admin@idm.example.org'],
    ['Keycloak', ['/admin'], '/Admin'],
    ['Entra', ['0b1cd9d5-7c3f-4f0e-9a55-0d1c8ce3a111'], '0b1cd9d5-7c3f-4f0e-9a55-0d1c8ce3a111'],
    ['LDAP, several', ['cn=admin,ou=groups,dc=example,dc=org'], 'cn=admin,ou=groups,dc=example,dc=org'],
    ['LDAP, one', 'cn=admin,ou=groups,dc=example,dc=org', 'cn=admin,ou=groups,dc=example,dc=org'],
    ['Zitadel', { house_admin: { '2801506': 'example.org' } }, 'house_admin'],
  ])('is found by the name that %s has for it', (_provider, claim, admin) => {
    expect(roleOfClaim(claim, { ...OWN_NAMES, admin })).toBe('admin')
    expect(roleOfClaim(claim, { ...OWN_NAMES, admin: 'another' })).toBeUndefined()
  })

  it('does not come from a group of the role’s own name if the provider has another', () => {
    expect(roleOfClaim(['admin', 'people'], { ...OWN_NAMES, admin: 'owners', trusted: 'people' })).toBe(
      'trusted',
    )
  })
})

describe('the groups shown', () => {
  it.each([
    ['a list', ['a', ' b '], ['a', 'b']],
    ['an object keyed by name', { admin: { '2801506': 'example.org' } }, ['admin']],
    ['a text, as it was sent', 'cn=admin,ou=groups', ['cn=admin,ou=groups']],
    ['nothing', undefined, []],
  ])('are those of %s', (_what, claim, expected) => {
    expect(showGroups(claim)).toEqual(expected)
  })

  it('are bounded in number and length', () => {
    const shown = showGroups(Array.from({ length: 500 }, () => 'x'.repeat(5000)))
    expect(shown).toHaveLength(30)
    expect(Math.max(...shown.map(({ length }) => length))).toBe(200)
  })
})
