import type { H3Event } from 'h3'
import type { Identity } from '#server/domain/auth/auth.types'
import '#server/http/context'
import { readDevices, setDevices } from './device-cookie'
import { sourceOf } from './actor'
import { setSessionCookie } from './session-cookie'

/**
 * Hands the token of a session that was just begun to the browser, and what tells it from strangers later.
 * @throws AppError what looking up the session does.
 */
export async function setSignedIn(event: H3Event, token: string): Promise<void> {
  setSessionCookie(event, token)
  await markDevice(
    event,
    await event.context.app.auth.authenticate({ session: token }, sourceOf(event), 'look'),
  )
}

/**
 * Has a browser keep that somebody signs in with it by Basic credentials, unless it does so already. Never for a
 * session: one that was stolen would get any number of devices, each with tries of its own at the password.
 */
export async function keepDevice(event: H3Event, identity: Identity | null): Promise<void> {
  if (identity?.via !== 'basic') return
  const { familiars, passwords } = event.context.app
  const known = await familiars.recognise(await passwords.findUser(identity.user.username), sourceOf(event))
  if (known?.by !== 'device') await markDevice(event, identity)
}

/** Has a browser keep that somebody has just shown who they are with it. */
export async function markDevice(event: H3Event, identity: Identity | null): Promise<void> {
  if (!identity) return
  const { familiars, passwords } = event.context.app
  const found = await passwords.findUser(identity.user.username)
  if (found?.user.id !== identity.user.id) return
  setDevices(event, familiars.mark(found, readDevices(event)))
}
