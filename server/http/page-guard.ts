import type { H3Event } from 'h3'
import './context'
import { authorise } from './guards'

/**
 * Lets the web interface be loaded by anyone, as it shows who is asking to sign in by itself, except where
 * the browser's own dialog does that: it only appears when the page itself is refused.
 * @throws AppError `not_signed_in` or `wrong_credentials` 401 with a challenge, under login type basic.
 */
export async function guardPage(event: H3Event): Promise<void> {
  if ((await event.context.app.auth.loginType()) === 'basic') await authorise(event, { access: 'any' })
}
