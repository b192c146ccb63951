import { join, resolve } from 'node:path'
import { createClient } from '@libsql/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '#server/db/database'
import { openSqlite } from '#server/db/sqlite'
import { onEachDatabase } from '#tests/support/databases'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { threadEntry } from '#tests/support/thread-entry'

const ROWS = 3000
const KILOBYTES_A_ROW = 4
const never = new AbortController().signal

async function fill({ write, tables: { settings } }: Database) {
  const value = 'x'.repeat(KILOBYTES_A_ROW * 1024)
  await write(async (within) => {
    for (let from = 0; from < ROWS; from += 500) {
      const rows = Array.from({ length: 500 }, (_, at) => ({
        key: `${from + at}`,
        value,
        updatedAt: new Date(),
      }))
      await within.insert(settings).values(rows)
    }
  })
}
const empty = ({ write, tables: { settings } }: Database) => write((within) => within.delete(settings))

onEachDatabase('the space of a database', (database) => {
  it('is reported for the whole and for tables with their indexes', async () => {
    const { space } = database()
    const before = await space.sizeOf(['settings', 'users'])
    expect(before).toBeGreaterThan(0)
    await fill(database())
    const grown = (await space.sizeOf(['settings', 'users'])) - before
    // PostgreSQL compresses repetitive values.
    expect(grown).toBeGreaterThan(ROWS * 40)
    expect((await space.usage()).bytes).toBeGreaterThan(grown)
  })

  it('is left for PostgreSQL to reuse, as is clearing nothing', async () => {
    await expect(database().space.reclaim(never)).resolves.toBeUndefined()
  })
})

describe.each([
  ['at once', null],
  ['in a thread', 'thread'],
])('a database file that is read and written %s', (_, entry) => {
  async function open(prepare: (path: string) => Promise<void> = async () => undefined): Promise<Database> {
    const path = join(await temporaryDirectory(), 'db.sqlite')
    await prepare(path)
    const database = await openSqlite({
      path,
      migrations: resolve('migrations'),
      entry: entry && (await threadEntry()),
    })
    onTestFinished(() => database.close())
    return database
  }

  it('shrinks when many rows are gone, unless the server stops, and keeps some spare room', async () => {
    const database = await open()
    await fill(database)
    const full = await database.space.usage()
    await empty(database)
    const emptied = await database.space.usage()
    expect(emptied.bytes).toBe(full.bytes)
    expect(emptied.freeBytes).toBeGreaterThan(ROWS * KILOBYTES_A_ROW * 1024)
    await database.space.reclaim(AbortSignal.abort())
    expect(await database.space.usage()).toEqual(emptied)
    await database.space.reclaim(never)
    const after = await database.space.usage()
    expect(after.bytes).toBeLessThan(full.bytes / 2)
    expect(after.freeBytes).toBeGreaterThanOrEqual(4 * 1024 * 1024)
    await fill(database)
    expect(await database.read.$count(database.tables.settings)).toBe(ROWS)
  })

  it('keeps its size if a former version made it, and reuses free space', async () => {
    const database = await open(async (path) => {
      const client = createClient({ url: `file:${path}` })
      await client.execute(
        'CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
      )
      client.close()
    })
    await fill(database)
    await empty(database)
    const emptied = await database.space.usage()
    await database.space.reclaim(never)
    expect(await database.space.usage()).toEqual(emptied)
    await fill(database)
    expect((await database.space.usage()).bytes).toBeLessThan(emptied.bytes * 1.1)
  })
})
