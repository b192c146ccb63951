import type { H3Event } from 'h3'
import { suffices, type Access } from '#contract/operation'
import { UNATTENDED_HEADER } from '#contract/unattended'
import type {
  Actor,
  IdentifyPurpose,
  Credentials,
  CurrentUser,
  Identity,
} from '#server/domain/auth/auth.types'
import { defineProblem } from '#server/errors/problem'
import { beyondKey } from '#server/domain/auth/auth.errors'
import { sourceOf } from './actor'
import { readCredentials } from './credentials'
import { hostName } from './host-names'
import { requestHeader } from './request-header'

const notSignedIn = defineProblem('not_signed_in', 401)
const readOnlyKey = defineProblem('read_only_key', 403)
const missingRole = defineProblem('missing_role', 403)

/** What a guard returns: nothing for public access, otherwise the caller. */
export type Caller<A extends Access> = A extends 'public' ? null : CurrentUser

/**
 * The caller; null if the request has no credentials. Determined once per request.
 * @param passive whether pages make such requests without a person's action.
 * @throws AppError if the credentials are wrong.
 */
export function identify(event: H3Event, passive = false): Promise<Identity | null> {
  const credentials = readCredentials(event)
  const purpose = isAutomatic(event, credentials, passive) ? 'look' : 'use'
  event.context.identity ??= identityOf(event, credentials, purpose)
  return event.context.identity
}

/**
 * The caller, unless the name is unknown. Without sign-in, only the server's name distinguishes its own pages
 * from a stranger's (DNS rebinding), and the gateway may have admitted an unknown name a moment before
 * sign-in was switched off.
 * @returns null, including for an unknown name without a sign-in.
 */
export async function identityOf(
  event: H3Event,
  credentials: Credentials,
  purpose: IdentifyPurpose,
): Promise<Identity | null> {
  const identity = await event.context.app.auth.authenticate(credentials, sourceOf(event), purpose)
  const isStranger = event.context.isForeignPage || !usesOwnHostName(event)
  return identity?.via === 'open' && isStranger ? null : identity
}

function usesOwnHostName(event: H3Event): boolean {
  const { app, origin } = event.context
  return [requestHeader(event, 'host') ?? '', origin.host].every((host) => {
    const name = host === '' ? undefined : hostName(host)
    return host === '' || (name !== undefined && app.hosts.isKnown(name))
  })
}

/**
 * Whether a page makes the request without a person's action. A request with an API key never counts as such.
 */
function isAutomatic(event: H3Event, { bearer }: Credentials, passive: boolean): boolean {
  if (bearer !== undefined || !isSafe(event)) return false
  return passive || requestHeader(event, UNATTENDED_HEADER) !== undefined
}

/**
 * Ensures that the caller may use an operation.
 * @param operation.passive whether pages request it without a person's action.
 * @returns the caller; null for public access, which identifies no one.
 * @throws AppError `not_signed_in` 401, `missing_role` 403 or `read_only_key` 403.
 */
export async function authorise<A extends Access>(
  event: H3Event,
  operation: { access: A; passive?: boolean },
): Promise<Caller<A>>
export async function authorise(
  event: H3Event,
  { access, passive }: { access: Access; passive?: boolean },
): Promise<CurrentUser | null> {
  if (access === 'public') return null
  const identity = await identify(event, passive)
  if (!identity) {
    throw notSignedIn({}, { headers: await event.context.app.auth.challenge() })
  }
  if (!suffices(identity.user.role, access)) throw missingRole({ role: access })
  if (identity.key?.readOnly && !isSafe(event)) throw readOnlyKey()
  event.context.access = access
  return identity.user
}

/**
 * The same for a request whose body has arrived since: that may take a minute, in which the caller may have been
 * signed out or demoted.
 */
export function authoriseAgain<A extends Access>(
  event: H3Event,
  operation: { access: A; passive?: boolean },
): Promise<Caller<A>> {
  delete event.context.identity
  return authorise(event, operation)
}

/**
 * The identity of the caller of an operation that is not public.
 * @throws AppError `not_signed_in` 401.
 */
export async function requireIdentity(event: H3Event): Promise<Identity> {
  const identity = await identify(event)
  if (!identity) throw notSignedIn()
  return identity
}

/** The caller as the author of a change, with source and session. */
export async function actorOf(event: H3Event, user: CurrentUser): Promise<Actor> {
  const { app, access } = event.context
  const identity = await identify(event)
  return {
    ...{ user, ...sourceOf(event), sessionId: identity?.sessionId, key: identity?.key },
    async stillEntitled(within) {
      if (!identity || access === undefined) throw notSignedIn()
      const entitlement = await app.findEntitlement(within, identity, access)
      if (entitlement === 'signed_out') throw notSignedIn()
      if (entitlement === 'role_too_low') throw missingRole({ role: access })
    },
    refuseOutlasting() {
      if (identity?.key && identity.key.expiresAt !== null) throw beyondKey({ why: 'expires' })
    },
  }
}

/** Methods that change nothing; a HEAD is handled as a GET. */
const isSafe = (event: H3Event) => event.method === 'GET' || event.method === 'HEAD'
