import { expect, it, onTestFinished, vi } from 'vitest'
import type { SqliteLine } from '#server/db/sqlite-line'
import { createLines } from '#server/db/sqlite-lines'
import type { SqliteOrder, SqliteRows } from '#server/db/sqlite-thread.types'

/** A line to a thread, whose orders the test answers itself. */
interface HeldLine extends SqliteLine {
  asked: { order: SqliteOrder; answer: (rows?: SqliteRows) => void }[]
  lose: () => void
  /** Sets whether it still gathers what arrives in the same turn. */
  gather: (isGathering: boolean) => void
  isClosed: boolean
}

function holdLine(): HeldLine {
  const asked: HeldLine['asked'] = []
  let waiting = 0
  let lost = false
  let gathering = false
  const line: HeldLine = {
    asked,
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
        asked.push({ order, answer })
      }),
    close: () => {
      line.isClosed = true
      return Promise.resolve()
    },
  }
  return line
}

/** Lines with delayed answers; the first one is open. */
function open(times: { waitMs?: number; idleMs?: number } = {}) {
  const opened: HeldLine[] = []
  const lines = createLines({
    open: () => {
      const line = holdLine()
      opened.push(line)
      return line
    },
    ...times,
  })
  onTestFinished(() => lines.close())
  return { lines, opened, line: (index: number) => opened[index] ?? expect.fail(`No line ${index}`) }
}

/** Stops time for this test. @returns a function that lets some time pass. */
function stopTime() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  return (time: number) => vi.advanceTimersByTimeAsync(time)
}

const read = (sql: string): SqliteOrder => ({ kind: 'read', sql, args: [] })
const write: SqliteOrder = { kind: 'write', first: true, sql: 'update', args: [] }
const sqlOf = (line: HeldLine) => line.asked.map(({ order }) => ('sql' in order ? order.sql : order.kind))

it('A line reads one thing at a time, and the next after the answer', async () => {
  const { lines, line } = open()
  const [one, two] = [lines.read(read('one')), lines.read(read('two'))]
  expect(sqlOf(line(0))).toEqual(['one'])
  line(0).asked[0]?.answer([['first']])
  expect(await one).toEqual([['first']])
  await expect.poll(() => sqlOf(line(0))).toEqual(['one', 'two'])
  line(0).asked[1]?.answer([['second']])
  expect(await two).toEqual([['second']])
})

it('Reads of the same turn travel together, and later ones wait', async () => {
  const { lines, line } = open()
  void lines.read(read('page'))
  line(0).gather(true)
  void lines.read(read('number'))
  line(0).gather(false)
  const later = lines.read(read('later'))
  expect(sqlOf(line(0))).toEqual(['page', 'number'])
  for (const { answer } of line(0).asked) answer()
  await expect.poll(() => sqlOf(line(0))).toEqual(['page', 'number', 'later'])
  line(0).asked[2]?.answer([['last']])
  expect(await later).toEqual([['last']])
})

it('Writes go to the first line at once, whatever it reads', () => {
  const { lines, line, opened } = open()
  void lines.read(read('long'))
  void lines.write(write)
  expect(sqlOf(line(0))).toEqual(['long', 'update'])
  expect(opened).toHaveLength(1)
})

it('A line opens when others have to wait, takes over what waits, and closes when idle', async () => {
  const pass = stopTime()
  const { lines, line, opened } = open({ waitMs: 1, idleMs: 5 })
  void lines.read(read('long'))
  const waiting = lines.read(read('short'))
  await pass(1)
  expect(opened).toHaveLength(2)
  expect(sqlOf(line(1))).toEqual(['SELECT 1'])
  line(1).asked[0]?.answer()
  await pass(0)
  expect(sqlOf(line(1))).toEqual(['SELECT 1', 'short'])
  // It gets no orders, but it is busy.
  await pass(20)
  expect(line(1).isClosed).toBe(false)
  line(1).asked[1]?.answer([['read']])
  expect(await waiting).toEqual([['read']])
  await pass(5)
  expect(line(1).isClosed).toBe(true)
  line(0).asked[0]?.answer()
})

it('A line beside the first closes despite occasional reads, when the first is idle', async () => {
  const { lines, line, opened } = open({ waitMs: 1, idleMs: 30 })
  void lines.read(read('long'))
  void lines.read(read('short'))
  await expect.poll(() => opened.length).toBe(2)
  for (const { answer } of [...line(0).asked]) answer()
  line(1).asked[0]?.answer()
  await expect
    .poll(
      async () => {
        void lines.read(read('now and then')).catch(() => undefined)
        for (const held of opened) for (const { answer } of held.asked.splice(0)) answer()
        return line(1).isClosed
      },
      { interval: 5 },
    )
    .toBe(true)
})

it('At most two lines open beside the first', async () => {
  const pass = stopTime()
  const { lines, opened } = open({ waitMs: 1 })
  for (const sql of ['1', '2', '3', '4', '5', '6']) void lines.read(read(sql)).catch(() => undefined)
  await pass(20)
  expect(opened).toHaveLength(3)
})

it('A lost first line reopens', () => {
  const { lines, line } = open()
  line(0).lose()
  void lines.write(write)
  void lines.read(read('next')).catch(() => undefined)
  expect(line(0).asked).toEqual([])
  expect(sqlOf(line(1))).toEqual(['update'])
})

it('Closing closes every line and refuses what waits', async () => {
  const { lines, line, opened } = open({ waitMs: 1 })
  void lines.read(read('long'))
  const waiting = lines.read(read('short'))
  const refused = expect(waiting).rejects.toThrow('closed')
  await expect.poll(() => opened.length).toBe(2)
  await lines.close()
  await refused
  expect([line(0).isClosed, line(1).isClosed]).toEqual([true, true])
  await expect(lines.read(read('late'))).rejects.toThrow('closed')
  await expect(lines.write(write)).rejects.toThrow('closed')
})
