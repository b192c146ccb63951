import { resolve } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPooler } from '#fakes/pooler'
import type { Database } from '#server/db/database'
import { databaseFailure } from '#server/db/failures'
import { openPostgres } from '#server/db/postgres'
import { makeDatabase } from '#tests/support/make-database'
import { createPostgresDatabase } from '#tests/support/postgres-database'
import { askPostgres } from '#tests/support/postgres-query'
import { startEmbeddedPostgres } from '#tests/support/postgres-server'
import { startVanishingProxy } from '#tests/support/vanishing-proxy'

const readSettings = async ({ read, tables }: Database) => read.select().from(tables.settings)

/**
 * Opens a database that takes less than half a second for silence, and whose time limit no test lives to see.
 * @param pooled whether a pooler is in between, which hides the connections from each other.
 * @param url of a PostgreSQL other than that of all tests.
 */
async function openThroughProxy(pooled: boolean, url?: string) {
  const server = url === undefined ? await createPostgresDatabase() : await makeDatabase(url)
  const pooler = pooled ? await startPooler(server.port) : undefined
  const proxy = await startVanishingProxy(pooler?.port ?? server.port)
  const database = await openPostgres({
    address: { ...server, port: proxy.port, sslMode: 'disable' },
    migrations: resolve('migrations'),
    onError: () => undefined,
    silence: 400,
    timeout: 600_000,
    connections: 2,
  })
  onTestFinished(async () => {
    await database.close()
    await proxy.close()
    await pooler?.close()
    await server.drop()
  })
  return { database, proxy, url: server.url, name: server.database }
}

const storeOne = (database: Database, key: string, meanwhile = async () => {}) =>
  database.write(async (transaction) => {
    const { settings } = database.tables
    await transaction.insert(settings).values({ key, value: '', updatedAt: new Date() })
    await meanwhile()
    await transaction.select().from(settings).where(eq(settings.key, key))
  })

describe.each([
  ['PostgreSQL', false],
  ['a pooler', true],
])('once connections to %s are silent and fresh ones work', (_what, pooled) => {
  it.each([
    ['without', false],
    ['with', true],
  ])(
    'reads and new transactions go on, those waiting for a connection too (server %s their other side)',
    async (_with, alive) => {
      const { database, proxy } = await openThroughProxy(pooled)
      await Promise.all([readSettings(database), readSettings(database)])
      proxy.vanish(alive)
      const reads = [1, 2, 3, 4].map(() => readSettings(database))
      const writes = ['one', 'two', 'three'].map((key) => storeOne(database, key))
      proxy.appear()
      await Promise.all([...reads, ...writes, database.ping()])
      const rows = await readSettings(database)
      expect(rows.map(({ key }) => key).sort()).toEqual(['one', 'three', 'two'])
    },
  )

  it('connections that were being made are made again', async () => {
    const { database, proxy } = await openThroughProxy(pooled)
    proxy.vanish()
    const answers = Promise.all([1, 2, 3].map(() => readSettings(database)))
    // The ones left from the start, and some in the making.
    await expect.poll(() => proxy.connections()).toBeGreaterThan(2)
    proxy.appear()
    expect(await answers).toEqual([[], [], []])
  })

  it('a transaction under way fails at once, and its work is not done again', async () => {
    const { database, proxy, url } = await openThroughProxy(pooled)
    let times = 0
    const written = storeOne(database, 'one', async () => {
      times += 1
      proxy.vanish()
      proxy.appear()
    })
    const failure = await written.then(() => undefined, databaseFailure)
    expect(failure).toBe('unavailable')
    expect(times).toBe(1)
    expect(await askPostgres(url, 'select key from settings')).toEqual([])
  })

  it('a commit without an answer is not sent again', async () => {
    const { database, proxy, url } = await openThroughProxy(pooled)
    let times = 0
    const written = database.write(async (transaction) => {
      times += 1
      await transaction
        .insert(database.tables.settings)
        .values({ key: 'one', value: '', updatedAt: new Date() })
      // The commit is the next thing sent.
      proxy.vanish()
      proxy.appear()
    })
    expect(await written.then(() => undefined, databaseFailure)).toBe('unavailable')
    expect(times).toBe(1)
    expect(await askPostgres(url, 'select key from settings')).toEqual([])
  })

  it('a statement that takes long keeps its connection', async () => {
    const { database, url } = await openThroughProxy(pooled)
    const pid = sql<number>`pg_backend_pid()`
    const { settings } = database.tables
    await storeOne(database, 'one')
    const [before, after] = await database.write(async (transaction) => {
      const [first] = await transaction.select({ pid }).from(settings)
      await transaction.select({ slept: sql`pg_sleep(2)` }).from(settings)
      const [second] = await transaction.select({ pid }).from(settings)
      return [first?.pid, second?.pid]
    })
    expect(before).toBeGreaterThan(0)
    expect(after).toBe(before)
    expect(await askPostgres(url, 'select key from settings')).toHaveLength(1)
  })

  it('so does one that waits for a lock, and one that waits for its connection', async () => {
    const { database } = await openThroughProxy(pooled)
    await storeOne(database, 'one')
    const { settings } = database.tables
    const touch = (value: string, seconds: number) =>
      database.write(async (transaction) => {
        await transaction.update(settings).set({ value }).where(eq(settings.key, 'one'))
        await transaction.select({ slept: sql`pg_sleep(${seconds})` }).from(settings)
      })
    await Promise.all([touch('a', 1.5), touch('b', 1.5), touch('c', 0)])
    expect(await readSettings(database)).toHaveLength(1)
  })

  it('so does one whose large answer trickles for longer than the silence', async () => {
    const { database, proxy } = await openThroughProxy(pooled)
    await storeOne(database, 'one')
    const { settings } = database.tables
    const lengths = await database.write(async (transaction) => {
      await transaction.select().from(settings)
      proxy.trickle(50)
      const since = performance.now()
      const whileSlow = () => (performance.now() - since > 1500 ? proxy.trickled() : 0)
      const [rows] = await Promise.all([
        transaction.select({ text: sql<string>`repeat('x', 20000000)` }).from(settings),
        expect
          .poll(whileSlow)
          .toBeGreaterThan(5)
          .then(() => proxy.trickle(null)),
      ])
      return rows.map(({ text }) => text.length)
    })
    expect(lengths).toEqual([20_000_000])
  })
})

it('Once the server has started again, connections of the time before are replaced', async () => {
  const server = await startEmbeddedPostgres()
  onTestFinished(server.stop)
  const { database, proxy } = await openThroughProxy(false, server.url)
  await Promise.all([readSettings(database), readSettings(database)])
  proxy.vanish()
  const answers = Promise.all([readSettings(database), storeOne(database, 'one')])
  await server.restart()
  proxy.appear()
  await answers
  expect(await readSettings(database)).toHaveLength(1)
})

it('With several servers behind one address, the word of one about another proves nothing', async () => {
  const other = await startEmbeddedPostgres()
  onTestFinished(other.stop)
  const { database, proxy, name } = await openThroughProxy(false)
  await askPostgres(other.url, `create database ${name}`)
  await storeOne(database, 'one')
  const { settings } = database.tables
  const slept = database.write(async (transaction) => {
    await transaction.select().from(settings)
    proxy.turnTo(Number(new URL(other.url).port))
    return transaction.select({ slept: sql`pg_sleep(2)::text` }).from(settings)
  })
  expect(await slept).toEqual([{ slept: '' }])
})
