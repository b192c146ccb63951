import { describe, expect, it } from 'vitest'
import { databaseFailure, isBusy } from '#server/db/failures'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

describe('a database failure', () => {
  it.each([
    ['SQLITE_FULL', 'full'],
    ['53100', 'full'],
    ['SQLITE_READONLY_DBMOVED', 'read_only'],
    ['SQLITE_BUSY', 'unavailable'],
    ['SQLITE_IOERR_WRITE', 'unavailable'],
    ['ECONNREFUSED', 'unavailable'],
    ['CONNECTION_CLOSED', 'unavailable'],
    ['08006', 'unavailable'],
    ['57P01', 'unavailable'],
    ['57P03', 'unavailable'],
    ['53300', 'unavailable'],
    ['57014', 'unavailable'],
    ['55P03', 'unavailable'],
    ['25P03', 'unavailable'],
    ['40000', 'unavailable'],
    ['ETIMEDOUT', 'unavailable'],
    ['40P01', 'unavailable'],
    ['SQLITE_CONSTRAINT_UNIQUE', undefined],
    ['23505', undefined],
    ['42P01', undefined],
  ])('%s is %s', (code, expected) => {
    expect(databaseFailure(withCode(code))).toBe(expected)
  })

  it('is found below the errors that wrap it', () => {
    const wrapped = new Error('query failed', {
      cause: new Error('again', { cause: withCode('ECONNRESET') }),
    })
    expect(databaseFailure(wrapped)).toBe('unavailable')
  })

  it('is none if the value is not an error', () => {
    expect(databaseFailure('ECONNREFUSED')).toBeUndefined()
    expect(databaseFailure(undefined)).toBeUndefined()
  })

  it('is worth a retry only if the file is locked', () => {
    expect(isBusy(withCode('SQLITE_BUSY_SNAPSHOT'))).toBe(true)
    expect(isBusy(withCode('SQLITE_FULL'))).toBe(false)
  })
})
