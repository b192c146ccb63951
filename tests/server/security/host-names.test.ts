import { describe, expect, it } from 'vitest'
import { createKnownNames, hostName, parseAllowedHosts } from '#server/security/host-names'

const isKnownBy =
  (own: { machine?: string; publicUrl?: string; allowed?: string } = {}) =>
  (header: string) => {
    const name = hostName(header)
    if (name === undefined) throw new Error(`${header} is no host`)
    const allowed = parseAllowedHosts(own.allowed ?? '')
    if (!allowed) throw new Error(`${own.allowed} cannot be read`)
    return createKnownNames({ machine: own.machine ?? 'nas', publicUrl: own.publicUrl, allowed })(name)
  }

describe('The name in a Host header', () => {
  it.each([
    ['books.example.org', 'books.example.org'],
    ['BOOKS.Example.ORG:8443', 'books.example.org'],
    ['books.example.org.', 'books.example.org'],
    ['books.example.org.:80', 'books.example.org'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a_b.example', 'a_b.example'],
    ['127.0.0.1:8000', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0177.0.0.01', '127.0.0.1'],
    ['134744072', '8.8.8.8'],
    ['[::1]:8000', '::1'],
    ['[0:0:0:0:0:0:0:1]', '::1'],
    ['[FD00::1]', 'fd00::1'],
  ])('%s is %s', (header, name) => expect(hostName(header)).toBe(name))

  it.each([
    '',
    ' ',
    'a b',
    'a,b',
    'a/b',
    'a@b',
    'a..b',
    '.',
    '.local',
    'a..',
    'a:',
    'a:b',
    'a:99999',
    '256.1.1.1',
    '1.2.3.4.5',
    '[::1',
    '::1',
    '[fe80::1%eth0]',
    '[127.0.0.1]',
    'bücher.example',
    `${'a'.repeat(64)}.example`,
    `${'abc.'.repeat(64)}example`,
    'a%2eb',
  ])('is missing in %j', (header) => expect(hostName(header)).toBeUndefined())
})

describe('Names of a server on which nothing is set', () => {
  it.each([
    'localhost:8000',
    'LOCALHOST',
    'books.localhost',
    '127.0.0.1:8000',
    '127.9.9.9',
    '2130706433',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.2:8000',
    '0xc0a80102',
    '169.254.3.4',
    '100.64.0.1',
    '[::1]:8000',
    '[fd12::1]',
    '[fe80::1]',
    '[::ffff:192.168.1.2]',
    '0.0.0.0:8000',
    '0',
    '[::]:8000',
    'nas',
    'earmark:8000',
    'nas.local',
    'NAS.Lan.',
    'nas.home.arpa',
    'earmark.svc.internal',
  ])('include those that lead nowhere else: %s', (header) => expect(isKnownBy()(header)).toBe(true))

  it.each([
    'evil.example',
    'evil.example:8000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192-168-1-2.evil.example',
    'evillocal.example',
    'evil.notlocal',
    'home.arpa',
    'local.example',
    '8.8.8.8',
    '134744072',
    '0x8.0x8.0x8.0x8',
    '172.32.0.1',
    '[2001:db8::1]',
    '[::ffff:8.8.8.8]',
    '0.0.0.1',
    '0.0.0.0.evil.example',
  ])('do not include others: %s', (header) => expect(isKnownBy()(header)).toBe(false))
})

describe('Names that are set', () => {
  it('are the name of the machine, of the public address, and those that are allowed', () => {
    const isKnown = isKnownBy({
      machine: 'NAS.example.net',
      publicUrl: 'https://Books.example.org:8443',
      allowed: ' audio.example.com, *.Example.NET ,203.0.113.5, [2001:db8::5], 2001:db8::6, bücher.example ',
    })
    const known = [
      'nas.example.net',
      'books.example.org',
      'books.example.org:1',
      'audio.example.com',
      'a.example.net',
      'a.b.example.net.',
      '203.0.113.5:80',
      '[2001:DB8::5]',
      '[2001:db8:0::6]',
      'xn--bcher-kva.example',
    ]
    expect(known.filter((header) => !isKnown(header))).toEqual([])
    const unknown = ['example.net', 'evilexample.net', 'a.audio.example.com', 'example.org', '203.0.113.6']
    expect(unknown.filter(isKnown)).toEqual([])
  })

  it('are all with an asterisk', () => {
    const isKnown = isKnownBy({ allowed: 'a.example, *' })
    expect(['evil.example', '8.8.8.8', '[2001:db8::1]'].every(isKnown)).toBe(true)
  })

  it.each([
    'https://books.example.org',
    'books.example.org:8000',
    'books.example.org/',
    'a.*.example',
    '**',
    'ex*mple.org',
    '*.',
    '*.8.8.8',
    '*.[::1]',
    'a b',
    'a@b.example',
    '256.1.1.1',
    'a..b',
  ])('cannot be %s', (entry) => expect(parseAllowedHosts(`a.example,${entry}`)).toBeUndefined())
})
