import type { LoginType } from '#contract/common'
import { bind } from '#server/domain/bind'
import type { Client } from '#server/domain/auth/sessions.service'
import type { Passwords } from '#server/domain/auth/passwords.service'
import type { Settings } from '#server/domain/settings/settings.service'
import type { AdmissionService } from './admission.service'
import type { Attempts } from './attempts'
import { noTakeover, wrongPassword } from './oidc.errors'
import type { ProviderUsersRepository } from '#server/domain/auth/provider-users.repository'
import type { ProviderSessions } from './provider-sessions'

interface Context {
  attempts: Attempts
  admission: AdmissionService
  people: Pick<ProviderUsersRepository, 'findRoot'>
  passwords: Pick<Passwords, 'findUser' | 'check'>
  providerSessions: ProviderSessions
  settings: Pick<Settings, 'oidcSettings'>
  loginType: () => Promise<LoginType | null>
  /** Begins and ends with a slash. */
  baseUrl: string
}

/**
 * The last step of a first sign-in as an existing administrator: entering that account's password, or the
 * root administrator's if it has none.
 */
export function createTakeover(context: Context) {
  return bind(context, { takeOver })
}

const nothing = () => noTakeover()

/**
 * Refuses if the provider has been changed while the person looked for their password.
 * @returns whether takeover is allowed now.
 */
async function refuseOutdated({ settings }: Context, endpoint: string): Promise<boolean> {
  const stored = await settings.oidcSettings()
  if (stored.endpoint !== endpoint) throw nothing()
  return stored.allowTakeover
}

/**
 * @param given.browser cookie value set when the sign-in began.
 * @param given.replaced token of the browser's previous session.
 * @returns the token of the new session, and the path of the page to return to.
 * @throws AppError `oidc_no_takeover`, `oidc_off`, `wrong_credentials`, `oidc_name_taken`, `too_many_attempts` or
 *   `sign_in_busy`.
 */
async function takeOver(
  context: Context,
  given: { password: string; browser: string | undefined; client: Client; replaced: string | undefined },
): Promise<{ token: string; path: string }> {
  const { loginType, attempts, people, passwords, admission, providerSessions, baseUrl } = context
  const { browser, client, replaced } = given
  if (browser === undefined || (await loginType()) !== 'oidc') throw nothing()
  const waiting = await attempts.findTakeover(browser)
  if (!waiting) throw nothing()
  const { username } = waiting
  const { userAgent: _, ...source } = client
  const confirmer =
    waiting.of === 'root' ? await people.findRoot() : { id: waiting.userId, username: waiting.username }
  if (!confirmer) throw nothing()
  const found = await passwords.findUser(confirmer.username)
  const purpose = 'takeover'
  const owner = await passwords.check(
    { ...source, username: confirmer.username, password: given.password, purpose },
    found?.user.id === confirmer.id ? found : undefined,
  )
  if (!found || !owner) throw wrongPassword({ why: 'administrator' })

  const taken = await attempts.takeTakeover(browser)
  if (taken?.userId !== waiting.userId || taken.of !== waiting.of) throw nothing()
  const { endpoint, issuer, subject, role, idToken, next } = taken
  const allowTakeover = await refuseOutdated(context, endpoint)
  const visitor = { identity: { issuer, subject }, username, role, address: client.address }
  const byRoot = taken.of === 'root'
  const passwordHash = byRoot ? null : found.passwordHash
  const voucher =
    byRoot && found.passwordHash !== null ? { id: confirmer.id, passwordHash: found.passwordHash } : null
  const shown = { passwordHash, ...(voucher && { voucher }) }
  const user = await admission.takeOver(visitor, { id: taken.userId, ...shown }, allowTakeover)
  const token = await providerSessions.start(user, { client, replaced, idToken, passwordHash })
  return { token, path: baseUrl.slice(0, -1) + next }
}
