import { pause } from '#server/async/timeout'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { OutboxRepository, AttemptedDelivery } from './outbox.repository'

/** Maximum results per transaction. */
const BATCH = 400
/**
 * How long to gather more results before writing, in milliseconds, unless someone is waiting. A transaction
 * costs far more than a row, above all on SQLite, where each one waits for the disk.
 */
const GATHER = 100
/**
 * Pauses between attempts to store a result, in milliseconds. The message was sent, so its result must not be
 * lost.
 */
const PAUSES = [250, 1000, 4000, 10_000]

interface Waiting {
  attempted: AttemptedDelivery
  resolve: (stillOurs: boolean) => void
  reject: (error: unknown) => void
}

interface DeliveryRecorderDependencies extends Pick<FeatureContext, 'clock' | 'log'> {
  repository: Pick<OutboxRepository, 'record'>
  /** Once aborted, results that cannot be stored are dropped. */
  stopping: AbortSignal
  pauses?: readonly number[]
}

interface Context extends Required<DeliveryRecorderDependencies> {
  waiting: Waiting[]
  writing: boolean
  /** Whether someone is waiting for the batch that is being gathered. */
  isAwaited: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Stores results in batches: all results that arrive during a transaction share the next one. */
export function createDeliveryRecorder(dependencies: DeliveryRecorderDependencies) {
  const state = { waiting: [], writing: false, isAwaited: false, timer: undefined }
  const context: Context = { pauses: PAUSES, ...dependencies, ...state }
  return bind(context, { record, flush })
}

async function write(context: Context, batch: Waiting[]): Promise<Set<string>> {
  const { pauses, stopping, repository, clock, log } = context
  const attempted = batch.map((entry) => entry.attempted)
  for (const milliseconds of pauses) {
    if (stopping.aborted) break
    try {
      return await repository.record(attempted, clock())
    } catch (error) {
      // If the last attempt below fails too, callers get its error.
      log.debug('Could not store {count} delivery results; trying again: {error}', {
        count: batch.length,
        error,
      })
      // An aborted pause ends the loop.
      await pause(milliseconds, stopping).catch(() => undefined)
    }
  }
  return repository.record(attempted, clock())
}

/** Writes the gathered results. Later ones are written without a pause if someone is waiting for them. */
async function writeAll(context: Context): Promise<void> {
  const { waiting } = context
  clearTimeout(context.timer)
  context.timer = undefined
  context.writing = true
  do {
    context.isAwaited = false
    const batch = waiting.splice(0, BATCH)
    try {
      const recorded = await write(context, batch)
      for (const { attempted, resolve } of batch) resolve(recorded.has(attempted.id))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  } while (waiting.length >= BATCH || (context.isAwaited && waiting.length > 0))
  context.writing = false
  if (waiting.length > 0) plan(context)
}

function plan(context: Context): void {
  context.timer ??= setTimeout(() => void writeAll(context), GATHER)
}

/**
 * Resolves when the result is stored: soon, or immediately after a {@link flush}.
 * @returns false if nothing was stored because the delivery was deleted or taken over in the meantime.
 * @throws if the database refuses the result.
 */
function record(context: Context, attempted: AttemptedDelivery): Promise<boolean> {
  const { waiting } = context
  return new Promise((resolve, reject) => {
    waiting.push({ attempted, resolve, reject })
    if (!context.writing) plan(context)
  })
}

/** Writes everything now, because someone is waiting for it. */
function flush(context: Context): void {
  context.isAwaited = true
  if (!context.writing && context.waiting.length > 0) void writeAll(context)
}
