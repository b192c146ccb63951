import { getRequestHeader, type H3Event } from 'h3'
import type { Access } from '#contract/operation'
import { ROLES, type Role } from '#contract/common'
import { UNATTENDED_HEADER } from '#contract/unattended'
import type { Actor, Asking, Credentials, CurrentUser, Identity } from '#server/domain/auth/auth.types'
import { defineProblem } from '#server/problem'
import { sourceOf } from './actor'
import { readCredentials } from './credentials'
import { hostName } from './host-names'
import '#server/http/context'

const notSignedIn = defineProblem('not_signed_in', 401, 'Not signed in')
const readOnlyKey = defineProblem('read_only_key', 403, 'Not allowed')
const missingRole = defineProblem('missing_role', 403, 'Not allowed')

/** What a guard proves: with public access nothing, otherwise who is asking. */
export type Caller<A extends Access> = A extends 'public' ? null : CurrentUser

/**
 * Who is asking; null when the request brings nothing that says so. Asked once per request.
 * @param passive whether pages ask such things by themselves.
 * @throws AppError when it brings credentials that are wrong.
 */
export function identify(event: H3Event, passive = false): Promise<Identity | null> {
  const credentials = readCredentials(event)
  const asking = isByPage(event, credentials, passive) ? 'look' : 'use'
  event.context.identity ??= identityOf(event, credentials, asking)
  return event.context.identity
}

/**
 * Where nobody signs in, the name of the server is all that tells its own pages from those of a stranger (DNS
 * rebinding). The gateway may have let an unknown name in a moment before the sign-in was switched off.
 * @returns null also for whom an unknown name brought here without a sign-in.
 */
export async function identityOf(
  event: H3Event,
  credentials: Credentials,
  asking: Asking,
): Promise<Identity | null> {
  const identity = await event.context.app.auth.authenticate(credentials, sourceOf(event), asking)
  return identity?.via === 'open' && !cameByOwnName(event) ? null : identity
}

function cameByOwnName(event: H3Event): boolean {
  const { app, origin } = event.context
  return [getRequestHeader(event, 'host') ?? '', origin.host].every((host) => {
    const name = host === '' ? undefined : hostName(host)
    return host === '' || (name !== undefined && app.hosts.isKnown(name))
  })
}

/** Whether it is a page that asks, and no person has done anything. The use of a key is a use whatever it says. */
function isByPage(event: H3Event, { bearer }: Credentials, passive: boolean): boolean {
  if (bearer !== undefined || !isSafe(event)) return false
  return passive || getRequestHeader(event, UNATTENDED_HEADER) !== undefined
}

/**
 * Proves that the caller may use an operation.
 * @returns the caller; null where the access is public, as nobody is asked there.
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
  if (access !== 'any' && !hasRole(identity.user, access)) {
    throw missingRole({ role: access })
  }
  if (identity.key?.readOnly && !isSafe(event)) throw readOnlyKey()
  return identity.user
}

/**
 * How the caller of an operation that is not public showed who they are.
 * @throws AppError `not_signed_in` 401.
 */
export async function requireIdentity(event: H3Event): Promise<Identity> {
  const identity = await identify(event)
  if (!identity) throw notSignedIn()
  return identity
}

/** The caller as somebody who changes something: with where from, and by which session. */
export async function actorOf(event: H3Event, user: CurrentUser): Promise<Actor> {
  const identity = await identify(event)
  return { user, ...sourceOf(event), sessionId: identity?.sessionId, key: identity?.key }
}

/** Methods that change nothing; a HEAD is handled as a GET. */
const isSafe = (event: H3Event) => event.method === 'GET' || event.method === 'HEAD'

/** Roles are ordered: untrusted < trusted < admin. */
function hasRole(user: Pick<CurrentUser, 'role'>, least: Role): boolean {
  return ROLES.indexOf(user.role) >= ROLES.indexOf(least)
}
