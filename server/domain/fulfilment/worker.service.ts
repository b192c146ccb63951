import { causeOf } from '#contract/cause'
import { holdLease, LEASE } from '#server/async/lease'
import { endsBeforeTimeout } from '#server/async/timeout'
import { postponeAttempt, type HeldFulfilment } from './attempt-outcome'
import { runAttempt } from './attempt.service'
import type { FulfilmentContext } from './context'
import type { DueOptions, Fulfilment } from './fulfilments.repository'
import { reconcile } from './grab/reconcile.service'
import { release } from './transitions'
import { mayAttempt } from './transitions.rules'

/** Books that one server works on at once; most of the time is spent waiting for indexers. */
const AT_ONCE = 4
/** Milliseconds until the next check when something is due that another server may be about to claim. */
const SOON = 250
/** Maximum milliseconds to wait for work in progress when stopping. */
const STOP_TIMEOUT = 1500

/**
 * Starts work on everything due, each book on one server at a time, and returns at once; see {@link onWorkEnd}.
 * @returns when something is due next; null if nothing is scheduled.
 */
export async function workDue(context: FulfilmentContext): Promise<Date | null> {
  const { fulfilments, source, settings, clock, working } = context
  const { attempts, stopping } = working
  const [possible, { auto_download: automatic }] = await Promise.all([source.configured(), settings()])
  const due = { now: clock(), possible, automatic }
  while (attempts.count() < AT_ONCE && !stopping.signal.aborted) {
    const owner = crypto.randomUUID()
    const leaseUntil = new Date(due.now.getTime() + LEASE)
    const [fulfilment] = await fulfilments.claim({ ...due, limit: 1, owner, leaseUntil })
    if (!fulfilment) break
    attempts.add(processFulfilment(context, fulfilment, { ...due, owner }))
  }
  // No time is due: the next attempt starts when one of these ends.
  if (attempts.count() >= AT_ONCE || stopping.signal.aborted) return null
  const next = await fulfilments.findNextDue(due)
  return next && new Date(Math.max(next.getTime(), due.now.getTime() + SOON))
}

/**
 * Calls back when work on a book ends, because work on another may start then.
 * @returns a function that unsubscribes.
 */
export function onWorkEnd({ working }: FulfilmentContext, listener: () => void): () => void {
  return working.attempts.onEnd(listener)
}

/** Resolves when no work is in progress. */
export function settled({ working }: FulfilmentContext): Promise<void> {
  return working.attempts.settled()
}

/** Ends all work for good; releases being sent get a moment, and are reconciled later. */
export async function stop({ working, log }: FulfilmentContext, timeout = STOP_TIMEOUT): Promise<void> {
  working.stopping.abort(new Error('The server is stopping'))
  if (await endsBeforeTimeout(timeout, working.attempts.settled())) return
  log.warn('Stopping: {count} attempts will resume when their lease ends', {
    count: working.attempts.count(),
  })
}

/** Never throws: failures are stored with the fulfilment, or end with its lease. */
async function processFulfilment(
  context: FulfilmentContext,
  fulfilment: Fulfilment,
  { owner, ...due }: DueOptions & { owner: string },
): Promise<void> {
  const { fulfilments, grabs, clock, log } = context
  const { asin } = fulfilment
  const stopping = context.working.stopping.signal
  const renew = (until: Date) => fulfilments.renew(asin, owner, until)
  const lease = holdLease({ renew, signal: stopping, clock, log })
  const held = { fulfilment, owner, signal: lease.signal }
  try {
    const grab = await grabs.findUnderWay(asin)
    if (grab) await reconcile(context, grab, owner)
    else if (mayAttempt(fulfilment, due)) await runAttempt(context, held)
    await release(context, asin, owner)
  } catch (error) {
    if (stopping.aborted) await releaseLease(context, asin, owner)
    else if (!lease.signal.aborted) await postponeAfterError(context, held, error)
  } finally {
    lease.end()
  }
}

/** Lets another server continue at once. */
async function releaseLease(context: FulfilmentContext, asin: string, owner: string): Promise<void> {
  await release(context, asin, owner).catch((error: unknown) =>
    context.log.warn('Could not release the attempt for {asin}; it resumes when its lease ends: {error}', {
      asin,
      error,
    }),
  )
}

async function postponeAfterError(
  context: FulfilmentContext,
  held: HeldFulfilment,
  error: unknown,
): Promise<void> {
  const { asin } = held.fulfilment
  const { log } = context
  log.error('Attempt for {asin} failed unexpectedly: {error}', { asin, error })
  await postponeAttempt(context, held, causeOf('unexpected')).catch((failure: unknown) =>
    log.error('Could not postpone the attempt for {asin}; it resumes when its lease ends: {failure}', {
      asin,
      failure,
    }),
  )
}
