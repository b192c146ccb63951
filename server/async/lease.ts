import type { Logger } from '#server/log'

/**
 * Milliseconds that a claim lasts unless it is renewed: how long work rests when its server is killed. Long
 * enough for a database that is away for a moment.
 */
export const LEASE = 15_000
/** Milliseconds between two renewals. */
const RENEW_EVERY = 4_000

/** A claim that is renewed while its server lives. */
interface HeldLease {
  /** Aborted when the claim is lost or the server stops. */
  signal: AbortSignal
  /** Renews it no more. */
  end(): void
}

/**
 * Keeps a claim. It counts as lost when somebody else has it, or when it could not be renewed in time: then
 * somebody else may have it any moment. It is renewed no more once it is lost or the server stops.
 * @param options.renew returns false when it is somebody else's.
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
      if (!(await renew(new Date(until)))) return lost.abort(new Error('The claim is somebody else’s'))
      heldUntil = until
    } catch (error) {
      log.warn('Could not renew a lease: {error}', { error })
      if (clock().getTime() >= heldUntil) lost.abort(new Error('The lease ended', { cause: error }))
    }
  }

  const timer = setInterval(() => void beat(), RENEW_EVERY)
  const end = () => clearInterval(timer)
  const signal = AbortSignal.any([options.signal, lost.signal])
  // What a server that stops leaves behind is to be taken over, also where its end is long in coming.
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  return { signal, end }
}
