import type { SqliteLine } from './sqlite-line'
import type { SqliteOrder, SqliteRows } from './sqlite-thread.types'

/** Maximum lines in addition to the first. */
const HELPERS = 2
/** Milliseconds that an order waits before another line is opened. */
const WAIT_MS = 50
/** Milliseconds for which an unneeded line is kept. */
const IDLE_MS = 20_000

interface LinesOptions {
  /** Opens a line; called again if the first line is lost. */
  open: () => SqliteLine
  waitMs?: number
  idleMs?: number
}

interface Queued {
  order: SqliteOrder
  resolve: (rows: SqliteRows) => void
  reject: (error: unknown) => void
  /** Opens another line if the wait gets too long. */
  wait: NodeJS.Timeout
}

/** A read-only line. */
interface Helper {
  line: SqliteLine
  /** Whether it has started; orders sent earlier would wait for the start. */
  isReady: boolean
  idle: NodeJS.Timeout
}

interface Context extends Required<LinesOptions> {
  first: SqliteLine
  helpers: Helper[]
  /** Reads waiting for a line. */
  queue: Queued[]
  isClosed: boolean
}

export interface SqliteLines {
  read: (order: SqliteOrder) => Promise<SqliteRows>
  /** Orders of transactions, one transaction at a time. */
  write: (order: SqliteOrder) => Promise<SqliteRows>
  /** Resolves when work in progress has ended and the file is closed; waiting reads are refused. */
  close: () => Promise<void>
}

/**
 * Distributes work: writes go only to the first line; a read goes to any idle line, together with the reads
 * of the same turn but nothing else, so that none waits behind a long read while another line is free. While
 * orders wait, more lines are opened; they are closed once the first line has been enough for a while.
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
  // The first line is busy with a read that another line could have run.
  const wait = helpLater(context)
  return send(context, line, order).finally(() => clearTimeout(wait))
}

function send(context: Context, line: SqliteLine, order: SqliteOrder): Promise<SqliteRows> {
  return line.ask(order).finally(() => {
    // A read that the first line could have run keeps no helper alive: jobs poll every few seconds.
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
 * Reads of one turn of the event loop belong together, like a page and its total: waking one thread for all costs less
 * than parallelism would gain.
 */
function gatheringLine({ first, helpers }: Context): SqliteLine | undefined {
  return [...helpers.map(({ line }) => line), first].find((line) => !line.isLost() && line.isGathering())
}

/** A helper if there is one, which leaves the first line free for writes. */
function freeLine(context: Context): SqliteLine | undefined {
  const isFree = ({ isLost, waiting }: SqliteLine) => !isLost() && waiting() === 0
  const helper = context.helpers.find(({ line, isReady }) => isReady && isFree(line))
  if (helper) return helper.line
  const first = firstLine(context)
  return isFree(first) ? first : undefined
}

/** A lost thread has closed its connections and so rolled back its transaction, so it can be replaced. */
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
  // A line lost while starting is reported by the code that opens lines.
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
