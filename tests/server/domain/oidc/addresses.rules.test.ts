import { describe, expect, it } from 'vitest'
import {
  CALLBACK_PATH,
  isSameAddress,
  publicAddress,
  safeReturnPath,
  type PublicAddress,
} from '#server/domain/oidc/addresses.rules'

describe('the page to return to', () => {
  it.each([
    ['/requests', '/requests'],
    ['/search?q=dune&region=us#top', '/search?q=dune&region=us#top'],
    ['/settings/../requests', '/requests'],
    ['/a%2Fb?next=https://evil.example', '/a%2Fb?next=https://evil.example'],
    ['/loginsomething', '/loginsomething'],
  ])('%j is a page of this server', (wanted, expected) => {
    expect(safeReturnPath(wanted)).toBe(expected)
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/requests\r\nSet-Cookie: a=b',
    '/requests\u0000',
    '/\ud800',
    'javascript:alert(1)',
    'requests',
    '',
    '/login?next=/login',
    '/login',
    '/init',
    '/api/auth/logout',
    '/auth/oidc/login',
    `/${'a'.repeat(3000)}`,
    undefined,
    null,
    7,
    ['/requests'],
  ])('%j is not one', (wanted) => {
    expect(safeReturnPath(wanted)).toBe('/')
  })
})

describe('the address that people see', () => {
  const address = (given: Partial<PublicAddress>) =>
    publicAddress(
      {
        publicUrl: undefined,
        origin: { protocol: 'http', host: 'books.lan:8000' },
        scheme: 'auto',
        baseUrl: '/',
        ...given,
      },
      CALLBACK_PATH,
    )
  const publicUrl = 'https://books.example.org'

  it.each<[string, Partial<PublicAddress>, string | undefined]>([
    ['that of the request', {}, 'http://books.lan:8000/auth/oidc'],
    [
      'that of an encrypted request',
      { origin: { protocol: 'https', host: 'books.example.org' } },
      'https://books.example.org/auth/oidc',
    ],
    ['below the base path', { baseUrl: '/audiobooks/' }, 'http://books.lan:8000/audiobooks/auth/oidc'],
    ['the configured one', { publicUrl }, 'https://books.example.org/auth/oidc'],
    [
      'the configured one with the base path',
      { publicUrl, baseUrl: '/audiobooks/' },
      'https://books.example.org/audiobooks/auth/oidc',
    ],
    ['https where that is set', { scheme: 'https' }, 'https://books.lan:8000/auth/oidc'],
    ['http where that is set', { publicUrl, scheme: 'http' }, 'http://books.example.org/auth/oidc'],
    ['not known without a host', { origin: { protocol: 'http', host: '' } }, undefined],
    [
      'the configured one also without a host',
      { publicUrl, origin: { protocol: 'http', host: '' } },
      'https://books.example.org/auth/oidc',
    ],
  ])('is %s', (_what, given, expected) => {
    expect(address(given)).toBe(expected)
  })
})

describe('two addresses', () => {
  it.each([
    ['https://id.example/logout', 'https://id.example/logout', true],
    ['https://ID.example:443/logout', 'https://id.example/logout#x', true],
    ['https://id.example/logout', 'https://id.example/logout/', false],
    ['https://id.example/logout?a=1', 'https://id.example/logout', false],
    ['https://id.example/logout', 'http://id.example/logout', false],
    ['', '', false],
  ])('%s and %s are the same: %s', (one, other, expected) => {
    expect(isSameAddress(one, other)).toBe(expected)
  })
})
