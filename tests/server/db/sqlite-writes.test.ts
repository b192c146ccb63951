import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sqliteColumnTypes } from '#server/db/column-types'
import { createExecutor } from '#server/db/sqlite-executor'
import type { SqliteOrder, SqliteRows } from '#server/db/sqlite-thread.types'
import { createSqliteWrites } from '#server/db/sqlite-writes'
import { defineTables } from '#server/db/tables'
import { openMigratedSqlite } from '#tests/support/databases'
import { temporaryDirectory } from '#tests/support/temporary-directory'

const { settings } = defineTables(sqliteColumnTypes)
const once = <T>(work: () => Promise<T>): Promise<T> => work()

/** Transactions on a real file whose thread can be made to fail. */
async function openWrites() {
  const path = join(await temporaryDirectory(), 'db.sqlite')
  await (await openMigratedSqlite(path)).close()
  let executor = createExecutor(path)
  const kinds: string[] = []
  let faulty: SqliteOrder['kind'] | undefined
  const ask = async (order: SqliteOrder): Promise<SqliteRows> => {
    await Promise.resolve()
    kinds.push(order.kind === 'write' ? (order.begins ?? 'write') : order.kind)
    if (order.kind === faulty) throw new Error(`No ${order.kind}`)
    const answer = executor.answer(order)
    if ('rows' in answer) return answer.rows
    throw Object.assign(new Error(answer.failure.message), { code: answer.failure.code })
  }
  let time = 0
  const writes = createSqliteWrites(ask, () => time)
  return {
    kinds,
    writes,
    /** Lets milliseconds pass. */
    pass: (milliseconds: number) => void (time += milliseconds),
    put: (key: string, fail = false) =>
      writes.transaction(once, async (transaction) => {
        await transaction.insert(settings).values({ key, value: key, updatedAt: new Date(5) })
        if (fail) throw new Error(`Not ${key}`)
        return key
      }),
    /** The keys that another connection sees. */
    stored: () => {
      const answer = createExecutor(path).answer({
        kind: 'read',
        sql: 'SELECT key FROM settings ORDER BY key',
        args: [],
      })
      return 'rows' in answer ? answer.rows.flat() : expect.fail(answer.failure.message)
    },
    /** Lets one kind of order fail from now on. */
    refuse: (kind: SqliteOrder['kind'] | undefined) => void (faulty = kind),
    /** The thread ends, and another is started. */
    loseThread: () => {
      executor.answer({ kind: 'rollback' })
      executor.answer({ kind: 'close' })
      executor = createExecutor(path)
    },
  }
}

it('Transactions that wait at the same time are committed together, in order', async () => {
  const { put, stored, kinds } = await openWrites()
  const ended: string[] = []
  const keys = ['a', 'b', 'c']
  await Promise.all(keys.map((key) => put(key).then(() => ended.push(key))))
  expect(ended).toEqual(keys)
  expect(stored()).toEqual(keys)
  expect(kinds).toEqual(['transaction', 'savepoint', 'savepoint', 'commit'])
})

it('A transaction that waits alone is committed at once', async () => {
  const { put, stored, kinds } = await openWrites()
  await put('a')
  expect(stored()).toEqual(['a'])
  await put('b')
  expect(kinds).toEqual(['transaction', 'commit', 'transaction', 'commit'])
})

it('No more than 32 transactions are committed together', async () => {
  const { put, stored, kinds } = await openWrites()
  await Promise.all(Array.from({ length: 70 }, (_, at) => put(`key ${at}`)))
  expect(stored()).toHaveLength(70)
  expect(kinds.filter((kind) => kind === 'commit')).toHaveLength(3)
})

it('Nobody waits for more transactions once 20 ms have passed', async () => {
  const { put, pass, writes, kinds } = await openWrites()
  const slow = writes.transaction(once, async (transaction) => {
    await transaction.insert(settings).values({ key: 'slow', value: 'slow', updatedAt: new Date(5) })
    pass(20)
  })
  await Promise.all([slow, put('next')])
  expect(kinds).toEqual(['transaction', 'commit', 'transaction', 'commit'])
})

it('A failed transaction undoes only itself', async () => {
  const { put, stored } = await openWrites()
  const outcomes = await Promise.allSettled([
    put('a', true),
    put('b'),
    put('c', true),
    put('d'),
    put('e', true),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ])
  expect(stored()).toEqual(['b', 'd'])
})

it('A failed statement undoes only its transaction', async () => {
  const { put, stored } = await openWrites()
  const outcomes = await Promise.allSettled([put('a'), put('a'), put('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(stored()).toEqual(['a', 'b'])
})

it('Nobody hears of a result before it is stored', async () => {
  const { put, stored } = await openWrites()
  const seen = await Promise.all(['a', 'b', 'c'].map(async (key) => [await put(key), stored()]))
  for (const [key, keys] of seen) expect(keys).toContain(key)
})

it('If the commit fails, all of its transactions fail, and the next ones do not', async () => {
  const { put, stored, refuse } = await openWrites()
  refuse('commit')
  const outcomes = await Promise.allSettled([put('a'), put('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(stored()).toEqual([])
  refuse(undefined)
  await put('c')
  expect(stored()).toEqual(['c'])
})

it('Work that only read what others wrote fails with them', async () => {
  const { put, writes, refuse } = await openWrites()
  refuse('commit')
  const [first, second] = await Promise.allSettled([
    put('a'),
    writes.transaction(once, async (transaction) => transaction.$count(settings)),
  ])
  expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
})

it('If a failed transaction cannot be undone, those before it fail as well', async () => {
  const { put, stored, refuse } = await openWrites()
  refuse('undo')
  const outcomes = await Promise.allSettled([put('a'), put('b', true), put('c')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(stored()).toEqual(['c'])
})

it('If the thread is lost between two transactions, none of them is said to be stored', async () => {
  const { writes, put, stored, loseThread } = await openWrites()
  const outcomes = await Promise.allSettled([
    put('a'),
    writes.transaction(once, async (transaction) => {
      loseThread()
      await transaction.insert(settings).values({ key: 'b', value: 'b', updatedAt: new Date(5) })
    }),
    put('c'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(stored()).toEqual(['c'])
})

it('Other work runs outside the transactions before it', async () => {
  const { put, writes, kinds } = await openWrites()
  await Promise.all([put('a'), writes.outside(async () => kinds.push('outside')), put('b')])
  expect(kinds).toEqual(['transaction', 'commit', 'outside', 'transaction', 'commit'])
})
