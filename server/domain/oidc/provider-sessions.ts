import { AppError } from '#server/errors/app-error'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { Auth } from '#server/domain/auth/auth.service'
import type { CurrentUser, Identity } from '#server/domain/auth/auth.types'
import type { Client, Sessions } from '#server/domain/auth/sessions.service'
import type { Settings } from '#server/domain/settings/settings.service'
import { AFTER_LOGOUT_PATH, isSameAddress, publicAddress, type PublicAddress } from './addresses.rules'
import { issuerOfToken } from './issuer.rules'
import { oidcOff, unknownState, wrongPassword } from './oidc.errors'
import type { OpenId } from './oidc.types'
import type { ProviderUsersRepository } from '#server/domain/auth/provider-users.repository'

const MEANS = 'openid_connect'

export type ProviderSessions = ReturnType<typeof createProviderSessions>

interface Context extends Pick<FeatureContext, 'secretBox' | 'log'> {
  repository: Pick<ProviderUsersRepository, 'findIdToken'>
  sessions: Pick<Sessions, 'start'>
  auth: Pick<Auth, 'logout'>
  openId: Pick<OpenId, 'facts' | 'endSessionAddress'>
  settings: Pick<Settings, 'oidcSettings'>
  config: Pick<PublicAddress, 'publicUrl' | 'baseUrl'>
}

/** Sessions begun through a provider; the provider's own session ends with them. */
export function createProviderSessions(context: Context) {
  return bind(context, { start, end })
}

const contextOf = (tokenHash: string) => `ID token of session ${tokenHash}`

/** @returns undefined if no address is set, in which case the provider's session continues. */
async function logoutAddress(
  { settings, openId, config, log }: Context,
  idToken: string,
  origin: PublicAddress['origin'],
): Promise<string | undefined> {
  const stored = await settings.oidcSettings()
  if (stored.logoutUrl === '') return undefined
  try {
    const { endpoints, issuer } = await openId.facts(stored)
    // A token from a former provider must not be sent to this one.
    if (issuerOfToken(idToken) !== issuer) return stored.logoutUrl
    if (!isSameAddress(stored.logoutUrl, endpoints.end_session_endpoint ?? '')) return stored.logoutUrl
    const returnTo = publicAddress({ ...config, origin, scheme: stored.redirectScheme }, AFTER_LOGOUT_PATH)
    return await openId.endSessionAddress(stored, { idToken, returnTo })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Signing out here must not depend on the provider; if it fails, the configured address is used.
    log.warn('Could not get the sign-out address of the OpenID Connect provider: {reason}', {
      reason: error.message,
    })
    return stored.logoutUrl
  }
}

/**
 * @param from.passwordHash of the password given, if there was one.
 * @returns the token of a new session.
 * @throws AppError `oidc_off`, or `oidc_state` or `wrong_credentials` if the user has changed.
 */
function start(
  { sessions, secretBox }: Context,
  user: CurrentUser,
  from: {
    client: Client
    replaced: string | undefined
    idToken: string
    passwordHash?: string | null | undefined
  },
): Promise<string> {
  const { client, replaced, passwordHash } = from
  const refuse = (changed: 'login_type' | 'user') => {
    if (changed === 'login_type') return oidcOff({ why: 'provider_unused' })
    if (passwordHash !== undefined) return wrongPassword({ why: 'changed' })
    return unknownState({ why: 'account_changed' })
  }
  return sessions.start(user, client, {
    means: MEANS,
    credentials: { loginType: 'oidc', passwordHash, refuse },
    replaced,
    idToken: (tokenHash) => secretBox.seal(from.idToken, contextOf(tokenHash)),
  })
}

/**
 * Ends a browser's session on the server.
 * @returns the path to go to next, or the provider's address that ends its own session.
 */
async function end(
  context: Context,
  identity: Identity | null,
  origin: PublicAddress['origin'],
): Promise<string> {
  const { repository, auth, secretBox } = context
  const kept =
    identity?.sessionId === undefined ? undefined : await repository.findIdToken(identity.sessionId)
  const path = await auth.logout(identity)
  if (!kept || kept.idToken === null) return path
  const place = contextOf(kept.tokenHash)
  // Signed in before the secret key was lost.
  if (!(await secretBox.opens(kept.idToken, place))) return path
  const idToken = await secretBox.open(kept.idToken, place)
  return (await logoutAddress(context, idToken, origin)) ?? path
}
