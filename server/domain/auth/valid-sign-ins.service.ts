import type { SignInIds } from './auth.types'
import type { ValidSignInsRepository } from './valid-sign-ins.repository'

/** A person with an open stream, which can check its sign-in. */
interface Watched {
  readonly signIn: SignInIds
  check(): void
}

/**
 * Detects sign-ins that were ended without a signal: by a command run outside the server, or between
 * instances that cannot notify each other.
 */
export function createValidSignIns({ repository }: { repository: ValidSignInsRepository }) {
  /** The fingerprints at the last check. */
  const known = new WeakMap<Watched, string>()

  return {
    /**
     * Makes a stream check its sign-in if the fingerprint has changed since the last time or no longer
     * exists.
     */
    async watch(watched: readonly Watched[]): Promise<void> {
      if (watched.length === 0) return
      const found = await repository.read(watched.map(({ signIn }) => signIn))
      for (const one of watched) {
        const { userId, sessionId, keyId } = one.signIn
        const parts = [userId, sessionId, keyId].map((id) => (id === undefined ? '' : found.get(id)))
        const state = parts.join(' ')
        const isGone = parts.includes(undefined)
        if (isGone || (known.has(one) && known.get(one) !== state)) one.check()
        known.set(one, state)
      }
    },
  }
}
