import type { Logger } from '#server/platform/log'
import { abortWith, onAbort } from './abort'

/**
 * Milliseconds that a lease lasts unless renewed, and so how long work pauses after its server is killed.
 * Long enough to survive a short database outage.
 */
export const LEASE = 15_000
/** Milliseconds between renewals. */
const RENEW_EVERY = 4_000

/** A lease that is renewed while its server lives. */
interface HeldLease {
  /** Aborted when the lease is lost or the server stops. */
  signal: AbortSignal
  /** Stops renewing the lease, and listening for the server's stop. Must be called once the work has ended. */
  end(): void
}

/**
 * Keeps renewing a lease until it is lost or the server stops. A lease is lost when another instance has it,
 * or when it could not be renewed in time, because another instance may then claim it at any moment.
 * @param options.renew returns false if another instance has the lease.
 * @param options.signal aborts when the server stops.
 */
export function holdLease(options: {
  renew: (until: Date) => Promise<boolean>
  signal: AbortSignal
  clock: () => Date
  log: Logger
}): HeldLease {
  const { renew, clock, log } = options
  const { controller: lost, detach } = abortWith(options.signal)
  let heldUntil = clock().getTime() + LEASE

  async function beat(): Promise<void> {
    const until = clock().getTime() + LEASE
    try {
      if (!(await renew(new Date(until)))) return lost.abort(new Error('Another instance holds the lease'))
      heldUntil = until
    } catch (error) {
      log.warn('Could not renew a lease: {error}', { error })
      if (clock().getTime() >= heldUntil) lost.abort(new Error('The lease expired', { cause: error }))
    }
  }

  const timer = setInterval(() => void beat(), RENEW_EVERY)
  const end = () => {
    clearInterval(timer)
    detach()
  }
  // Other instances can take over the work of a stopping server, even if its process takes long to end.
  onAbort(lost.signal, end)
  return { signal: lost.signal, end }
}
