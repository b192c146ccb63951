import { expect, it, onTestFinished, vi } from 'vitest'
import type { SqliteClient } from '#server/db/sqlite-client'
import { createSqlitePool } from '#server/db/sqlite-pool'
import type { SqliteOrder, SqliteRows } from '#server/db/sqlite-thread.types'

/** A client to a thread, whose orders the test answers itself. */
interface HeldClient extends SqliteClient {
  orders: { order: SqliteOrder; answer: (rows?: SqliteRows) => void }[]
  lose: () => void
  /** Sets whether it still gathers what arrives in the same turn. */
  gather: (isGathering: boolean) => void
  isClosed: boolean
}

function holdClient(): HeldClient {
  const orders: HeldClient['orders'] = []
  let waiting = 0
  let lost = false
  let gathering = false
  const client: HeldClient = {
    orders,
    isClosed: false,
    waiting: () => waiting,
    isGathering: () => gathering,
    gather: (isGathering) => {
      gathering = isGathering
    },
    isLost: () => lost,
    lose: () => {
      lost = true
    },
    ask: (order) =>
      new Promise((resolve) => {
        waiting += 1
        const answer = (rows: SqliteRows = []) => {
          waiting -= 1
          resolve(rows)
        }
        orders.push({ order, answer })
      }),
    close: () => {
      client.isClosed = true
      return Promise.resolve()
    },
  }
  return client
}

/** Clients whose answers are delayed; the first one is open. */
function open(times: { waitMs?: number; idleMs?: number } = {}) {
  const opened: HeldClient[] = []
  const pool = createSqlitePool({
    open: () => {
      const client = holdClient()
      opened.push(client)
      return client
    },
    ...times,
  })
  onTestFinished(() => pool.close())
  return { pool, opened, client: (index: number) => opened[index] ?? expect.fail(`No client ${index}`) }
}

/** Stops time for this test. @returns a function that lets some time pass. */
function stopTime() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  return (time: number) => vi.advanceTimersByTimeAsync(time)
}

const read = (sql: string): SqliteOrder => ({ kind: 'read', sql, args: [] })
const write: SqliteOrder = { kind: 'write', begins: 'transaction', sql: 'update', args: [] }
const sqlOf = (client: HeldClient) =>
  client.orders.map(({ order }) => ('sql' in order ? order.sql : order.kind))

it('A client reads one thing at a time, and the next after the answer', async () => {
  const { pool, client } = open()
  const [one, two] = [pool.read(read('one')), pool.read(read('two'))]
  expect(sqlOf(client(0))).toEqual(['one'])
  client(0).orders[0]?.answer([['first']])
  expect(await one).toEqual([['first']])
  await expect.poll(() => sqlOf(client(0))).toEqual(['one', 'two'])
  client(0).orders[1]?.answer([['second']])
  expect(await two).toEqual([['second']])
})

it('Between the statements of a transaction, its client reads nothing while another can', async () => {
  const pass = stopTime()
  const { pool, client } = open({ waitMs: 5 })
  const reads = [pool.read(read('one')), pool.read(read('two'))]
  await pass(5)
  client(1).orders[0]?.answer()
  await pass(0)
  client(1).orders[1]?.answer()
  client(0).orders[0]?.answer()
  await Promise.all(reads)
  const written = pool.write(write)
  client(0).orders[1]?.answer()
  await written
  const during = [pool.read(read('three')), pool.read(read('four'))]
  expect(sqlOf(client(0))).toEqual(['one', 'update'])
  const committed = pool.write({ kind: 'commit' })
  client(0).orders[2]?.answer()
  await committed
  await pass(0)
  expect(sqlOf(client(0))).toEqual(['one', 'update', 'commit', 'four'])
  client(0).orders[3]?.answer()
  client(1).orders[2]?.answer()
  await Promise.all(during)
})

it('Reads of the same turn travel together, and later ones wait', async () => {
  const { pool, client } = open()
  void pool.read(read('page'))
  client(0).gather(true)
  void pool.read(read('number'))
  client(0).gather(false)
  const later = pool.read(read('later'))
  expect(sqlOf(client(0))).toEqual(['page', 'number'])
  for (const { answer } of client(0).orders) answer()
  await expect.poll(() => sqlOf(client(0))).toEqual(['page', 'number', 'later'])
  client(0).orders[2]?.answer([['last']])
  expect(await later).toEqual([['last']])
})

it('Writes go to the first client at once, whatever it reads', () => {
  const { pool, client, opened } = open()
  void pool.read(read('long'))
  void pool.write(write)
  expect(sqlOf(client(0))).toEqual(['long', 'update'])
  expect(opened).toHaveLength(1)
})

it('A client opens when others have to wait, takes over what waits, and closes when idle', async () => {
  const pass = stopTime()
  const { pool, client, opened } = open({ waitMs: 1, idleMs: 5 })
  void pool.read(read('long'))
  const waiting = pool.read(read('short'))
  await pass(1)
  expect(opened).toHaveLength(2)
  expect(sqlOf(client(1))).toEqual(['SELECT 1'])
  client(1).orders[0]?.answer()
  await pass(0)
  expect(sqlOf(client(1))).toEqual(['SELECT 1', 'short'])
  // It gets no orders, but it is busy.
  await pass(20)
  expect(client(1).isClosed).toBe(false)
  client(1).orders[1]?.answer([['read']])
  expect(await waiting).toEqual([['read']])
  await pass(5)
  expect(client(1).isClosed).toBe(true)
  client(0).orders[0]?.answer()
})

it('A client beside the first closes despite occasional reads, when the first is idle', async () => {
  const { pool, client, opened } = open({ waitMs: 1, idleMs: 30 })
  void pool.read(read('long'))
  void pool.read(read('short'))
  await expect.poll(() => opened.length).toBe(2)
  for (const { answer } of [...client(0).orders]) answer()
  client(1).orders[0]?.answer()
  await expect
    .poll(
      async () => {
        void pool.read(read('now and then')).catch(() => undefined)
        for (const held of opened) for (const { answer } of held.orders.splice(0)) answer()
        return client(1).isClosed
      },
      { interval: 5 },
    )
    .toBe(true)
})

it('At most two pool open beside the first', async () => {
  const pass = stopTime()
  const { pool, opened } = open({ waitMs: 1 })
  for (const sql of ['1', '2', '3', '4', '5', '6']) void pool.read(read(sql)).catch(() => undefined)
  await pass(20)
  expect(opened).toHaveLength(3)
})

it('A lost first client reopens', () => {
  const { pool, client } = open()
  client(0).lose()
  void pool.write(write)
  void pool.read(read('next')).catch(() => undefined)
  expect(client(0).orders).toEqual([])
  expect(sqlOf(client(1))).toEqual(['update'])
})

it('Closing closes every client and refuses what waits', async () => {
  const { pool, client, opened } = open({ waitMs: 1 })
  void pool.read(read('long'))
  const waiting = pool.read(read('short'))
  const refused = expect(waiting).rejects.toThrow('closed')
  await expect.poll(() => opened.length).toBe(2)
  await pool.close()
  await refused
  expect([client(0).isClosed, client(1).isClosed]).toEqual([true, true])
  await expect(pool.read(read('late'))).rejects.toThrow('closed')
  await expect(pool.write(write)).rejects.toThrow('closed')
})
