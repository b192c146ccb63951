import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createEvent } from 'h3'
import { describe, expect, it } from 'vitest'
import { requestOrigin } from '#server/security/origin'
import { parseNetworks } from '#server/security/networks'

const PROXIES = '10.0.0.0/8, ::1, 2001:db8::/32'

function originOf(peer: string, headers: Record<string, string> = {}) {
  const request = new IncomingMessage(new Socket())
  Object.assign(request.headers, headers)
  const event = createEvent(request, new ServerResponse(request))
  event.context['clientAddress'] = peer
  return requestOrigin(event, { trustedProxies: parseNetworks(PROXIES) ?? [] })
}

describe('the address of a person', () => {
  it.each([
    // peer, X-Forwarded-For, address
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::1', '198.51.100.1', '198.51.100.1'],
    ['2001:db8::5', '2001:DB8:0::7, 2001:470::0:1', '2001:470::1'],
    ['10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['10.0.0.1', '[2001:470::1]:443', '2001:470::1'],
    ['10.0.0.1', 'fe80::1%eth0', 'fe80::1'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, <script>', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, <script>, 10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', ',,', '10.0.0.1'],
    ['10.0.0.1', '1', '10.0.0.1'],
    ['10.0.0.1', '0x7f000001', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.999', '10.0.0.1'],
    ['', '198.51.100.1', ''],
  ])('from %s that forwards for %s is %s', (peer, forwarded, address) => {
    expect(originOf(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }).address).toBe(
      address,
    )
  })
})

describe('a proxy that is not trusted', () => {
  const headers = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded']
  const isProxy = (peer: string, header?: string) =>
    originOf(peer, header === undefined ? {} : { [header]: 'https' }).untrustedProxy

  it.each(headers)('is recognised by %s, only in a local network', (header) => {
    expect(isProxy('192.168.1.2', header)).toBe(true)
    expect(isProxy('203.0.113.9', header)).toBe(false)
    expect(isProxy('2001:470::1', header)).toBe(false)
    expect(isProxy('10.0.0.1', header)).toBe(false)
  })

  it('is unrecognised if it forwards nothing', () => {
    expect(isProxy('192.168.1.2')).toBe(false)
  })
})

describe('the protocol and host of the address bar', () => {
  const forwarded = {
    host: 'app:8000',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'books.example.org',
  }

  it('are those that a trusted proxy names', () => {
    expect(originOf('10.0.0.1', forwarded)).toMatchObject({
      protocol: 'https',
      host: 'books.example.org',
      trusted: true,
    })
  })

  it('are those of the connection if the proxy is untrusted', () => {
    expect(originOf('203.0.113.9', forwarded)).toMatchObject({
      protocol: 'http',
      host: 'app:8000',
      trusted: false,
    })
  })

  it.each([
    ['HTTPS', 'https'],
    ['http, https', 'https'],
    ['https, http', 'https'],
    ['https,http', 'https'],
    ['ftp, http', 'http'],
    ['ftp', 'http'],
    ['javascript:', 'http'],
    ['', 'http'],
  ])('X-Forwarded-Proto %s means %s', (header, protocol) => {
    expect(originOf('10.0.0.1', { 'x-forwarded-proto': header }).protocol).toBe(protocol)
  })

  it.each([
    ['books.example.org:8443', 'books.example.org:8443'],
    ['[2001:db8::1]:8443', '[2001:db8::1]:8443'],
    ['outer.example.org, books.example.org', 'books.example.org'],
    ['books.example.org/path', 'app:8000'],
    ['user@books.example.org', 'app:8000'],
    ['books example', 'app:8000'],
    ['<script>', 'app:8000'],
    ['', 'app:8000'],
  ])('X-Forwarded-Host %s means %s', (header, host) => {
    expect(originOf('10.0.0.1', { host: 'app:8000', 'x-forwarded-host': header }).host).toBe(host)
  })

  it('are empty if the Host header is not a host', () => {
    expect(originOf('203.0.113.9', { host: 'evil.example/"><script>' }).host).toBe('')
    expect(originOf('203.0.113.9').host).toBe('')
  })
})
