import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '#server/db/database'
import { databaseFailure } from '#server/db/failures'
import { openSqlite } from '#server/db/sqlite'
import { temporaryDirectory } from '#tests/support/temporary-directory'

const migrations = resolve('migrations')

async function opened(path: string): Promise<Database> {
  const database = await openSqlite({ path, migrations })
  onTestFinished(() => database.close())
  return database
}

const write = (database: Database, value = 'forms') =>
  database.write((transaction) =>
    transaction.insert(database.tables.settings).values({ key: 'login_type', value, updatedAt: new Date(0) }),
  )

/** How work on the database fails; undefined if it does not. */
const failureOf = (work: Promise<unknown>) => work.then(() => undefined, databaseFailure)

describe('the file alone', () => {
  it('has everything after a clean stop', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory, 'db.sqlite')
    const database = await openSqlite({ path, migrations })
    await write(database)
    await database.close()
    expect((await stat(`${path}-wal`).catch(() => ({ size: 0 }))).size).toBe(0)
    await copyFile(path, join(directory, 'copy.sqlite'))
    const copy = await opened(join(directory, 'copy.sqlite'))
    expect(await copy.read.$count(copy.tables.settings)).toBe(1)
  })
})

describe('a config directory that is replaced while the server runs', () => {
  it.each([
    ['deleted', (directory: string) => rm(directory, { recursive: true })],
    ['moved away', (directory: string) => rename(directory, `${directory}-moved`)],
    [
      'restored from a backup',
      async (directory: string) => {
        await rename(directory, `${directory}-old`)
        await mkdir(directory)
        await copyFile(join(`${directory}-old`, 'db.sqlite'), join(directory, 'db.sqlite'))
      },
    ],
  ])('is noticed if it is %s, and no write is acknowledged', async (_name, replace) => {
    const directory = join(await temporaryDirectory(), 'config')
    await mkdir(directory)
    const database = await opened(join(directory, 'db.sqlite'))
    await database.ping()
    await replace(directory)
    expect(await failureOf(write(database))).toBe('replaced')
    expect(await failureOf(database.ping())).toBe('replaced')
    expect(database.trouble()).toEqual({ failure: 'replaced', path: join(directory, 'db.sqlite') })
  })

  it('gets no new file by a connection that opens later', async () => {
    const path = join(await temporaryDirectory(), 'db.sqlite')
    const database = await opened(path)
    await rm(path)
    expect(await failureOf(write(database))).toBe('replaced')
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })
})

describe('a damaged page', () => {
  it('is named, and the database stays unhealthy, although the rest can be read', async () => {
    const path = join(await temporaryDirectory(), 'db.sqlite')
    const before = await openSqlite({ path, migrations })
    for (let at = 0; at < 200; at += 1) await addUser(before, at)
    await before.close()
    await damageRowsOfUsers(path)

    const database = await opened(path)
    await database.ping()
    expect(database.trouble()).toBeNull()
    const { users, settings } = database.tables
    expect(await failureOf(database.read.select().from(users))).toBe('damaged')
    expect(await failureOf(database.ping())).toBe('damaged')
    expect(database.trouble()).toEqual({ failure: 'damaged', path })
    expect(await database.read.$count(settings)).toBe(0)
  })
})

const addUser = (database: Database, at: number) =>
  database.write((transaction) =>
    transaction.insert(database.tables.users).values({
      id: `id-${at}`,
      username: `a name that takes its room ${at}`,
      usernameKey: `${at}`,
      role: 'untrusted',
      root: false,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    }),
  )

/** Overwrites the headers of all pages that have rows of users. */
async function damageRowsOfUsers(path: string): Promise<void> {
  const PAGE = 4096
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  for (let page = 1; page < size / PAGE; page += 1) {
    const { buffer } = await file.read(Buffer.alloc(PAGE), 0, PAGE, page * PAGE)
    if (buffer.includes('a name that takes its room'))
      await file.write(Buffer.alloc(16, 0xff), 0, 16, page * PAGE)
  }
  await file.close()
}
