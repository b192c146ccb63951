import type { H3Event } from 'h3'
import type { Identity } from '#server/domain/auth/auth.types'
import { readDevices, setDevices } from './device-cookie'
import { sourceOf } from './actor'
import { setSessionCookie } from './session-cookie'

/**
 * Gives a browser its new session token, and the cookie that identifies it later.
 * @throws AppError from looking up the session.
 */
export async function setSignedIn(event: H3Event, token: string): Promise<void> {
  setSessionCookie(event, token)
  await markDevice(
    event,
    await event.context.app.auth.authenticate({ session: token }, sourceOf(event), 'look'),
  )
}

/**
 * Marks a browser that signs in with Basic credentials as known, unless it already is. Never for a session:
 * otherwise, someone with a stolen session could collect devices, each with its own password attempts.
 */
export async function keepDevice(event: H3Event, identity: Identity | null): Promise<void> {
  if (identity?.via !== 'basic') return
  const { knownSources, passwords } = event.context.app
  const known = await knownSources.recognise(
    await passwords.findUser(identity.user.username),
    sourceOf(event),
  )
  if (known?.by !== 'device') await markDevice(event, identity)
}

/** Marks a browser as known to someone who has just signed in. */
export async function markDevice(event: H3Event, identity: Identity | null): Promise<void> {
  if (!identity) return
  const { knownSources, passwords } = event.context.app
  const found = await passwords.findUser(identity.user.username)
  if (found?.user.id !== identity.user.id) return
  setDevices(event, knownSources.mark(found, readDevices(event)))
}
