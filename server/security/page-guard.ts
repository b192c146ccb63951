import type { H3Event } from 'h3'
import { authorise } from './guards'
import { hostName } from './host-names'
import { siteOf } from './origin'

/**
 * Lets anyone load the web interface, which asks people to sign in. Under Basic, it refuses the page instead,
 * because the browser shows its sign-in dialog only then.
 * @throws AppError `not_signed_in` or `wrong_credentials` 401 with a challenge, under login type basic.
 */
export async function guardPage(event: H3Event): Promise<void> {
  const loginType = await event.context.app.auth.loginType()
  const user = loginType === 'basic' ? await authorise(event, { access: 'any' }) : null
  if (loginType === 'none' || user?.role === 'admin') await noteAddress(event)
}

/**
 * Notes the address that an administrator uses, which without a sign-in form is known only when the page
 * loads.
 */
async function noteAddress(event: H3Event): Promise<void> {
  const { app, origin } = event.context
  const name = hostName(origin.host)
  if (name !== undefined && app.hosts.isKnown(name)) await app.siteAddress.noteLoad(siteOf(origin))
}
