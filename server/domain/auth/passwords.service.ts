import { usernameSchema } from '#contract/auth'
import { shortenUsername, type Logger } from '#server/log'
import { nameKey } from '#server/name-key.rules'
import { createSlots } from '#server/slots'
import { signInBusy } from './auth.errors'
import type { Audit } from '../audit/audit.service'
import type { CurrentUser, PasswordHasher, PasswordUser, Source } from './auth.types'
import type { Throttle } from './throttle.service'
import type { UsersRepository } from './users.repository'

/** Hashes at once: each takes a processor and 46 MiB for a while, and other work needs threads too. */
const HASHES_AT_ONCE = 2
const HASHES_WAITING = 200

/** A try to sign in with a password. */
export interface PasswordTry extends Source {
  username: string
  password: string
  /** What the password was typed for, in words for the administrators. */
  purpose: string
}

export type Passwords = ReturnType<typeof createPasswords>

/** Everything that hashes: at most two at once, never on the thread that answers requests. */
export function createPasswords(dependencies: {
  users: Pick<UsersRepository, 'findForPassword'>
  hasher: PasswordHasher
  throttle: Throttle
  audit: Pick<Audit, 'record'>
  log: Logger
}) {
  const { users, hasher, throttle, audit, log } = dependencies
  const inSlot = createSlots({
    atOnce: HASHES_AT_ONCE,
    waiting: HASHES_WAITING,
    refuse: () =>
      signInBusy('Too many people are signing in right now. Try again in a moment.', {
        headers: { 'retry-after': '2' },
      }),
  })

  return {
    hash: (password: string): Promise<string> => inSlot(() => hasher.hash(password)),

    /** Finds a user by name as typed; text that cannot be a username is nobody's. */
    async findUser(username: string): Promise<PasswordUser | undefined> {
      const parsed = usernameSchema.safeParse(username)
      return parsed.success ? users.findForPassword(nameKey(parsed.data)) : undefined
    },

    /**
     * Checks a password. It takes the same time whether there is such a user or not. Checking the throttle,
     * hashing and counting happen in one slot, so that tries that arrive together cannot slip through
     * before the first of them is counted.
     * @param found undefined for nobody, whose password is always wrong.
     * @returns the user when the password is right.
     * @throws AppError `too_many_attempts`, without having looked at the password, or `sign_in_busy`.
     */
    check(given: PasswordTry, found: PasswordUser | undefined): Promise<CurrentUser | undefined> {
      return inSlot(async () => {
        const attempt = await throttle.admit(given)
        const hash = found?.passwordHash ?? null
        const matches = await hasher.verify(hash ?? hasher.dummy, given.password)
        if (matches && hash !== null) {
          await attempt.succeeded()
          return found?.user
        }
        await attempt.failed()
        // People type passwords into the wrong field: only names that exist are written down in full.
        const username = found?.user.username ?? shortenUsername(given.username)
        await audit.record({
          kind: 'sign_in_failed',
          actor: username,
          detail: given.purpose,
          address: given.address,
        })
        log.warn('Wrong password for {username} from {address}', {
          username: shortenUsername(given.username),
          address: given.address,
        })
        return undefined
      })
    },
  }
}
