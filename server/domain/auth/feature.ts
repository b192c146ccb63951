import type { Config } from '#server/start/config'
import type { Database, Transaction } from '#server/db/database'
import type { Logger } from '#server/log'
import type { SettingsRepository } from '#server/domain/settings/settings.repository'
import type { Settings } from '#server/domain/settings/settings.service'
import type { CheckOidc } from '#server/domain/settings/settings.types'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Announce } from '#server/domain/announce'
import { createAccount } from './account.service'
import { createApiKeysRepository } from './api-keys.repository'
import { createApiKeys } from './api-keys.service'
import { createAttended } from './attended'
import { createAuth } from './auth.service'
import type { CurrentUser, PasswordHasher } from './auth.types'
import { createBasic } from './basic.service'
import { networkOf, wideNetworkOf } from './drivers/networks'
import { createKeyedDigest, digest, randomToken } from './drivers/tokens'
import { createFairLimits } from './fair-limits.service'
import { createFamiliars } from './familiar.service'
import { createForcedLoginType } from './forced-login-type.service'
import { createKeyFailures } from './key-failures'
import { createPasswords } from './passwords.service'
import { createCredentialsUnchanged } from './credentials-unchanged'
import { createRescue } from './rescue.service'
import { createSecurity } from './security.service'
import { createSessionsRepository } from './sessions.repository'
import { createSessions } from './sessions.service'
import { createSetupState } from './setup-state.service'
import { createSignInLanes } from './sign-in-lanes'
import { createSignInNetworksRepository } from './sign-in-networks.repository'
import { createSetupRepository } from './setup.repository'
import { createSetup } from './setup.service'
import { createStandingRepository } from './standing.repository'
import { createStanding } from './standing.service'
import { createThrottleRepository } from './throttle.repository'
import { createThrottle } from './throttle.service'
import type { UsersRepository } from './users.repository'
import { createUsers } from './users.service'

/** What this feature is made of; the composition root calls it once. */
export interface AccountsDependencies {
  config: Pick<
    Config,
    'baseUrl' | 'defaultRegion' | 'forceLoginType' | 'initRootUsername' | 'initRootPassword'
  >
  database: Database
  settings: Settings
  settingsRepository: SettingsRepository
  usersRepository: UsersRepository
  audit: Audit
  hasher: PasswordHasher
  /** Lasts: what is signed with it is recognised later, and by other instances. */
  secretKey: string
  /** Withdraws what a user who is deleted has asked for, in the transaction of that. */
  withdrawAllOf: (within: Transaction, user: CurrentUser) => Promise<void>
  /** Compares settings of OpenID Connect with what the provider says. */
  checkOidc: CheckOidc
  /** An administrator signs in at this address of the server. */
  noteSite: (within: Transaction, site: string) => Promise<void>
  announce: Announce
  clock: () => Date
  log: Logger
  version: string
}

/** Builds everything about who people are and how they get in. */
export function createAccounts(dependencies: AccountsDependencies) {
  const { config, database, settings, settingsRepository, usersRepository } = dependencies
  const { audit, hasher, clock, log, version } = dependencies
  const transaction: Database['write'] = (work) => database.write(work)
  const tokens = { random: randomToken, digest }
  /** Whoever is told of a session is told of a login type as well. */
  const announce: Announce = (event, audience) => {
    if (event.topic === 'session') attended.forget()
    dependencies.announce(event, audience)
  }
  const announceSession = (userId: string) =>
    announce({ topic: 'session' }, { admins: false, userIds: [userId] })

  const setupState = createSetupState({ users: usersRepository, settings, forced: config.forceLoginType })
  const attended = createAttended({ loginType: setupState.loginType, clock })
  const throttleRepository = createThrottleRepository({ database })
  const throttle = createThrottle({
    repository: throttleRepository,
    networkOf,
    digest,
    clock,
  })
  const fairLimits = createFairLimits({
    repository: throttleRepository,
    digest,
    clock,
  })
  const familiars = createFamiliars({
    repository: createSignInNetworksRepository({ database }),
    users: usersRepository,
    transaction,
    sign: createKeyedDigest(`sign-in\n${dependencies.secretKey}`),
    random: randomToken,
    networkOf,
    clock,
  })
  const laneOf = createSignInLanes({ networkOf: wideNetworkOf, keyedDigest: createKeyedDigest() })
  const passwords = createPasswords({
    users: usersRepository,
    hasher,
    throttle,
    familiars,
    laneOf,
    audit,
    log,
  })
  const apiKeys = createApiKeys({
    repository: createApiKeysRepository({ database }),
    audit,
    transaction,
    tokens,
    announceSession,
    noteFailure: createKeyFailures({ networkOf, clock, log }),
    clock,
    log,
  })
  const sessions = createSessions({
    repository: createSessionsRepository({ database }),
    settings,
    familiars,
    audit,
    transaction,
    credentialsUnchanged: createCredentialsUnchanged({ setupState, users: usersRepository }),
    noteSite: dependencies.noteSite,
    announceSession,
    tokens,
    clock,
    log,
  })

  return {
    fairLimits,
    attended,
    apiKeys,
    sessions,
    familiars,
    standing: createStanding({ repository: createStandingRepository({ database }) }),
    passwords,
    account: createAccount({
      repository: usersRepository,
      passwords,
      sessions,
      apiKeys,
      settings,
      audit,
      transaction,
      announce,
      clock,
    }),
    security: createSecurity({
      settings,
      setupState,
      passwords,
      sessions,
      apiKeys,
      audit,
      checkOidc: dependencies.checkOidc,
      transaction,
      announce,
    }),
    forcedLoginType: createForcedLoginType({ setupState, settings, sessions, audit, transaction, announce }),
    rescue: createRescue({
      repository: usersRepository,
      passwords,
      throttle,
      sessions,
      apiKeys,
      setupState,
      settings,
      audit,
      transaction,
      announce,
      clock,
    }),
    auth: createAuth({
      setupState,
      users: usersRepository,
      apiKeys,
      sessions,
      passwords,
      basic: createBasic({ passwords, familiars, audit, keyedDigest: createKeyedDigest(), clock }),
      announceSession,
      baseUrl: config.baseUrl,
    }),
    setup: createSetup({
      repository: createSetupRepository({ database, users: usersRepository, settings: settingsRepository }),
      users: usersRepository,
      setupState,
      passwords,
      settings,
      audit,
      clock,
      log,
      environment: { username: config.initRootUsername, password: config.initRootPassword },
      version,
      defaultRegion: config.defaultRegion,
    }),
    users: createUsers({
      repository: usersRepository,
      passwords,
      sessions,
      apiKeys,
      setupState,
      settings,
      audit,
      withdrawAllOf: dependencies.withdrawAllOf,
      transaction,
      announce,
      clock,
    }),
  }
}
