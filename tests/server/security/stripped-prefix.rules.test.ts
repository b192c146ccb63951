import { expect, it } from 'vitest'
import { isBelow, strippedPrefix } from '#server/security/stripped-prefix.rules'

it.each([
  ['/audiobooks/', '/', '/audiobooks'],
  ['/audiobooks', '/', '/audiobooks'],
  ['/audiobooks/search', '/search', '/audiobooks'],
  ['/a/b/book/X', '/book/X', '/a/b'],
  ['/a/audiobooks/', '/audiobooks/', '/a'],
  ['/audiobooks/a%20b', '/a b', '/audiobooks'],
  ['/search', '/search', ''],
  ['/search/', '/search', ''],
  ['/', '/', ''],
  ['/', '/search', ''],
  ['/audiobooks/search', '/requests', ''],
  ['/asearch', '/search', ''],
  ['/<b>/search', '/search', ''],
  ['/a//search', '/search', ''],
  ['/%zz/search', '/search', ''],
  [`/${'a'.repeat(101)}/search`, '/search', ''],
])('between %s in the browser and %s at the server, %j is stripped', (shown, received, prefix) => {
  expect(strippedPrefix(shown, received)).toBe(prefix)
})

it.each([
  ['/', '/', true],
  ['/x', '/', true],
  ['/books', '/books/', true],
  ['/books/', '/books/', true],
  ['/books/x', '/books/', true],
  ['/books2', '/books/', false],
  ['/book', '/books/', false],
  ['/', '/books/', false],
  ['/x/books/', '/books/', false],
])('%s is below %s: %s', (path, base, expected) => {
  expect(isBelow(path, base)).toBe(expected)
})
