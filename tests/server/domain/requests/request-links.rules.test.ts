import { expect, it } from 'vitest'
import { requestLinks } from '#server/domain/requests/request-links.rules'

const book = { asin: 'B000000001', region: 'de' }

it('links are below the base path of the public address', () => {
  expect(requestLinks({ origin: 'https://books.example:8443', baseUrl: '/audiobooks/' }, book)).toEqual({
    bookUrl: 'https://books.example:8443/audiobooks/search?q=B000000001&region=de',
    requestUrl: 'https://books.example:8443/audiobooks/requests?q=B000000001',
  })
})

it.each([null, '', 'http://', 'http://bad host'])('there are no links if the address is %s', (origin) => {
  expect(requestLinks({ origin, baseUrl: '/' }, book)).toEqual({ bookUrl: '', requestUrl: '' })
})
