import type { SqliteLine } from './sqlite-line'
import type { SqliteOrder, SqliteRows } from './sqlite-thread.types'

/** Lines that are opened beside the first one, at most. */
const HELPERS = 2
/** How long something waits for a line before one more is opened, in milliseconds. */
const WAIT_MS = 50
/** How long a helper stays that nobody needs beside the first line, in milliseconds. */
const IDLE_MS = 20_000

interface LinesOptions {
  /** Opens a line; called again for the first one when that is lost. */
  open: () => SqliteLine
  waitMs?: number
  idleMs?: number
}

interface Queued {
  order: SqliteOrder
  resolve: (rows: SqliteRows) => void
  reject: (error: unknown) => void
  /** Opens one more line when it has waited for long. */
  wait: NodeJS.Timeout
}

/** A line that only reads. */
interface Helper {
  line: SqliteLine
  /** It has started; before that, whatever it is asked waits for it. */
  isReady: boolean
  idle: NodeJS.Timeout
}

interface Context extends Required<LinesOptions> {
  first: SqliteLine
  helpers: Helper[]
  /** Reads that wait for a line. */
  queue: Queued[]
  isClosed: boolean
}

export interface SqliteLines {
  read: (order: SqliteOrder) => Promise<SqliteRows>
  /** Orders of transactions, one transaction after the other. */
  write: (order: SqliteOrder) => Promise<SqliteRows>
  /** Resolves when what is under way has ended and the file is closed; reads that wait are refused. */
  close: () => Promise<void>
}

/**
 * Shares work out: what writes is for the first line alone; a read is for whichever line has nothing to do, with what is
 * asked in the same turn but nothing more, so that none waits behind a long one while another line is free. While others have to wait, lines are
 * opened beside the first one, and they go when the first one has been enough for a while.
 */
export function createLines(options: LinesOptions): SqliteLines {
  const context: Context = {
    waitMs: WAIT_MS,
    idleMs: IDLE_MS,
    ...options,
    first: options.open(),
    helpers: [],
    queue: [],
    isClosed: false,
  }
  return {
    read: (order) => read(context, order),
    write: (order) => write(context, order),
    close: () => close(context),
  }
}

function read(context: Context, order: SqliteOrder): Promise<SqliteRows> {
  if (context.isClosed) return Promise.reject(closedError())
  const line = gatheringLine(context) ?? freeLine(context)
  if (line) return send(context, line, order)
  const wait = helpLater(context)
  return new Promise((resolve, reject) => context.queue.push({ order, resolve, reject, wait }))
}

function write(context: Context, order: SqliteOrder): Promise<SqliteRows> {
  if (context.isClosed) return Promise.reject(closedError())
  const line = firstLine(context)
  if (line.waiting() === 0) return send(context, line, order)
  // It is busy with a read, which could as well have been done by another line.
  const wait = helpLater(context)
  return send(context, line, order).finally(() => clearTimeout(wait))
}

function send(context: Context, line: SqliteLine, order: SqliteOrder): Promise<SqliteRows> {
  return line.ask(order).finally(() => {
    // What the first line could have read as well keeps no helper: jobs look every few seconds.
    if (context.first.waiting() > 0) context.helpers.find((helper) => helper.line === line)?.idle.refresh()
    serveQueue(context)
  })
}

function serveQueue(context: Context): void {
  const free = context.queue.length > 0 ? freeLine(context) : undefined
  const next = free && context.queue.shift()
  if (!next) return
  clearTimeout(next.wait)
  send(context, free, next.order).then(next.resolve, next.reject)
}

/**
 * What is asked in one turn of the event loop belongs together, as a page and its number do: to wake one thread for all
 * of it costs less than what is won by several.
 */
function gatheringLine({ first, helpers }: Context): SqliteLine | undefined {
  return [...helpers.map(({ line }) => line), first].find((line) => !line.isLost() && line.isGathering())
}

/** A helper where there is one, so that the first line is free for what writes. */
function freeLine(context: Context): SqliteLine | undefined {
  const isFree = ({ isLost, waiting }: SqliteLine) => !isLost() && waiting() === 0
  const helper = context.helpers.find(({ line, isReady }) => isReady && isFree(line))
  if (helper) return helper.line
  const first = firstLine(context)
  return isFree(first) ? first : undefined
}

/** A thread that is gone has closed its connections, and so rolled back its transaction: another one may follow. */
function firstLine(context: Context): SqliteLine {
  if (context.first.isLost()) context.first = context.open()
  return context.first
}

function helpLater(context: Context): NodeJS.Timeout {
  return setTimeout(() => openHelper(context), context.waitMs)
}

function openHelper(context: Context): void {
  context.helpers = context.helpers.filter(({ line }) => !line.isLost())
  if (context.isClosed || context.helpers.length >= HELPERS) return
  const line = context.open()
  const idle = setTimeout(() => void dismiss(context, helper), context.idleMs).unref()
  const helper: Helper = { line, idle, isReady: false }
  context.helpers.push(helper)
  const ready = () => {
    helper.isReady = true
    serveQueue(context)
  }
  // Whoever opens lines hears of one that is lost while it starts.
  line.ask({ kind: 'read', sql: 'SELECT 1', args: [] }).then(ready, () => clearTimeout(idle))
}

async function dismiss(context: Context, helper: Helper): Promise<void> {
  if (helper.line.waiting() > 0) {
    helper.idle.refresh()
    return
  }
  context.helpers = context.helpers.filter((other) => other !== helper)
  await helper.line.close()
}

async function close(context: Context): Promise<void> {
  context.isClosed = true
  for (const { reject, wait } of context.queue.splice(0)) {
    clearTimeout(wait)
    reject(closedError())
  }
  for (const { idle } of context.helpers) clearTimeout(idle)
  await Promise.all([context.first, ...context.helpers.map(({ line }) => line)].map((line) => line.close()))
}

function closedError(): Error {
  return Object.assign(new Error('The database is closed'), { code: 'CLIENT_CLOSED' })
}
