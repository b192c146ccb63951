import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import type { FileIdentity } from './sqlite-place'
import { SQLITE_THREAD } from './sqlite-thread.types'
import type { SqliteAnswer, SqliteOrder, SqliteRows, SqliteThreadData } from './sqlite-thread.types'

/** Milliseconds for which the end of the process waits for a thread's current work. */
const EXIT_WAIT_MS = 5000

/** Maximum orders per message: a caller with more orders keeps several clients busy. */
const MAX_BATCH = 8

/**
 * Milliseconds that the event loop waits in one turn for the answers to statements of transactions. A statement takes
 * tens of microseconds, but its answer would come a turn later, and everyone who waits to write would wait for the
 * turns of each statement.
 */
const HOLD_MS = 5
/** Milliseconds that it waits for one answer: a slow disk answers in a later turn. */
const ANSWER_MS = 1

/** Executes orders one at a time, in order. */
export interface SqliteClient {
  /** Number of unanswered orders. */
  waiting: () => number
  /** Whether another read can join the message that is sent at the end of this turn of the event loop. */
  isGathering: () => boolean
  /** Whether the thread that executes orders is gone. */
  isLost: () => boolean
  /** @throws SQLite's errors with their codes, or an error if the client is lost meanwhile. */
  ask: (order: SqliteOrder) => Promise<SqliteRows>
  /**
   * Resolves when all orders are answered and the file is closed.
   * @param writeBack whether to copy the log into the file first.
   */
  close: (writeBack?: boolean) => Promise<void>
}

/** Executes orders synchronously: for commands, and for servers that run from source. */
export async function openLocalClient(path: string): Promise<SqliteClient> {
  const { createExecutor } = await import('./sqlite-executor')
  const executor = createExecutor(path)
  const ask = async (order: SqliteOrder) => rowsOf(executor.answer(order))
  return {
    waiting: () => 0,
    isGathering: () => false,
    isLost: () => false,
    ask,
    async close(writeBack = false) {
      await ask({ kind: 'close', writeBack })
    },
  }
}

const IN_TRANSACTION = new Set<SqliteOrder['kind']>(['write', 'undo', 'commit', 'rollback'])

interface Waiting {
  resolve: (rows: SqliteRows) => void
  reject: (error: unknown) => void
}

interface Context {
  port: MessagePort
  /** Number of messages that the thread has answered. In shared memory, so that it can be waited for. */
  answered: Int32Array<SharedArrayBuffer>
  /** Number of those whose answers have arrived. */
  heard: number
  /** When this turn of the event loop first waited for an answer; undefined if it has not. */
  heldSince: number | undefined
  /** Orders of this turn of the event loop, sent in one message at its end, because each message wakes the thread. */
  unsent: SqliteOrder[]
  /** Callers waiting for results, in order. */
  waiting: Waiting[]
  /** Resolves when the thread has ended. */
  ended: Promise<void>
  lost: boolean
}

/**
 * Starts a thread that executes orders.
 * @param options.entry the file of the built server.
 * @param options.path absolute path of the database file; the thread opens it on its first order.
 * @param options.file the only file to open there.
 * @param options.onLost called if the thread ends before it is closed; waiting callers get the same error.
 */
export function startThreadClient(options: {
  entry: string
  path: string
  file?: FileIdentity | undefined
  onLost: (error: unknown) => void
}): SqliteClient {
  const { entry, path, file, onLost } = options
  const { worker, port, answered, release } = startWorker(entry, path, file)
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const context: Context = {
    port,
    answered,
    heard: 0,
    heldSince: undefined,
    unsent: [],
    waiting: [],
    ended,
    lost: false,
  }
  let closing = false
  const lose = (cause?: unknown) => {
    if (context.lost) return
    context.lost = true
    release()
    const error = lostError(cause)
    if (!closing) onLost(error)
    for (const { reject } of context.waiting.splice(0)) reject(error)
  }
  port.on('message', (answers: SqliteAnswer[]) => settle(context, answers))
  worker.once('error', lose)
  worker.once('exit', () => lose())
  return {
    waiting: () => context.waiting.length,
    // Only while no earlier order is in progress and no write is among them: a read that joined would wait for it.
    isGathering: () =>
      context.unsent.length > 0 &&
      context.unsent.length === context.waiting.length &&
      context.unsent.length < MAX_BATCH &&
      context.unsent.every(({ kind }) => kind === 'read'),
    isLost: () => context.lost,
    ask: (order) => ask(context, order),
    async close(writeBack = false) {
      if (!context.lost) {
        closing = true
        // A lost thread counts as closed.
        await ask(context, { kind: 'close', writeBack }).catch(() => undefined)
        await worker.terminate()
      }
      await ended
    },
  }
}

/** @returns the thread, what it is spoken to with, and a function that detaches it from the end of the process. */
function startWorker(
  entry: string,
  path: string,
  file: FileIdentity | undefined,
): Pick<Context, 'port' | 'answered'> & { worker: Worker; release: () => void } {
  const shared = () => new Int32Array(new SharedArrayBuffer(4))
  const [busy, stop, answered] = [shared(), shared(), shared()]
  const { port1: port, port2 } = new MessageChannel()
  const workerData: SqliteThreadData = { path, file, busy, stop, answered, port: port2 }
  const worker = new Worker(entry, {
    argv: [SQLITE_THREAD],
    // The thread needs no secrets.
    env: {},
    workerData,
    transferList: [port2],
    // Rows are passed on immediately, so a large heap would be wasted.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  })
  // A process that ends while a thread is inside the driver aborts with SIGABRT, whatever its exit code.
  const waitForThread = () => {
    Atomics.store(stop, 0, 1)
    Atomics.wait(busy, 0, 1, EXIT_WAIT_MS)
  }
  process.once('exit', waitForThread)
  return { worker, port, answered, release: () => process.removeListener('exit', waitForThread) }
}

function ask(context: Context, order: SqliteOrder): Promise<SqliteRows> {
  return new Promise((resolve, reject) => {
    if (context.lost) throw lostError()
    // Sends after all orders of this turn, including those from promises resolved in it.
    if (context.unsent.length === 0) process.nextTick(sendAll, context)
    context.unsent.push(order)
    context.waiting.push({ resolve, reject })
  })
}

function sendAll(context: Context): void {
  const orders = context.unsent.splice(0)
  context.port.postMessage(orders)
  const isIdle = orders.length === context.waiting.length
  if (isIdle && orders.every(({ kind }) => IN_TRANSACTION.has(kind))) holdForAnswer(context)
}

/** Waits for the answer to the only message that is unanswered, unless this turn has waited enough. */
function holdForAnswer(context: Context): void {
  const now = performance.now()
  if (context.heldSince === undefined) {
    context.heldSince = now
    setImmediate(() => (context.heldSince = undefined))
  }
  const left = context.heldSince + HOLD_MS - now
  if (left <= 0) return
  Atomics.wait(context.answered, 0, context.heard, Math.min(left, ANSWER_MS))
  const received: { message: SqliteAnswer[] } | undefined = receiveMessageOnPort(context.port)
  if (received) settle(context, received.message)
}

function settle(context: Context, answers: SqliteAnswer[]): void {
  // As the thread counts: in 32 bits.
  context.heard = (context.heard + 1) | 0
  for (const answer of answers) {
    const first = context.waiting.shift()
    if ('rows' in answer) first?.resolve(answer.rows)
    else first?.reject(errorOf(answer.failure))
  }
}

function rowsOf(answer: SqliteAnswer): SqliteRows {
  if ('failure' in answer) throw errorOf(answer.failure)
  return answer.rows
}

function errorOf({ message, code }: { message: string; code: string | undefined }): Error {
  const error = new Error(code === undefined ? message : `${code}: ${message}`)
  return code === undefined ? error : Object.assign(error, { code })
}

function lostError(cause?: unknown): Error {
  const error = new Error('The thread that reads and writes the database file has ended', { cause })
  return Object.assign(error, { code: 'SQLITE_THREAD_LOST' })
}
