import { describe, expect, it } from 'vitest'
import { toAppError } from '#server/http/problem'

describe('What the database refuses', () => {
  it.each([
    ['SQLITE_FULL', 507, 'storage_full'],
    ['SQLITE_READONLY', 507, 'storage_read_only'],
    ['40001', 503, 'database_unavailable'],
    ['ETIMEDOUT', 503, 'database_unavailable'],
    ['23503', 409, 'gone_meanwhile'],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 409, 'gone_meanwhile'],
    ['42P01', 500, 'internal'],
  ])('with %s is answered with %i %s', (driverCode, status, code) => {
    const refused = Object.assign(new Error('refused'), { code: driverCode })
    expect(toAppError(new Error('query failed', { cause: refused }))).toMatchObject({ status, code })
  })
})
