import type { Config } from '#server/platform/config'
import type { FeatureContext } from '#server/domain/feature-context'
import { nameKey } from '#server/domain/name-key.rules'
import type { Auth } from '#server/domain/auth/auth.service'
import type { Passwords } from '#server/domain/auth/passwords.service'
import type { ProviderUsersRepository } from '#server/domain/auth/provider-users.repository'
import type { Sessions } from '#server/domain/auth/sessions.service'
import type { Settings } from '#server/domain/settings/settings.service'
import { createAdmission } from './admission.service'
import { createAttempts } from './attempts'
import { createAttemptsRepository } from './attempts.repository'
import { createOidcCheck, type Inspect } from './check.service'
import { createOidcSignIn } from './oidc.service'
import type { OpenId } from './oidc.types'
import { createProviderSessions } from './provider-sessions'
import { createRefusals } from './refusals'
import { createTakeover } from './takeover.service'

/** What this feature depends on; the composition root builds it once. */
interface OidcDependencies extends Pick<
  FeatureContext,
  'database' | 'secretBox' | 'audit' | 'announce' | 'clock' | 'log'
> {
  config: Pick<Config, 'baseUrl' | 'publicUrl'>
  settings: Pick<Settings, 'oidcSettings' | 'set'>
  openId: OpenId
  /** Users by their identity at the provider. */
  people: ProviderUsersRepository
  inspect: Inspect
  auth: Pick<Auth, 'loginType' | 'logout'>
  sessions: Pick<Sessions, 'start'>
  passwords: Pick<Passwords, 'findUser' | 'check'>
  tokens: { random: () => string; digest: (text: string) => string }
  /** The network that an address is counted under. */
  networkOf: (address: string) => string
}

/** Builds everything about sign-in through an OpenID Connect provider. */
export function createOidc(dependencies: OidcDependencies) {
  const { people, tokens } = dependencies
  const attempts = createAttempts({
    ...dependencies,
    repository: createAttemptsRepository(dependencies),
    digest: tokens.digest,
  })
  const admission = createAdmission({ ...dependencies, repository: people, nameKey })
  const providerSessions = createProviderSessions({ ...dependencies, repository: people })
  const refusals = createRefusals(dependencies)
  const { loginType } = dependencies.auth
  const shared = { ...dependencies, attempts, admission, providerSessions, loginType }

  return {
    ...createOidcSignIn({ ...shared, randomToken: tokens.random, refusals }),
    ...createTakeover({ ...shared, baseUrl: dependencies.config.baseUrl }),
    ...createOidcCheck(dependencies),
    /** Ends a session, and returns the address at which the provider ends its own. */
    endSession: providerSessions.end,
  }
}
