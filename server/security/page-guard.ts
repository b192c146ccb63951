import type { H3Event } from 'h3'
import '#server/http/context'
import { authorise } from './guards'
import { hostName } from './host-names'
import { siteOf } from './origin'

/**
 * Lets the web interface be loaded by anyone, as it shows who is asking to sign in by itself, except where
 * the browser's own dialog does that: it only appears when the page itself is refused.
 * @throws AppError `not_signed_in` or `wrong_credentials` 401 with a challenge, under login type basic.
 */
export async function guardPage(event: H3Event): Promise<void> {
  const loginType = await event.context.app.auth.loginType()
  const user = loginType === 'basic' ? await authorise(event, { access: 'any' }) : null
  if (loginType === 'none' || user?.role === 'admin') await noteAddress(event)
}

/** Where nobody signs in by a form, loading the page is what tells the address of an administrator. */
async function noteAddress(event: H3Event): Promise<void> {
  const { app, origin } = event.context
  const name = hostName(origin.host)
  if (name !== undefined && app.hosts.isKnown(name)) await app.siteAddress.noteLoad(siteOf(origin))
}
