import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '#server/db/database'
import { codesOf, databaseFailure } from '#server/db/failures'
import { openSqlite } from '#server/db/sqlite'
import { startThreadClient } from '#server/db/sqlite-client'
import { openMigratedSqlite } from '#tests/support/databases'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { script, threadEntry } from '#tests/support/thread-entry'

/** A database file that is read and written by threads, as in the built server. */
async function openInThreads(): Promise<Database> {
  const path = join(await temporaryDirectory(), 'db.sqlite')
  await (await openMigratedSqlite(path)).close()
  const database = await openSqlite({ path, migrations: resolve('migrations'), entry: await threadEntry() })
  onTestFinished(() => database.close())
  return database
}

const setting = (key: string) => ({ key, value: key, updatedAt: new Date(5) })

/** A read that finds no row, but takes as long as counting this far does. */
const countTo = ({ read }: Database, most: number) =>
  read
    .select({ n: sql<number>`count(*)` })
    .from(
      sql`(with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${most}) select n from counted)`,
    )

const put = (database: Database, key: string) =>
  database.write((transaction) => transaction.insert(database.tables.settings).values(setting(key)))

const find = ({ read, tables: { settings } }: Database, key: string) =>
  read
    .select()
    .from(settings)
    .where(sql`${settings.key} = ${key}`)

describe('a database file in threads', () => {
  it('leaves the event loop free while it is read', async () => {
    const database = await openInThreads()
    let turns = 0
    let done = false
    const reading = countTo(database, 1_000_000).finally(() => {
      done = true
    })
    while (!done) {
      await nextTurn()
      turns += 1
    }
    expect(await reading).toEqual([{ n: 1_000_000 }])
    expect(turns).toBeGreaterThan(20)
  })

  it('always reads the latest state by key', async () => {
    const database = await openInThreads()
    for (let n = 0; n < 20; n += 1) {
      expect(await find(database, `key ${n}`)).toEqual([])
      await put(database, `key ${n}`)
      expect(await find(database, `key ${n}`)).toEqual([setting(`key ${n}`)])
      expect(await database.read.$count(database.tables.settings)).toBe(n + 1)
    }
  })

  it('stores every one of many concurrent writes, in order', async () => {
    const database = await openInThreads()
    const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`)
    const ended: string[] = []
    await Promise.all(keys.map((key) => put(database, key).then(() => ended.push(key))))
    expect(ended).toEqual(keys)
    expect(await database.read.$count(database.tables.settings)).toBe(50)
  })

  it('answers each of many concurrent reads, whatever happens to the others', async () => {
    const database = await openInThreads()
    const { settings } = database.tables
    await put(database, 'there')
    const broken = () => database.read.select({ n: sql`no_such_column` }).from(settings)
    const reads = Array.from({ length: 30 }, (_, n) => (n % 10 === 3 ? broken() : countTo(database, n + 1)))
    const answers = await Promise.allSettled(reads)
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))).toEqual(
      Array.from({ length: 30 }, (_, n) => (n % 10 === 3 ? 'refused' : [{ n: n + 1 }])),
    )
  })

  it('stores and shows nothing of a failed transaction, and accepts the next', async () => {
    const database = await openInThreads()
    const { settings } = database.tables
    const failing = database.write(async (transaction) => {
      await transaction.insert(settings).values(setting('half'))
      expect(await transaction.select().from(settings)).toEqual([setting('half')])
      expect(await database.read.$count(settings)).toBe(0)
      throw new Error('stopped half way')
    })
    await expect(failing).rejects.toThrow('stopped half way')
    await put(database, 'next')
    expect(await database.read.select().from(settings)).toEqual([setting('next')])
  })

  it('says why a row was refused', async () => {
    const database = await openInThreads()
    await put(database, 'once')
    const refused: unknown = await put(database, 'once').catch((error: unknown) => error)
    expect(codesOf(refused)).toContain('SQLITE_CONSTRAINT_PRIMARYKEY')
  })

  it('refuses queries of a transaction that has ended', async () => {
    const database = await openInThreads()
    const { settings } = database.tables
    let late = (): PromiseLike<unknown> => Promise.resolve()
    await database.write(async (transaction) => {
      await transaction.insert(settings).values(setting('in time'))
      late = () => transaction.insert(settings).values(setting('late'))
    })
    await expect(late()).rejects.toThrow()
    expect(await database.read.select().from(settings)).toEqual([setting('in time')])
  })

  it('answers nothing once it is closed', async () => {
    const database = await openInThreads()
    await database.close()
    await expect(database.read.$count(database.tables.settings)).rejects.toThrow()
    await expect(put(database, 'late')).rejects.toThrow()
  })

  it('does not change the exit of a process that is reading it', async () => {
    const path = join(await temporaryDirectory(), 'db.sqlite')
    const entry = JSON.stringify(await threadEntry())
    const module = JSON.stringify(resolve('server/db/sqlite-client.ts'))
    const counting =
      'with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 100000) select count(*) from counted'
    const file = await script(
      `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}
      register()
      const { startThreadClient } = await import(${module})
      const client = startThreadClient({ entry: ${entry}, path: ${JSON.stringify(path)}, onLost: () => undefined })
      const ask = (sql) => client.ask({ kind: 'read', sql, args: [] })
      await ask('select 1')
      void ask(${JSON.stringify(counting)})
      void ask(${JSON.stringify(counting)})
      setTimeout(() => process.exit(3), 5)`,
    )
    const child = spawn(process.execPath, [file], { stdio: 'ignore' })
    expect(await once(child, 'exit')).toEqual([3, null])
  })

  it('is refused if its thread cannot start', async () => {
    const path = join(await temporaryDirectory(), 'db.sqlite')
    await (await openMigratedSqlite(path)).close()
    const entry = await script("throw new Error('no such module')")
    await expect(openSqlite({ path, migrations: resolve('migrations'), entry })).rejects.toThrow(path)
  })
})

describe('A thread of a database file', () => {
  it('that ends early fails every waiting caller, and counts as lost', async () => {
    const entry = await script(
      "import { workerData } from 'node:worker_threads'\nworkerData.port.once('message', () => process.exit(1))",
    )
    const heard: unknown[] = []
    const client = startThreadClient({ entry, path: '/nowhere', onLost: (error) => heard.push(error) })
    const reads = [1, 2].map(() => client.ask({ kind: 'read', sql: 'SELECT 1', args: [] }))
    const answers = await Promise.all(reads.map((answer) => answer.catch((error: unknown) => error)))
    expect(answers.map(databaseFailure)).toEqual(['unavailable', 'unavailable'])
    expect(heard.map(databaseFailure)).toEqual(['unavailable'])
    expect(client.isLost()).toBe(true)
    await client.close()
  })
})
