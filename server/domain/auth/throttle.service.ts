import { bind } from '#server/domain/bind'
import { nameKey } from '#server/domain/name-key.rules'
import { tooManyAttempts } from './auth.errors'
import type { Source } from './auth.types'
import type { KnownSource } from './known-sources.service'
import type { ThrottleRepository } from './throttle.repository'
import { COUNT_LIFETIME, DEVICE_FREE_ATTEMPTS, SHARED_FREE_ATTEMPTS, waitOf } from './throttle.rules'

/** An admitted attempt; call one of these after each password that was tried. */
interface AdmittedAttempt {
  succeeded(): Promise<void>
  failed(): Promise<void>
}

export type Throttle = ReturnType<typeof createThrottle>

/** A password attempt, and how the person is already known. */
interface SignInAttempt extends Source {
  /** Omitted if no user is named, in which case only the address counts. */
  username?: string
  known?: KnownSource | undefined
}

interface Context {
  repository: ThrottleRepository
  networkOf: (address: string) => string
  digest: (text: string) => string
  clock: () => Date
}

/**
 * Slows down wrong passwords per user and per address, on all instances that share the database. Known people are not delayed by strangers: a browser in which this user has signed in
 * has its own count, and so does the user on a known network. All of a user's browsers at one address also
 * share a count with a higher limit, because someone may have collected several cookies.
 * @param dependencies.networkOf the network that an address is counted under.
 * @param dependencies.digest keeps names and addresses out of the table: people type passwords into the wrong
 *   field.
 */
export function createThrottle(context: Context) {
  return bind(context, { admit, refuseLink, forgive })
}

function keyOf({ digest }: Context, username: string): string {
  return digest(`user\n${nameKey(username.trim())}`)
}

function keyFor(context: Context, { username, known }: SignInAttempt): string | undefined {
  if (known) return context.digest(`${known.by}\n${known.key}`)
  return username === undefined ? undefined : keyOf(context, username)
}

/** The count of the address, in addition to that of the user; undefined if there is none. */
function placeOf(
  { networkOf, digest }: Context,
  { address, shared, known }: SignInAttempt,
): { key: string; freeAttempts?: number } | undefined {
  if (address === '') return undefined
  const network = networkOf(address)
  if (known?.by === 'device') {
    const key = digest(`devices\n${known.userId}\n${network}`)
    return { key, freeAttempts: DEVICE_FREE_ATTEMPTS }
  }
  if (shared) return { key: digest(`proxy\n${network}`), freeAttempts: SHARED_FREE_ATTEMPTS }
  return { key: digest(`address\n${network}`) }
}

/** @throws AppError `too_many_attempts` with Retry-After in seconds. */
async function admit(context: Context, given: SignInAttempt): Promise<AdmittedAttempt> {
  const { repository, clock } = context
  const userKey = keyFor(context, given)
  const place = placeOf(context, given)
  const keys = [userKey, place?.key].filter((key) => key !== undefined)
  const failures = (await repository.find(keys)).map((found) =>
    found.key === place?.key ? { ...found, ...place } : found,
  )
  let mayBeCounted = failures.some(({ key }) => key === userKey)
  const wait = Math.ceil(waitOf(failures, clock()) / 1000)
  if (wait > 0) {
    throw tooManyAttempts({ seconds: wait }, { headers: { 'retry-after': String(wait) } })
  }
  return {
    // The address keeps its count: owning an account must not buy attempts against other accounts.
    async succeeded() {
      if (userKey !== undefined && mayBeCounted) await repository.forget(userKey)
    },
    async failed() {
      mayBeCounted = true
      const now = clock()
      await repository.count(keys, now, new Date(now.getTime() - COUNT_LIFETIME))
    },
  }
}

/**
 * Counts a wrong link from an address; the caller refuses it. No one can guess one, so right ones are never held up
 * by wrong ones, and neither are passwords: a program that keeps asking for an old calendar is only told to wait.
 * @throws AppError `too_many_attempts` with Retry-After in seconds.
 */
async function refuseLink(context: Context, source: Source): Promise<void> {
  const attempt = await admit({ ...context, digest: (text) => context.digest(`link\n${text}`) }, source)
  await attempt.failed()
}

/** Clears the wrong attempts against a user. */
function forgive(context: Context, username: string): Promise<void> {
  return context.repository.forget(keyOf(context, username))
}
