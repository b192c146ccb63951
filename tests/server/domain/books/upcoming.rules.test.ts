import { expect, it } from 'vitest'
import { isUpcoming } from '#server/domain/books/upcoming.rules'

it.each([
  ['with a later date', '2026-03-02', 600, true],
  ['of today', '2026-03-01', null, false],
  ['with an earlier date', '2025-12-31', 600, false],
  ['without a date and length', null, null, true],
  ['without a date that has a length', null, 600, false],
])('a book %s is upcoming or not', (_what, releaseDate, runtimeMin, upcoming) => {
  expect(isUpcoming({ releaseDate, runtimeMin }, '2026-03-01')).toBe(upcoming)
})
