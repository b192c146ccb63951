import { expect, it } from 'vitest'
import { addressToRemember } from '#server/domain/settings/site-address.rules'

it.each([
  [null, 'http://nas.local:8000', 'http://nas.local:8000'],
  [null, 'https://Books.Example:443', 'https://books.example'],
  [null, 'http://localhost:8000', 'http://localhost:8000'],
  ['http://localhost:8000', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['http://localhost:8000', 'http://192.168.1.5:8000', 'http://192.168.1.5:8000'],
  ['http://nas.local:8000', 'http://192.168.1.5:8000', 'http://192.168.1.5:8000'],
  ['http://nas.local:8000', 'http://nas.local:8000', undefined],
  ['http://nas.local:8000', 'http://localhost:8000', undefined],
  ['http://nas.local:8000', 'http://localhost.:8000', undefined],
  ['http://nas.local:8000', 'http://a.localhost', undefined],
  ['http://nas.local:8000', 'http://127.9.9.9', undefined],
  ['http://nas.local:8000', 'http://2130706433', undefined],
  ['http://nas.local:8000', 'http://[::1]:8000', undefined],
  ['http://nas.local:8000', 'http://[::ffff:127.0.0.1]', undefined],
  [null, 'http://', undefined],
  [null, '', undefined],
  [null, `http://${'a.'.repeat(200)}b`, undefined],
])('after %j, a visit at %j remembers %j', (stored, seen, next) => {
  expect(addressToRemember(stored, seen)).toBe(next)
})
