import { describe, expect, it } from 'vitest'
import { redact, shorten } from '#server/upstream/redaction.rules'
import {
  addressSecrets,
  maskAddress,
  resolveAddress,
  splitAddress,
} from '#server/domain/notifications/target-address.rules'
import { resolveHeaders } from '#server/domain/notifications/target-headers.rules'

describe('a target address', () => {
  it.each([
    ['https://ntfy.example/topic', 'https://ntfy.example/topic'],
    ['http://127.0.0.1:9/hook/', 'http://127.0.0.1:9/hook/'],
    [
      'https://gotify.example/message?token=abc&priority=5',
      'https://gotify.example/message?token=***&priority=***',
    ],
    ['https://x.example/?abcdef', 'https://x.example/?***'],
    ['https://me:secret@x.example:8443/a', 'https://me:***@x.example:8443/a'],
    ['https://token@x.example/a', 'https://***@x.example/a'],
    ['https://me:p%40ss@x.example/a?b=c=d', 'https://me:***@x.example/a?b=***'],
  ])('%s is shown as %s', (address, shown) => {
    expect(maskAddress(address)).toBe(shown)
    expect(resolveAddress(shown, address)).toBe(address)
  })

  it('replaces the stored one if it is new', () => {
    expect(resolveAddress('https://b.example/?t=2', 'https://a.example/?t=1')).toBe('https://b.example/?t=2')
    expect(resolveAddress('https://b.example/?t=2', null)).toBe('https://b.example/?t=2')
  })

  it.each([
    'https://b.example/?t=***',
    'https://me:***@b.example/',
    'https://***@b.example/',
    'https://b.example/?***',
  ])('with hidden parts is refused where they are not those of the stored one: %s', (given) => {
    expect(resolveAddress(given, 'https://a.example/?t=1')).toBeNull()
    expect(resolveAddress(given, null)).toBeNull()
  })

  it('yields username and password separately, decoded', () => {
    expect(splitAddress('https://m%C3%A9:p%40ss%@x.example/a?b=c')).toEqual({
      url: 'https://x.example/a?b=c',
      userinfo: { username: 'mé', password: 'p@ss%' },
    })
    expect(splitAddress('https://x.example')).toEqual({ url: 'https://x.example', userinfo: null })
  })

  it('has its secrets both as written and decoded', () => {
    expect(addressSecrets('https://me:p%40ss@x.example/?t=a%20b&u')).toEqual(
      expect.arrayContaining(['p%40ss', 'p@ss', 'a%20b', 'a b', 'u']),
    )
  })
})

describe('headers', () => {
  const stored = { 'X-Token': 'old', Title: 'kept' }

  it('without a value keep the stored one, omitted ones are removed', () => {
    expect(resolveHeaders({ 'x-token': null, Extra: 'new' }, stored)).toEqual({
      headers: { 'x-token': 'old', Extra: 'new' },
      problems: [],
    })
    expect(resolveHeaders({}, stored)).toEqual({ headers: {}, problems: [] })
    expect(resolveHeaders({ 'X-Token': '' }, stored).headers).toEqual({ 'X-Token': '' })
  })

  it.each([
    [{ Unknown: null }, 'headers.Unknown'],
    [{ 'X-A': '1', 'x-a': '2' }, 'headers.x-a'],
    [{ Host: 'other.example' }, 'headers.Host'],
    [{ 'Content-Length': '3' }, 'headers.Content-Length'],
    [{ constructor: null }, 'headers.constructor'],
  ])('%o are refused', (given, path) => {
    expect(resolveHeaders(given, stored).problems).toMatchObject([{ path }])
  })
})

describe('redaction', () => {
  it.each([
    ['the token abcdef is wrong', ['abcdef'], 'the token *** is wrong'],
    ['token=abcdef abcdef', ['Bearer abcdef'], 'token=*** ***'],
    [String.raw`{"got":"a\"bcd"}`, ['a"bcd'], '{"got":"***"}'],
    ['p%40ss', ['p@ss'], '***'],
    [String.raw`{"got":"ab\/cd+e="}`, ['Bearer ab/cd+e='], '{"got":"***"}'],
    ['<p>ab&amp;cd&lt;</p>', ['ab&cd<'], '<p>***</p>'],
    ['wrong password hush-hush for me', ['Basic bWU6aHVzaC1odXNo'], 'wrong password *** for me'],
    ['Basic abcde is no pair', ['Basic abcde'], '*** is no pair'],
    ['abcdefgh', ['abcd', 'abcdefgh'], '***'],
    ['a horse, not a phrase', ['correct horse phrase'], 'a horse, not a phrase'],
    [String.raw`{"got":"\u00FCber1"}`, ['über1'], '{"got":"***"}'],
    ['1 of 1', ['1', ''], '1 of 1'],
  ])('of %s without %o is %s', (text, secrets, redacted) => {
    expect(redact(text, secrets)).toBe(redacted)
  })
})

it.each([
  ['short', 10, 'short'],
  ['one\n two\u0000three', 20, 'one two three'],
  ['🎧🎧🎧🎧', 3, '🎧🎧…'],
])('%j is shortened to %i characters: %s', (text, length, shortened) => {
  expect(shorten(text, length)).toBe(shortened)
})
