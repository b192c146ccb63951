import { describe, expect, it } from 'vitest'
import { isCrossSite, type RequestSource } from '#server/security/same-origin'

const own = ['books.example.org', 'lan:8000']
const source = (given: Partial<RequestSource>): RequestSource => ({
  method: 'POST',
  authorization: undefined,
  fetchSite: undefined,
  origin: undefined,
  ...given,
})

describe('a request that changes something', () => {
  it.each<[string, Partial<RequestSource>]>([
    ['from the own page', { fetchSite: 'same-origin', origin: 'https://books.example.org' }],
    ['typed by the person', { fetchSite: 'none' }],
    ['of a program', {}],
    ['of a program that signs in by Basic', { authorization: 'Basic cm9zYTp4' }],
    ['with an API key from anywhere', { authorization: 'Bearer earmark_x', fetchSite: 'cross-site' }],
    [
      'with an API key and a foreign origin',
      { authorization: 'bearer earmark_x', origin: 'https://evil.example' },
    ],
    ['from the own host over plain http', { origin: 'http://lan:8000' }],
    ['from the own host, TLS ended by a proxy', { origin: 'https://books.example.org' }],
    ['from its own host in capitals', { origin: 'https://BOOKS.example.org' }],
  ])('is let in %s', (_name, given) => {
    expect(isCrossSite(source(given), own)).toBe(false)
  })

  it.each<[string, Partial<RequestSource>]>([
    ['from another site', { fetchSite: 'cross-site' }],
    ['from a neighbour domain', { fetchSite: 'same-site', origin: 'https://books.example.org' }],
    ['with an unknown Sec-Fetch-Site', { fetchSite: '' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://lan:9000' }],
    ['from the own name without its port', { origin: 'http://lan' }],
    ['from a name that begins the same', { origin: 'https://books.example.org.evil.example' }],
    ['from an opaque origin', { origin: 'null' }],
    ['with an empty origin', { origin: '' }],
    [
      'with Basic credentials from another site',
      { authorization: 'Basic cm9zYTp4', fetchSite: 'cross-site' },
    ],
    [
      'with a bearer token of a proxy from another site',
      { authorization: 'Bearer eyJh.eyJz.c2ln', fetchSite: 'cross-site' },
    ],
    ['with an empty bearer from another site', { authorization: 'Bearer ', fetchSite: 'cross-site' }],
  ])('is refused %s', (_name, given) => {
    expect(isCrossSite(source(given), own)).toBe(true)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'delete'])('may be a %s', (method) => {
    expect(isCrossSite(source({ method, fetchSite: 'cross-site' }), own)).toBe(true)
  })

  it.each(['GET', 'HEAD', 'OPTIONS'])('cannot be %s', (method) => {
    expect(isCrossSite(source({ method, fetchSite: 'cross-site' }), own)).toBe(false)
  })

  it('may come from this host with or without the port', () => {
    expect(isCrossSite(source({ origin: 'https://books.example.org' }), ['books.example.org:443'])).toBe(
      false,
    )
    expect(isCrossSite(source({ origin: 'http://books.example.org' }), ['books.example.org:80'])).toBe(false)
    expect(isCrossSite(source({ origin: 'https://books.example.org' }), ['', 'not a host'])).toBe(true)
  })
})
