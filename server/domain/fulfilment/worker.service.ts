import type { DownloadSettings } from '#contract/download-settings'
import type { Logger } from '#server/log'
import type { ReleaseSource } from '#server/domain/integrations/integrations.types'
import type { FulfilmentsRepository, Fulfilment } from './fulfilments.repository'
import type { GrabsRepository } from './grab/grabs.repository'
import { holdLease, LEASE } from '#server/async/lease'
import type { Reconciler } from './grab/reconcile.service'
import { endsBeforeTimeout } from '#server/async/timeout'
import type { Attempt } from './attempt.service'

/** Books that one server works on at once; most of the time goes by waiting for indexers. */
const AT_ONCE = 4
/** Milliseconds between two looks when something is due that another server may be about to take. */
const SOON = 250
/** Milliseconds after which stopping waits no more. */
const STOP_TIMEOUT = 1500

export interface WorkerDependencies {
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  attempt: Attempt
  reconciler: Reconciler
  source: Pick<ReleaseSource, 'configured'>
  settings: () => Promise<DownloadSettings>
  clock: () => Date
  log: Logger
}

export type FulfilmentWorker = ReturnType<typeof createFulfilmentWorker>

/** Takes up the work on books that is due, each book by one server at a time. */
export function createFulfilmentWorker(dependencies: WorkerDependencies) {
  const { fulfilments, grabs, attempt, reconciler, source, settings, clock, log } = dependencies
  const stopping = new AbortController()
  const active = new Set<Promise<void>>()
  const endListeners = new Set<() => void>()

  async function dueOptions() {
    const [possible, { auto_download: automatic }] = await Promise.all([source.configured(), settings()])
    return { now: clock(), possible, automatic }
  }

  /** Never throws: what goes wrong is stored with the work, or ends with its lease. */
  async function workOn(work: Fulfilment, owner: string): Promise<void> {
    const { asin } = work
    const lease = holdLease({
      renew: (until) => fulfilments.renew(asin, owner, until),
      signal: stopping.signal,
      clock,
      log,
    })
    try {
      const grab = await grabs.findUnderWay(asin)
      if (grab) await reconciler.run(grab, owner)
      else if (SEARCHED.includes(work.state)) await attempt.run({ work, owner, signal: lease.signal })
      await fulfilments.release(asin, owner)
    } catch (error) {
      if (stopping.signal.aborted) await giveBack(asin, owner)
      else if (!lease.signal.aborted) await putOff({ work, owner, signal: lease.signal }, error)
    } finally {
      lease.end()
    }
  }

  /** Lets another server go on at once. What may be on its way is left to its lease. */
  async function giveBack(asin: string, owner: string): Promise<void> {
    try {
      if (!(await grabs.findUnderWay(asin))) await fulfilments.release(asin, owner)
    } catch (error) {
      log.warn('The work on {asin} ends with its lease: {error}', { asin, error })
    }
  }

  async function putOff(
    held: { work: Fulfilment; owner: string; signal: AbortSignal },
    error: unknown,
  ): Promise<void> {
    const { asin } = held.work
    log.error('The work on {asin} failed unexpectedly: {error}', { asin, error })
    await attempt
      .postpone(held, 'It failed unexpectedly; the log of the server says more.')
      .catch((cause: unknown) =>
        log.error('The work on {asin} ends with its lease: {cause}', { asin, cause }),
      )
  }

  function start(work: Fulfilment, owner: string): void {
    const promise = workOn(work, owner).finally(() => {
      active.delete(promise)
      for (const listener of endListeners) listener()
    })
    active.add(promise)
  }

  return {
    /**
     * Starts working on whatever is due and returns at once; see {@link onWorkEnd}.
     * @returns when something is due next; null when nothing waits for its time.
     */
    async workDue(): Promise<Date | null> {
      const due = await dueOptions()
      while (active.size < AT_ONCE && !stopping.signal.aborted) {
        const owner = crypto.randomUUID()
        const leaseUntil = new Date(due.now.getTime() + LEASE)
        const [work] = await fulfilments.claim({ ...due, limit: 1, owner, leaseUntil })
        if (!work) break
        start(work, owner)
      }
      // Whoever ends makes room for the next.
      if (active.size >= AT_ONCE || stopping.signal.aborted) return null
      const next = await fulfilments.findNextDue(due)
      return next && new Date(Math.max(next.getTime(), due.now.getTime() + SOON))
    },

    /** Calls back when the work on a book has ended, as then another may start. */
    onWorkEnd(listener: () => void): () => void {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },

    /** Resolves when nothing is worked on. */
    async settled(): Promise<void> {
      while (active.size > 0) await Promise.all(active)
    },

    /** Ends the work for good; what is being sent gets a moment, and is looked up later. */
    async stop(timeout = STOP_TIMEOUT): Promise<void> {
      stopping.abort(new Error('The server stops'))
      if (await endsBeforeTimeout(timeout, Promise.all(active))) return
      log.warn('Work on books did not end in time; it is gone on with when its lease ends')
    },
  }
}

/** States in which a try begins or goes on. */
const SEARCHED: Fulfilment['state'][] = ['waiting', 'not_found', 'searching']
