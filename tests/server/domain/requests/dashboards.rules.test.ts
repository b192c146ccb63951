import { describe, expect, it } from 'vitest'
import { BOOK_STATUSES } from '#contract/books'
import {
  overseerrCounts,
  overseerrPermissions,
  overseerrUserId,
  pageInfoOf,
  pageOf,
} from '#server/domain/requests/dashboards.rules'

describe('books counted for dashboards', () => {
  it('are each pending, approved, declined or available', () => {
    const by_status = Object.fromEntries(BOOK_STATUSES.map((status) => [status, 1]))
    expect(overseerrCounts({ total: 10, by_status })).toEqual({
      total: 10,
      movie: 0,
      tv: 0,
      pending: 1,
      approved: 7,
      declined: 1,
      processing: 6,
      available: 1,
      completed: 1,
    })
  })

  it('are pending as well as approved if they are in progress for others', () => {
    const by_status = { searching: 1, waiting_for_approval: 1 }
    expect(overseerrCounts({ total: 1, by_status })).toMatchObject({ total: 1, pending: 1, approved: 1 })
  })

  it('are zero where there are none', () => {
    expect(new Set(Object.values(overseerrCounts({ total: 0, by_status: {} })))).toEqual(new Set([0]))
  })
})

it('a user’s number is stable, positive and fits 31 bits', () => {
  const ids = Array.from({ length: 2000 }, (_, index) => `user-${index}`)
  const numbers = ids.map(overseerrUserId)
  expect(numbers).toEqual(ids.map(overseerrUserId))
  expect(new Set(numbers).size).toBe(2000)
  for (const number of numbers) expect(number > 0 && number < 2 ** 31).toBe(true)
  expect(overseerrUserId('0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f60')).toBe(
    overseerrUserId('0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f60'),
  )
})

it.each([
  ['admin', 2],
  ['trusted', 32],
  ['untrusted', 32],
] as const)('permissions of %s are %i', (role, bits) => {
  expect(overseerrPermissions(role)).toBe(bits)
})

it.each([
  [{ take: 20, skip: 0 }, 45, { pages: 3, pageSize: 20, results: 45, page: 1 }],
  [{ take: 20, skip: 40 }, 45, { pages: 3, pageSize: 20, results: 45, page: 3 }],
  [{ take: 0, skip: 0 }, 2, { pages: 2, pageSize: 1, results: 2, page: 1 }],
  [{ take: 9000, skip: 0 }, 2, { pages: 1, pageSize: 100, results: 2, page: 1 }],
])('a page of %o out of %i is %o', (paging, results, info) => {
  expect(pageInfoOf(paging, results)).toEqual(info)
  expect(pageOf(paging).limit).toBe(info.pageSize)
})
