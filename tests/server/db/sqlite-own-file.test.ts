import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqlite } from '#server/db/sqlite'
import { temporaryDirectory } from '#tests/support/temporary-directory'

const migrations = resolve('migrations')
const AUDIOBOOKREQUEST = [
  'CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)',
  'CREATE TABLE "user" (username VARCHAR NOT NULL)',
  'CREATE TABLE audiobookrequest (asin VARCHAR NOT NULL)',
]
const OTHER_DRIZZLE = [
  'CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)',
  "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('0f', 1795856400000)",
  'CREATE TABLE users (id TEXT)',
]

/** @param statements to run in a new file. @returns the still open connection. */
async function writtenFile(statements: readonly string[]): Promise<{ path: string; file: Libsql.Database }> {
  const path = join(await temporaryDirectory(), 'db %#?.sqlite')
  const file = new Libsql(path)
  onTestFinished(() => void file.close())
  for (const statement of statements) file.exec(statement)
  return { path, file }
}

/** Everything in the directory of a file: names, modes, times and contents. */
async function stateOf(path: string): Promise<unknown[]> {
  const directory = join(path, '..')
  const names = (await readdir(directory)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const { mode, mtimeMs } = await stat(join(directory, name))
      const contents = createHash('sha256').update(await readFile(join(directory, name)))
      return { name, mode, mtimeMs, contents: contents.digest('hex') }
    }),
  )
}

async function openAndClose(path: string): Promise<void> {
  await (await openSqlite({ path, migrations })).close()
}

/** Copies a file with its log, as a crash of its application leaves them. */
async function crashedCopy(path: string): Promise<string> {
  const copy = join(await temporaryDirectory(), 'db.sqlite')
  await copyFile(path, copy)
  await copyFile(`${path}-wal`, `${copy}-wal`)
  return copy
}

describe('a file of another application', () => {
  it.each([
    ['AudioBookRequest', AUDIOBOOKREQUEST, 'belongs to AudioBookRequest'],
    [
      'another that uses Drizzle',
      OTHER_DRIZZLE,
      'another application: it has the tables __drizzle_migrations',
    ],
    [
      'one with other columns in its journal',
      ['CREATE TABLE __drizzle_migrations (x)'],
      'another application',
    ],
    [
      'one with only a view',
      ['CREATE VIEW books AS SELECT 1'],
      'another application: it has the tables books',
    ],
  ])('is refused unchanged: %s', async (_name, statements, told) => {
    const { path, file } = await writtenFile(statements)
    file.close()
    await utimes(path, 1, 1)
    const before = await stateOf(path)
    await expect(openSqlite({ path, migrations })).rejects.toThrow(told)
    await expect(openSqlite({ path, migrations })).rejects.toThrow('Nothing was changed')
    expect(await stateOf(path)).toEqual(before)
  })

  it('is recognised by what only its log has', async () => {
    const { path } = await writtenFile(['PRAGMA journal_mode = WAL', ...AUDIOBOOKREQUEST])
    const crashed = await crashedCopy(path)
    const before = await stateOf(crashed)
    await expect(openSqlite({ path: crashed, migrations })).rejects.toThrow('AudioBookRequest')
    expect(await stateOf(crashed)).toEqual(before)
  })

  it('is recognised while it is locked', async () => {
    const { path, file } = await writtenFile(AUDIOBOOKREQUEST)
    file.exec('BEGIN EXCLUSIVE')
    await expect(openSqlite({ path, migrations })).rejects.toThrow('AudioBookRequest')
  })

  it.each([
    ['a text', Buffer.from('books = 1')],
    ['zeros', Buffer.alloc(8192)],
  ])('is refused unchanged if it is no database but %s', async (_name, contents) => {
    const path = join(await temporaryDirectory(), 'db.sqlite')
    await writeFile(path, contents)
    const before = await stateOf(path)
    await expect(openSqlite({ path, migrations })).rejects.toThrow('is not an SQLite database')
    expect(await stateOf(path)).toEqual(before)
  })
})

describe('Earmark’s own file', () => {
  it('may be empty, or a database without tables', async () => {
    const path = join(await temporaryDirectory(), 'db.sqlite')
    await writeFile(path, '')
    await openAndClose(path)
    const { path: bare, file } = await writtenFile(['PRAGMA user_version = 1'])
    file.close()
    await openAndClose(bare)
  })

  it('is recognised after a crash that left its tables in the log', async () => {
    const path = join(await temporaryDirectory(), 'db.sqlite')
    const database = await openSqlite({ path, migrations })
    onTestFinished(() => database.close())
    await openAndClose(await crashedCopy(path))
  })

  it('is recognised after a crash in the middle of the very first migration', async () => {
    const { path, file } = await writtenFile(OTHER_DRIZZLE.slice(0, 1))
    file.close()
    await openAndClose(path)
  })
})
