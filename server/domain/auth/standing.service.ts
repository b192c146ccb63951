import type { SignInIds } from './auth.types'
import type { StandingRepository } from './standing.repository'

/** Somebody who has something open, and has it look whether the sign-in still stands. */
interface Watched {
  readonly signIn: SignInIds
  check(): void
}

/**
 * Notices sign-ins that were ended where no signal comes from: by a command beside the server, or where
 * instances cannot tell each other.
 */
export function createStanding({ repository }: { repository: StandingRepository }) {
  /** What there was of each the last time. */
  const known = new WeakMap<Watched, string>()

  return {
    /** Has those look of which something has changed since the last time, or is gone. */
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
