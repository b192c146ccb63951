import { describe, expect, it } from 'vitest'
import { findClaim, parseGroups, roleOfGroups } from '#server/domain/oidc/claims.rules'

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
    expect(roleOfGroups(groups)).toBe(expected)
  })
})
