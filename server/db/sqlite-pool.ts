import type { SqliteClient } from './sqlite-client'
import type { SqliteOrder, SqliteRows } from './sqlite-thread.types'

/** Maximum clients in addition to the first. */
const HELPERS = 2
/** Milliseconds that an order waits before another client is opened. */
const WAIT_MS = 50
/** Milliseconds for which an unneeded client is kept. */
const IDLE_MS = 20_000

interface PoolOptions {
  /** Opens a client; called again if the first client is lost. */
  open: () => SqliteClient
  waitMs?: number
  idleMs?: number
}

interface Queued {
  order: SqliteOrder
  resolve: (rows: SqliteRows) => void
  reject: (error: unknown) => void
  /** Opens another client if the wait gets too long. */
  wait: NodeJS.Timeout
}

/** A read-only client. */
interface Helper {
  client: SqliteClient
  /** Whether it has started; orders sent earlier would wait for the start. */
  isReady: boolean
  idle: NodeJS.Timeout
}

interface Context extends Required<PoolOptions> {
  first: SqliteClient
  helpers: Helper[]
  /** Whether a transaction is open, between its statements, too. */
  isWriting: boolean
  /** Reads waiting for a client. */
  queue: Queued[]
  isClosed: boolean
}

interface SqlitePool {
  read: (order: SqliteOrder) => Promise<SqliteRows>
  /** Orders of transactions, in order. */
  write: (order: SqliteOrder) => Promise<SqliteRows>
  /**
   * Resolves when work in progress has ended and the file is closed; waiting reads are refused.
   * @param writeBack whether to copy the log into the file, which opens it if need be.
   */
  close: (writeBack?: boolean) => Promise<void>
}

/**
 * Distributes work: writes go only to the first client; a read goes to any idle client, together with the reads
 * of the same turn but nothing else, so that none waits behind a long read while another client is free. While
 * orders wait, more clients are opened; they are closed once the first client has been enough for a while.
 */
export function createSqlitePool(options: PoolOptions): SqlitePool {
  const context: Context = {
    waitMs: WAIT_MS,
    idleMs: IDLE_MS,
    ...options,
    first: options.open(),
    helpers: [],
    isWriting: false,
    queue: [],
    isClosed: false,
  }
  return {
    read: (order) => read(context, order),
    write: (order) => write(context, order),
    close: (writeBack = false) => close(context, writeBack),
  }
}

function read(context: Context, order: SqliteOrder): Promise<SqliteRows> {
  if (context.isClosed) return Promise.reject(closedError())
  const client = gatheringClient(context) ?? freeClient(context)
  if (client) return send(context, client, order)
  const wait = scheduleHelper(context)
  return new Promise((resolve, reject) => context.queue.push({ order, resolve, reject, wait }))
}

function write(context: Context, order: SqliteOrder): Promise<SqliteRows> {
  if (context.isClosed) return Promise.reject(closedError())
  context.isWriting = order.kind === 'write' || order.kind === 'undo'
  const client = firstClient(context)
  if (client.waiting() === 0) return send(context, client, order)
  // The first client is busy with a read that another client could have run.
  const wait = scheduleHelper(context)
  return send(context, client, order).finally(() => clearTimeout(wait))
}

function send(context: Context, client: SqliteClient, order: SqliteOrder): Promise<SqliteRows> {
  return client.ask(order).finally(() => {
    // A read that the first client could have run keeps no helper alive: jobs poll every few seconds.
    if (context.isWriting || context.first.waiting() > 0)
      context.helpers.find((helper) => helper.client === client)?.idle.refresh()
    serveQueue(context)
  })
}

function serveQueue(context: Context): void {
  const free = context.queue.length > 0 ? freeClient(context) : undefined
  const next = free && context.queue.shift()
  if (!next) return
  clearTimeout(next.wait)
  send(context, free, next.order).then(next.resolve, next.reject)
}

/**
 * Reads of one turn of the event loop belong together, like a page and its total: waking one thread for all costs less
 * than parallelism would gain.
 */
function gatheringClient({ first, helpers }: Context): SqliteClient | undefined {
  return [...helpers.map(({ client }) => client), first].find(
    (client) => !client.isLost() && client.isGathering(),
  )
}

/**
 * A helper if there is one, which leaves the first client free for writes: a read there would delay the transaction's
 * next statement, and everyone who waits to write.
 */
function freeClient(context: Context): SqliteClient | undefined {
  const isFree = ({ isLost, waiting }: SqliteClient) => !isLost() && waiting() === 0
  const ready = context.helpers.filter(({ client, isReady }) => isReady && !client.isLost())
  const helper = ready.find(({ client }) => isFree(client))
  if (helper) return helper.client
  if (context.isWriting && ready.length > 0) return undefined
  const first = firstClient(context)
  return isFree(first) ? first : undefined
}

/** A lost thread has closed its connections and so rolled back its transaction, so it can be replaced. */
function firstClient(context: Context): SqliteClient {
  if (context.first.isLost()) context.first = context.open()
  return context.first
}

function scheduleHelper(context: Context): NodeJS.Timeout {
  return setTimeout(() => openHelper(context), context.waitMs)
}

function openHelper(context: Context): void {
  context.helpers = context.helpers.filter(({ client }) => !client.isLost())
  if (context.isClosed || context.helpers.length >= HELPERS) return
  const client = context.open()
  const idle = setTimeout(() => void dismiss(context, helper), context.idleMs).unref()
  const helper: Helper = { client, idle, isReady: false }
  context.helpers.push(helper)
  const ready = () => {
    helper.isReady = true
    serveQueue(context)
  }
  // A client lost while starting is reported by the code that opens clients.
  client.ask({ kind: 'read', sql: 'SELECT 1', args: [] }).then(ready, () => clearTimeout(idle))
}

async function dismiss(context: Context, helper: Helper): Promise<void> {
  if (helper.client.waiting() > 0) {
    helper.idle.refresh()
    return
  }
  context.helpers = context.helpers.filter((other) => other !== helper)
  await helper.client.close()
}

async function close(context: Context, writeBack: boolean): Promise<void> {
  context.isClosed = true
  for (const { reject, wait } of context.queue.splice(0)) {
    clearTimeout(wait)
    reject(closedError())
  }
  for (const { idle } of context.helpers) clearTimeout(idle)
  await Promise.all(context.helpers.map(({ client }) => client.close()))
  // Last, when no other reads from the log any more.
  await context.first.close(writeBack)
}

function closedError(): Error {
  return Object.assign(new Error('The database is closed'), { code: 'CLIENT_CLOSED' })
}
