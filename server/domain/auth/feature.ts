import type { Config } from '#server/platform/config'
import type { Transaction } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import type { Settings } from '#server/domain/settings/settings.service'
import type { CheckOidc } from '#server/domain/settings/settings.types'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Announce } from '#server/domain/announce'
import { createAccount } from './account.service'
import { createApiKeysRepository } from './api-keys.repository'
import { createApiKeys } from './api-keys.service'
import { createRequiresSignIn } from './requires-sign-in'
import { createAuth } from './auth.service'
import type { CurrentUser, PasswordHasher } from './auth.types'
import { createBasic } from './basic.service'
import { networkOf, wideNetworkOf } from './drivers/networks'
import { createKeyedDigest, digest, randomToken } from './drivers/tokens'
import { createEntitlement } from './entitlement'
import { createFairLimits } from './fair-limits.service'
import { createKnownSources } from './known-sources.service'
import { createFeedAddressesRepository } from './feed-addresses.repository'
import { createFeedAddresses } from './feed-addresses.service'
import { createForcedLoginType } from './forced-login-type.service'
import { createInvitationsRepository } from './invitations.repository'
import { createInvitations } from './invitations.service'
import { createKeyFailures } from './key-failures'
import { createPasswords } from './passwords.service'
import { createCredentialsUnchanged } from './credentials-unchanged'
import { createProviderUsersRepository } from './provider-users.repository'
import { createRescue } from './rescue.service'
import { createSecurity } from './security.service'
import { createSessionsRepository } from './sessions.repository'
import { createSessions } from './sessions.service'
import { createSetupState } from './setup-state.service'
import { createSignInLanes } from './sign-in-lanes'
import { createSignInNetworksRepository } from './sign-in-networks.repository'
import { createSetup } from './setup.service'
import { createValidSignInsRepository } from './valid-sign-ins.repository'
import { createValidSignIns } from './valid-sign-ins.service'
import { createTakeBack, type RemoveTargetsOf } from './take-back'
import { createThrottleRepository } from './throttle.repository'
import { createThrottle } from './throttle.service'
import type { UsersRepository } from './users.repository'
import { createUsers } from './users.service'

/** What this feature depends on; the composition root builds it once. */
interface AccountsDependencies extends Pick<
  FeatureContext,
  'database' | 'transaction' | 'announce' | 'clock' | 'log'
> {
  config: Pick<
    Config,
    'baseUrl' | 'defaultRegion' | 'forceLoginType' | 'initRootUsername' | 'initRootPassword'
  >
  settings: Settings
  usersRepository: UsersRepository
  audit: Audit
  hasher: PasswordHasher
  /** Permanent, because its signatures are verified later, and by other instances. */
  secretKey: string
  /** Withdraws the requests of a user being deleted, in that transaction. */
  withdrawAllOf: (within: Transaction, user: CurrentUser) => Promise<void>
  removeTargetsOf: RemoveTargetsOf
  /** Compares OpenID Connect settings with the provider's configuration. */
  checkOidc: CheckOidc
  /** Records the address of this server at which an administrator signs in. */
  noteSite: (within: Transaction, site: string) => Promise<void>
  version: string
}

/** Builds accounts and sign-in. */
export function createAccounts(dependencies: AccountsDependencies) {
  const { config, database, settings, usersRepository: users, clock } = dependencies
  const setupState = createSetupState({ users, settings, forced: config.forceLoginType })
  const requiresSignIn = createRequiresSignIn({ loginType: setupState.loginType, clock })
  const announcements = createAnnouncements(dependencies.announce, requiresSignIn)
  const tools = { tokens: { random: randomToken, digest }, random: randomToken, digest, networkOf }
  const context = { ...dependencies, ...tools, users, lockUser: users.lock, setupState, ...announcements }

  const checks = createPasswordChecks(context)
  const { fairLimits, knownSources, passwords } = checks
  const keysRepository = createApiKeysRepository({ database })
  const sessionsRepository = createSessionsRepository({ database })
  const apiKeys = createApiKeys({
    ...context,
    repository: keysRepository,
    noteFailure: createKeyFailures(context),
  })
  const sessions = createSessions({
    ...context,
    repository: sessionsRepository,
    knownSources,
    credentialsUnchanged: createCredentialsUnchanged(context),
  })
  const invitations = createInvitationsRepository({ database })
  const feeds = createFeedAddressesRepository({ database })
  const takeBack = createTakeBack({ ...context, apiKeys, invitations, feeds })
  const granted = { apiKeys, sessions, invitations }
  const signIn = { ...context, ...checks, ...granted, takeBack, repository: users }
  const basic = createBasic({ ...context, passwords, knownSources, keyedDigest: createKeyedDigest() })

  return {
    fairLimits,
    requiresSignIn,
    apiKeys,
    feedAddresses: createFeedAddresses({ ...signIn, repository: feeds }),
    sessions,
    knownSources,
    validSignIns: createValidSignIns({ repository: createValidSignInsRepository({ database }) }),
    passwords,
    account: createAccount(signIn),
    security: createSecurity(signIn),
    forcedLoginType: createForcedLoginType(signIn),
    rescue: createRescue(signIn),
    findEntitlement: createEntitlement({ ...context, sessions: sessionsRepository, apiKeys: keysRepository }),
    auth: createAuth({ ...signIn, basic, baseUrl: config.baseUrl }),
    setup: createSetup({
      ...signIn,
      environment: { username: config.initRootUsername, password: config.initRootPassword },
      defaultRegion: config.defaultRegion,
    }),
    users: createUsers(signIn),
    invitations: createInvitations({ ...signIn, repository: invitations }),
    /** What sign-in through a provider takes of accounts. */
    forProviders: { people: createProviderUsersRepository({ database }), tokens: tools.tokens, networkOf },
  }
}

type ChecksContext = Pick<AccountsDependencies, 'database' | 'secretKey'> &
  Omit<Parameters<typeof createThrottle>[0], 'repository'> &
  Omit<Parameters<typeof createKnownSources>[0], 'repository' | 'sign'> &
  Omit<Parameters<typeof createPasswords>[0], 'throttle' | 'knownSources' | 'laneOf'>

/** What checks passwords, and bounds how often. */
function createPasswordChecks(context: ChecksContext) {
  const { database, secretKey } = context
  const limits = { ...context, repository: createThrottleRepository({ database }) }
  const throttle = createThrottle(limits)
  const knownSources = createKnownSources({
    ...context,
    repository: createSignInNetworksRepository({ database }),
    sign: createKeyedDigest(`sign-in\n${secretKey}`),
  })
  const laneOf = createSignInLanes({ networkOf: wideNetworkOf, keyedDigest: createKeyedDigest() })
  return {
    fairLimits: createFairLimits(limits),
    throttle,
    knownSources,
    passwords: createPasswords({ ...context, throttle, knownSources, laneOf }),
  }
}

/** A session event may also mean that the login type has changed, so it clears that cache too. */
function createAnnouncements(
  told: Announce,
  requiresSignIn: Pick<ReturnType<typeof createRequiresSignIn>, 'forget'>,
) {
  const announce: Announce = (event, audience) => {
    if (event.topic === 'session') requiresSignIn.forget()
    told(event, audience)
  }
  const announceSession = (userId: string) =>
    announce({ topic: 'session' }, { admins: false, userIds: [userId] })
  return { announce, announceSession }
}
