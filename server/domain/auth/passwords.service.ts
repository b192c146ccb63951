import { usernameSchema } from '#contract/auth'
import { auditNote } from '#contract/audit-note'
import { shortenUsername } from '#server/domain/shorten-username.rules'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { nameKey } from '#server/domain/name-key.rules'
import { signInBusy } from './auth.errors'
import type { CurrentUser, PasswordHasher, PasswordUser, Source } from './auth.types'
import { createFairQueue, type Place } from './fair-queue'
import type { KnownSources } from './known-sources.service'
import type { Throttle } from './throttle.service'
import type { UsersRepository } from './users.repository'

/** Concurrent hashes: each takes a CPU core and 46 MiB for a while, and other work needs threads too. */
const HASHES_AT_ONCE = 2
/**
 * Maximum waiting lanes of strangers, and of known people; at 150 ms per hash, one turn each takes 2 seconds.
 */
const LANES_WAITING = 12
/** Maximum attempts waiting in one lane, where they wait only for each other. */
const WAITING_PER_LANE = 24

/** An attempt to sign in with a password. */
export interface PasswordAttempt extends Source {
  username: string
  password: string
  /** What the password was typed for, as recorded in the audit log. */
  purpose: 'form' | 'basic' | 'password_change' | 'login_type' | 'provider' | 'takeover'
}

export type Passwords = ReturnType<typeof createPasswords>

interface PasswordsDependencies extends Pick<FeatureContext, 'audit' | 'log'> {
  users: Pick<UsersRepository, 'findForPassword'>
  hasher: PasswordHasher
  throttle: Pick<Throttle, 'admit'>
  knownSources: Pick<KnownSources, 'recognise'>
  /** The lane in which a stranger waits when there is a queue. */
  laneOf: (given: Source & { username: string }) => string
}

const contextOf = (dependencies: PasswordsDependencies) => {
  const inQueue = createFairQueue({
    atOnce: HASHES_AT_ONCE,
    lanes: LANES_WAITING,
    perLane: WAITING_PER_LANE,
    refuse: () => signInBusy({}, { headers: { 'retry-after': '2' } }),
  })
  return { ...dependencies, inQueue }
}
type Context = ReturnType<typeof contextOf>

/** Hashes and checks all passwords: at most two at once, never on the event loop. */
export function createPasswords(dependencies: PasswordsDependencies) {
  return bind(contextOf(dependencies), { hash, findUser, check })
}

/** @param by the signed-in person; null if there is none, as before the setup. */
function hash({ inQueue, hasher }: Context, password: string, by: CurrentUser | null): Promise<string> {
  const place = { lane: by ? `user ${by.id}` : 'nobody', known: by !== null }
  return inQueue(place, () => hasher.hash(password.normalize('NFKC')))
}

/**
 * The texts that a typed password may have been hashed as, whatever system composed its letters: `ü` is one character or
 * two. Hashes are of NFKC; those of former versions are of the text as typed. Nearly everyone types NFKC and has one
 * form. Only the typed text decides how many there are, so the time tells nothing about the user.
 */
const formsOf = (password: string) => new Set([password.normalize('NFKC'), password])

/** Finds a user by name as typed; text that cannot be a username belongs to no one. */
async function findUser({ users }: Context, username: string): Promise<PasswordUser | undefined> {
  const parsed = usernameSchema.safeParse(username)
  return parsed.success ? users.findForPassword(nameKey(parsed.data)) : undefined
}

/**
 * Checks a password, in the same time whether or not the user exists. Throttling, hashing and counting happen
 * in a single queue slot, so that concurrent attempts cannot slip through before the first is counted. If all forms of
 * the password are wrong, each counts, as each takes time; if one is right, none does. Throttled attempts take no slot.
 * @param found undefined for an unknown user, whose password is always wrong.
 * @returns the user if the password is right.
 * @throws AppError `too_many_attempts`, without checking the password, or `sign_in_busy`.
 */
async function check(
  context: Context,
  given: PasswordAttempt,
  found: PasswordUser | undefined,
): Promise<CurrentUser | undefined> {
  const { knownSources, throttle, laneOf, inQueue, hasher } = context
  const known = await knownSources.recognise(found, given)
  const attempted = { ...given, known }
  await throttle.admit(attempted)
  const place: Place = known
    ? { lane: `user ${known.userId}`, known: true }
    : { lane: laneOf(given), known: false }
  const hash = found?.passwordHash ?? null
  const matches = await inQueue(place, async () => {
    const attempt = await throttle.admit(attempted)
    const forms = [...formsOf(given.password)]
    for (const form of forms) {
      const verified = await hasher.verify(hash ?? hasher.dummy, form)
      if (!verified || hash === null) continue
      await attempt.succeeded()
      return true
    }
    for (const _form of forms) await attempt.failed()
    return false
  })
  if (matches) return found?.user
  await noteWrong(context, given, found)
  return undefined
}

async function noteWrong(
  { audit, log }: Context,
  { username, purpose, address }: PasswordAttempt,
  found: PasswordUser | undefined,
): Promise<void> {
  const shortened = shortenUsername(username)
  // People type passwords into the wrong field, so only existing names are logged in full.
  const actor = found?.user.username ?? shortened
  await audit.record({ kind: 'sign_in_failed', actor, note: auditNote(purpose), address })
  log.warn('Wrong password for {username} from {address}', { username: shortened, address })
}
