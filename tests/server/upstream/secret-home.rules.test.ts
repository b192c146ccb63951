import { expect, it } from 'vitest'
import { originOf, losesSecret, isAllowedAt } from '#server/upstream/secret-home.rules'

const HOME = 'https://books.example'

it.each(['https://books.example', 'https://books.example:443/sub?x', 'HTTPS://BOOKS.example/'])(
  'A secret may go to %s',
  (address) => {
    expect([isAllowedAt(HOME, address), losesSecret(HOME, address)]).toEqual([true, false])
  },
)

it.each([
  'http://books.example',
  'https://books.example:8443',
  'https://books.example.evil.example',
  'https://books.example@evil.example',
  'https://evil.example/#https://books.example',
])('A secret is not sent along to %s', (address) => {
  expect([isAllowedAt(HOME, address), losesSecret(HOME, address)]).toEqual([false, true])
})

it.each(['', 'books.example', 'file:///books.example'])(
  'A secret is withheld if %j is not an address',
  (address) => {
    expect([isAllowedAt(HOME, address), losesSecret(HOME, address)]).toEqual([false, false])
    expect(originOf(address)).toBeNull()
  },
)

it('A secret without a home may go to the first address', () => {
  expect([isAllowedAt(null, HOME), isAllowedAt(null, '')]).toEqual([true, false])
})
