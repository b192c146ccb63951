import { cp, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createClient } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openSqlite } from '#server/db/sqlite'
import { backUpFile } from '#server/db/sqlite-copies'

const migrations = resolve('migrations')
const journalSchema = z.looseObject({ entries: z.array(z.record(z.string(), z.unknown())) })

let directory: string
let path: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'earmark-sqlite-'))
  path = join(directory, 'db.sqlite')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** The migrations of this build and one more, as a later version would have them. */
async function laterMigrations(): Promise<string> {
  const folder = join(directory, 'later')
  await cp(migrations, folder, { recursive: true })
  const file = join(folder, 'sqlite', 'meta', '_journal.json')
  const journal = journalSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  journal.entries.push({
    idx: 99,
    version: '6',
    when: 4_000_000_000_000,
    tag: '9999_later',
    breakpoints: true,
  })
  await writeFile(file, JSON.stringify(journal))
  await writeFile(join(folder, 'sqlite', '9999_later.sql'), 'CREATE TABLE later (id text)')
  return folder
}

async function tablesOf(file: string): Promise<string[]> {
  const client = createClient({ url: `file:${file}` })
  const { rows } = await client.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
  client.close()
  return rows.map(({ name }) => (typeof name === 'string' ? name : ''))
}

describe('a database file', () => {
  it('is made with mode 600, and so are its companions', async () => {
    const database = await openSqlite({ path, migrations })
    await database.ping()
    const modes = await Promise.all(
      (await readdir(directory)).map(async (name) => (await stat(join(directory, name))).mode & 0o777),
    )
    expect(modes.length).toBeGreaterThan(1)
    expect(new Set(modes)).toEqual(new Set([0o600]))
    await database.close()
  })

  it('keeps its contents when reopened', async () => {
    const first = await openSqlite({ path, migrations })
    const row = { key: 'login_type', value: 'forms', updatedAt: new Date(1000) } as const
    await first.write((transaction) => transaction.insert(first.tables.settings).values(row))
    await first.close()
    const second = await openSqlite({ path, migrations })
    expect(await second.read.select().from(second.tables.settings)).toEqual([row])
    await second.close()
  })

  it('uses write-ahead logging, so that readers never wait for a writer', async () => {
    const database = await openSqlite({ path, migrations })
    await database.write(async (transaction) => {
      await transaction
        .insert(database.tables.settings)
        .values({ key: 'login_type', value: 'none', updatedAt: new Date() })
      expect(await database.read.$count(database.tables.settings)).toBe(0)
    })
    expect(await database.read.$count(database.tables.settings)).toBe(1)
    await database.close()
  })

  it('is backed up before a migration, with its contents', async () => {
    const before = await openSqlite({ path, migrations })
    await before.write((transaction) =>
      transaction
        .insert(before.tables.settings)
        .values({ key: 'login_type', value: 'forms', updatedAt: new Date() }),
    )
    await before.close()

    const after = await openSqlite({ path, migrations: await laterMigrations() })
    await after.close()

    const copy = `${path}.before-9999_later`
    expect((await stat(copy)).mode & 0o777).toBe(0o600)
    const client = createClient({ url: `file:${copy}` })
    const { rows } = await client.execute('SELECT key FROM settings')
    expect(rows.map((row) => row.key)).toEqual(['login_type'])
    client.close()
  })

  it('is backed up in its state before the migration when several servers migrate it together', async () => {
    await (await openSqlite({ path, migrations })).close()
    const later = await laterMigrations()
    const databases = await Promise.all(
      Array.from({ length: 5 }, () => openSqlite({ path, migrations: later })),
    )
    await Promise.all(databases.map((database) => database.close()))
    expect(await tablesOf(path)).toContain('later')
    expect(await tablesOf(`${path}.before-9999_later`)).not.toContain('later')
    expect((await readdir(directory)).filter((name) => name.includes('.copying-'))).toEqual([])
  })

  it('keeps no backup made by a server after another one had migrated', async () => {
    await (await openSqlite({ path, migrations })).close()
    const client = createClient({ url: `file:${path}` })
    await backUpFile({ client, path, name: 'late', isEarlier: () => Promise.resolve(false) })
    client.close()
    expect((await readdir(directory)).filter((name) => name.includes('.before-'))).toEqual([])
  })

  it('loses the backups that a killed server left unfinished, but none that is being written', async () => {
    await (await openSqlite({ path, migrations })).close()
    await writeFile(`${path}.copying-begun`, '')
    await cp(path, `${path}.copying-half`)
    await writeFile(`${path}.copying-half-journal`, '')
    await cp(path, `${path}.copying-now`)
    const writing = createClient({ url: `file:${path}.copying-now` })
    const held = await writing.transaction('write')
    await (await openSqlite({ path, migrations })).close()
    const left = (await readdir(directory)).filter((name) => name.includes('.copying-'))
    expect(left.filter((name) => !name.endsWith('-wal') && !name.endsWith('-shm'))).toEqual([
      'db.sqlite.copying-now',
    ])
    await held.rollback()
    writing.close()
  })

  it('loses all backups but the three newest', async () => {
    await (await openSqlite({ path, migrations })).close()
    const client = createClient({ url: `file:${path}` })
    for (const name of ['1', '2', '3', '4']) {
      await backUpFile({ client, path, name, isEarlier: () => Promise.resolve(true) })
      await utimes(`${path}.before-${name}`, Number(name), Number(name))
    }
    await backUpFile({ client, path, name: '5', isEarlier: () => Promise.resolve(true) })
    client.close()
    const copies = (await readdir(directory)).filter((name) => /\.(before|copying)-/.test(name))
    expect(copies.toSorted()).toEqual(['3', '4', '5'].map((name) => `db.sqlite.before-${name}`))
  })

  it('is not backed up if there is nothing to migrate', async () => {
    for (let start = 0; start < 2; start += 1) await (await openSqlite({ path, migrations })).close()
    expect((await readdir(directory)).filter((name) => name.includes('.before-'))).toEqual([])
  })

  it('is refused by an older build than the one that wrote it', async () => {
    await (await openSqlite({ path, migrations: await laterMigrations() })).close()
    await expect(openSqlite({ path, migrations })).rejects.toThrow('newer version of Earmark')
  })

  it('that is not a database is refused with its path', async () => {
    await writeFile(path, 'this is a text file, long enough to be read as a header of a database file')
    await expect(openSqlite({ path, migrations })).rejects.toThrow(path)
  })

  it('is migrated once when several servers open it together', async () => {
    const databases = await Promise.all(Array.from({ length: 5 }, () => openSqlite({ path, migrations })))
    for (const database of databases) expect(await database.read.$count(database.tables.settings)).toBe(0)
    await Promise.all(databases.map((database) => database.close()))
  })

  it('in a missing directory is made with it, for its user alone', async () => {
    const missing = join(directory, 'not', 'there')
    await (await openSqlite({ path: join(missing, 'db.sqlite'), migrations })).close()
    expect((await stat(missing)).mode & 0o777).toBe(0o700)
  })

  it('whose directory cannot be made is refused with the reason', async () => {
    await writeFile(join(directory, 'file'), '')
    await expect(openSqlite({ path: join(directory, 'file', 'db.sqlite'), migrations })).rejects.toThrow(
      join(directory, 'file'),
    )
  })

  it('waits for another process that locks it for a moment', async () => {
    const database = await openSqlite({ path, migrations })
    const other = createClient({ url: `file:${path}` })
    const held = await other.transaction('write')
    const write = database.write((transaction) =>
      transaction
        .insert(database.tables.settings)
        .values({ key: 'login_type', value: 'none', updatedAt: new Date() }),
    )
    await held.rollback()
    await write
    expect(await database.read.$count(database.tables.settings)).toBe(1)
    other.close()
    await database.close()
  })

  it('is readable and writable in its current state after another process has locked it', async () => {
    const database = await openSqlite({ path, migrations, timeout: 500 })
    const other = createClient({ url: `file:${path}` })
    const setting = (key: 'login_type' | 'indexer_file', value: string) => ({
      key,
      value,
      updatedAt: new Date(0),
    })
    const put = (row: ReturnType<typeof setting>) =>
      database.write((transaction) => transaction.insert(database.tables.settings).values(row))
    const held = await other.transaction('write')
    const refusedAtFirst = put(setting('login_type', 'none'))
    await nextTurn()
    await held.commit()
    await refusedAtFirst

    await other.execute("INSERT INTO settings VALUES ('min_password_length', '12', 0)")
    expect(await database.read.$count(database.tables.settings)).toBe(2)
    await put(setting('indexer_file', 'null'))
    expect(await database.read.$count(database.tables.settings)).toBe(3)
    other.close()
    await database.close()
  })
})
