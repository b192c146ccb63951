import type { Logger } from '#server/log'

/**
 * Milliseconds that a lease lasts unless renewed, and so how long work pauses when its server is killed. Long enough to
 * survive a short database outage.
 */
export const LEASE = 15_000
/** Milliseconds between renewals. */
const RENEW_EVERY = 4_000

/** A lease that is renewed while its server lives. */
interface HeldLease {
  /** Aborted when the lease is lost or the server stops. */
  signal: AbortSignal
  /** Stops renewing it. */
  end(): void
}

/**
 * Holds a lease. It counts as lost when someone else has it, or when it could not be renewed in time, as someone else
 * may then claim it at any moment. Renewal stops once it is lost or the server stops.
 * @param options.renew returns false if it is someone else's.
 * @param options.signal the server stops.
 */
export function holdLease(options: {
  renew: (until: Date) => Promise<boolean>
  signal: AbortSignal
  clock: () => Date
  log: Logger
}): HeldLease {
  const { renew, clock, log } = options
  const lost = new AbortController()
  let heldUntil = clock().getTime() + LEASE

  async function beat(): Promise<void> {
    const until = clock().getTime() + LEASE
    try {
      if (!(await renew(new Date(until)))) return lost.abort(new Error('Someone else holds the lease'))
      heldUntil = until
    } catch (error) {
      log.warn('Could not renew a lease: {error}', { error })
      if (clock().getTime() >= heldUntil) lost.abort(new Error('The lease ended', { cause: error }))
    }
  }

  const timer = setInterval(() => void beat(), RENEW_EVERY)
  const end = () => clearInterval(timer)
  const signal = AbortSignal.any([options.signal, lost.signal])
  // What a stopping server leaves behind can be taken over, even if the process takes long to end.
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  return { signal, end }
}
