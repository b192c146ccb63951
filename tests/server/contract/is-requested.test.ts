import { expect, it } from 'vitest'
import type { BookDto } from '#contract/books'
import { isAvailable, isRequested } from '#contract/is-requested'

type Standing = Pick<BookDto, 'in_library' | 'status' | 'left_library'>

const UNKNOWN: Standing = { in_library: null, status: null, left_library: false }
const there = { link: 'https://shelf.example/item/1', same_edition: true, why: null, item: null }

it.each<[string, Partial<Standing>, 'available' | 'requested' | 'neither']>([
  ['nobody requested', {}, 'neither'],
  ['somebody requested', { status: 'waiting' }, 'requested'],
  ['could not be downloaded', { status: 'failed' }, 'requested'],
  ['was declined', { status: 'declined' }, 'neither'],
  ['was declined, but is in the library', { status: 'declined', in_library: there }, 'available'],
  ['is in the library', { in_library: there }, 'available'],
  ['arrived', { status: 'available' }, 'available'],
  ['the library has lost', { status: 'available', left_library: true }, 'neither'],
  [
    'the library has lost and found',
    { status: 'available', left_library: true, in_library: there },
    'available',
  ],
])('a book that %s: %o', (_, changes, standing) => {
  const book = { ...UNKNOWN, ...changes }
  expect(isAvailable(book)).toBe(standing === 'available')
  expect(isRequested(book)).toBe(standing !== 'neither')
})
