import { resolve } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPooler, type Pooler } from '#fakes/pooler'
import type { Database } from '#server/db/database'
import { openPostgres } from '#server/db/postgres'
import { withPostgres } from '#tests/support/postgres-query'
import { createPostgresDatabase, type PostgresDatabase } from '#tests/support/postgres-database'

let server: PostgresDatabase
let pooler: Pooler
let told: string[]
let missed: number
const opened: Database[] = []
beforeEach(async () => {
  server = await createPostgresDatabase()
  pooler = await startPooler(server.port)
  told = []
  missed = 0
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
  await pooler.close()
  await server.drop()
})

async function open(): Promise<Database> {
  const database = await openPostgres({
    address: { ...server, port: pooler.port, sslMode: 'prefer' },
    migrations: resolve('migrations'),
    onError: (error) => told.push(String(error)),
    onSilence: () => told.push('silence'),
    checkEvery: 100,
  })
  opened.push(database)
  return database
}

/** The stored keys, read without the pooler. */
const storedKeys = () =>
  withPostgres(server.url, async (client) => {
    const { rows } = await client.query<{ key: string }>('select key from settings order by key')
    return rows.map(({ key }) => key)
  })

describe('behind a pooler that hands each transaction to another connection', () => {
  it('every acknowledged write is stored, on any connection', async () => {
    const database = await open()
    const { settings } = database.tables
    const keys = Array.from({ length: 100 }, (_, index) => `key ${String(index).padStart(3, '0')}`)
    const write = (key: string) =>
      database.write(async (transaction) => {
        await transaction.insert(settings).values({ key, value: 'one', updatedAt: new Date() })
        await transaction.update(settings).set({ value: 'two' }).where(eq(settings.key, key))
      })
    const left = [...keys]
    const writers = [1, 2, 3, 4].map(async () => {
      for (let key = left.shift(); key !== undefined; key = left.shift()) await write(key)
    })
    await Promise.all(writers)
    expect(await storedKeys()).toEqual(keys)
    const rows = await database.read.select().from(settings).orderBy(asc(settings.key))
    expect(rows.every(({ value }) => value === 'two')).toBe(true)
    expect(new Set(pooler.assignedTo).size).toBeGreaterThan(1)
  })

  it.each([
    ['refuses', false],
    ['ignores', true],
  ])('that %s the limits of a connection, each transaction has its own', async (_does, ignoresUnknown) => {
    await pooler.close()
    pooler = await startPooler(server.port, { ignoresUnknown })
    const database = await open()
    const { settings } = database.tables
    const limits = await database.write(async (transaction) => {
      await transaction.insert(settings).values({ key: 'one', value: '', updatedAt: new Date() })
      const shown = (name: string) => sql<string>`current_setting(${name})`
      const [row] = await transaction
        .select({ statement: shown('statement_timeout'), lock: shown('lock_timeout') })
        .from(settings)
      return row
    })
    expect(limits).toEqual({ statement: '15s', lock: '10s' })
    // The limits end with the transaction: the next one on this connection may be someone else's.
    const [after] = await database.read
      .select({ statement: sql<string>`current_setting('statement_timeout')` })
      .from(settings)
    expect(after?.statement).toBe('0')
  })

  it('lost signals are logged once, and listeners are told to poll', async () => {
    const database = await open()
    database.signals.onMissed(() => (missed += 1))
    await expect.poll(() => told.length).toBeGreaterThan(0)
    await expect.poll(() => missed).toBeGreaterThan(2)
    expect(told).toEqual(['silence'])
  })

  it('an instance hears its own signals', async () => {
    const database = await open()
    const heard: string[] = []
    database.signals.subscribe('news', (message) => heard.push(message))
    database.signals.publish('news', 'to whom it may concern')
    expect(heard).toEqual(['to whom it may concern'])
  })
})
