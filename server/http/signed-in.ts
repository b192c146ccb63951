import type { H3Event } from 'h3'
import type { Identity } from '../domain/auth/auth.types'
import './context'
import { readDevices, setDevices } from './device-cookie'
import { sourceOf } from './actor'
import { setSessionCookie } from './session-cookie'

/**
 * Hands the token of a session that was just begun to the browser, and what tells it from strangers later.
 * @throws AppError what looking up the session does.
 */
export async function setSignedIn(event: H3Event, token: string): Promise<void> {
  setSessionCookie(event, token)
  markDevice(event, await event.context.app.auth.authenticate({ session: token }, sourceOf(event), 'look'))
}

/** Has a browser keep that somebody signed in with it, unless it does so already. */
export async function keepDevice(event: H3Event, identity: Identity | null): Promise<void> {
  if (identity?.via !== 'session' && identity?.via !== 'basic') return
  const known = await event.context.app.familiars.recognise(identity.user.id, sourceOf(event))
  if (known?.by !== 'device') markDevice(event, identity)
}

function markDevice(event: H3Event, identity: Identity | null): void {
  if (!identity) return
  setDevices(event, event.context.app.familiars.mark(identity.user.id, readDevices(event)))
}
