import { describe, expect, it } from 'vitest'
import { looseFileAdvice, storageAdvice } from '#server/db/storage-advice'

describe('a file of another user', () => {
  it.each([0o600, 0o400, 0o100_600])('is accepted with mode %o', (mode) => {
    expect(looseFileAdvice('/config/db.sqlite', { uid: 99, mode })).toBeUndefined()
  })

  it.each([
    [0o100_644, '644'],
    [0o660, '660'],
    [0o602, '602'],
  ])('that others can read or write, with mode %o, is reported with the fix', (mode, shown) => {
    const advice = looseFileAdvice('/config/db.sqlite', { uid: 99, mode })
    expect(advice).toContain(`/config/db.sqlite belongs to user id 99 and has mode ${shown}`)
    expect(advice).toContain('chmod 600 /config/db.sqlite')
  })
})

describe('storage that cannot be used', () => {
  it.each([
    ['ENOSPC', 'the disk of /config is full'],
    ['EROFS', 'Mount it writable'],
    ['ENOENT', 'mkdir -p /config'],
    ['EACCES', 'chown -R'],
    ['SQLITE_BUSY', 'network share (SMB, NFS)'],
    ['SQLITE_IOERR_SHMMAP', 'network share (SMB, NFS)'],
    ['SQLITE_CORRUPT', 'restore a copy'],
  ])('because of %s is reported with the fix', (code, told) => {
    expect(storageAdvice('/config', Object.assign(new Error(code), { code }))).toContain(told)
  })
})
