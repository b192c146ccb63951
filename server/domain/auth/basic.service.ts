import { auditNote } from '#contract/audit-note'
import { LRUCache } from 'lru-cache'
import { nameKey } from '#server/domain/name-key.rules'
import type { Audit } from '#server/domain/audit/audit.service'
import type { CurrentUser, PasswordUser, Source } from './auth.types'
import type { KnownSources } from './known-sources.service'
import type { Passwords, PasswordAttempt } from './passwords.service'

/** Milliseconds for which a checked pair of username and password is cached. */
const CACHED_FOR = 10 * 60_000
const MAX_REMEMBERED = 1000
/** Milliseconds between recorded sign-ins of a browser that keeps sending the same credentials: one day. */
const SIGN_IN_EVERY = 24 * 60 * 60_000

export type Basic = ReturnType<typeof createBasic>

/**
 * Sign-in with Basic credentials, which browsers send with every request. They are hashed once, then cached
 * for a while under a keyed digest of username, password and stored hash, so that a changed password takes
 * effect at once. Wrong credentials are cached too: a browser that repeats them makes only one wrong attempt.
 */
export function createBasic(dependencies: {
  passwords: Pick<Passwords, 'findUser' | 'check'>
  knownSources: Pick<KnownSources, 'noteNetwork'>
  audit: Pick<Audit, 'record'>
  keyedDigest: (text: string) => string
  clock: () => Date
}) {
  const { passwords, knownSources, audit, keyedDigest, clock } = dependencies
  // Two caches, so that wrong credentials can never crowd out right ones.
  const right = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  const wrong = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  const signedIn = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  const checking = new Map<string, Promise<PasswordUser | undefined>>()

  const isRemembered = (memory: LRUCache<string, number>, digest: string) =>
    (memory.get(digest) ?? 0) > clock().getTime()

  async function recordSignIn(user: CurrentUser, source: Source): Promise<void> {
    const { address } = source
    const key = JSON.stringify([user.id, address])
    if (isRemembered(signedIn, key)) return
    signedIn.set(key, clock().getTime() + SIGN_IN_EVERY)
    await knownSources.noteNetwork(user.id, source)
    await audit.record({ kind: 'signed_in', actor: user.username, note: auditNote('basic'), address })
  }

  return {
    /**
     * @returns the user with the hash that the password matches; undefined if the credentials are wrong.
     * @throws AppError `too_many_attempts` or `sign_in_busy`.
     */
    async identify(given: Omit<PasswordAttempt, 'purpose'>): Promise<PasswordUser | undefined> {
      const found = await passwords.findUser(given.username)
      // Normalises names even of unknown users, because timing would otherwise reveal which users exist.
      const name = nameKey(given.username.trim())
      const digest = keyedDigest(JSON.stringify([name, given.password, found?.passwordHash ?? null]))
      if (found && isRemembered(right, digest)) return found
      if (isRemembered(wrong, digest)) return undefined

      // A page's first requests arrive together and share one check.
      const known = checking.get(digest)
      if (known) return known
      const check = passwords
        .check({ ...given, purpose: 'basic' }, found)
        .then(async (user) => {
          const memory = user ? right : wrong
          memory.set(digest, clock().getTime() + CACHED_FOR)
          if (user) await recordSignIn(user, given)
          return user && found
        })
        .finally(() => checking.delete(digest))
      checking.set(digest, check)
      return check
    },
  }
}
