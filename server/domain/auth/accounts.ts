import type { LiveEvent } from '#contract/system'
import type { Config } from '#server/config'
import type { Database } from '#server/db/database'
import type { Logger } from '#server/log'
import type { SettingsRepository } from '../settings/settings.repository'
import type { Settings } from '../settings/settings.service'
import { createApiKeysRepository } from './api-keys.repository'
import { createApiKeys } from './api-keys.service'
import { createAuth } from './auth.service'
import type { PasswordHasher } from './auth.types'
import { createBasic } from './basic.service'
import { networkOf } from './drivers/networks'
import { createKeyedDigest, digest, randomToken } from './drivers/tokens'
import { createPasswords } from './passwords.service'
import { createSessionsRepository } from './sessions.repository'
import { createSessions } from './sessions.service'
import { createSetupState } from './setup-state.service'
import { createSetupRepository } from './setup.repository'
import { createSetup } from './setup.service'
import { createThrottleRepository } from './throttle.repository'
import { createThrottle } from './throttle.service'
import { createUsersRepository } from './users.repository'
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
  hasher: PasswordHasher
  /** Tells open pages what has changed. */
  announce: (event: LiveEvent, audience: { admins: boolean; userIds: string[] }) => void
  clock: () => Date
  log: Logger
  version: string
}

/** Builds everything about who people are and how they get in. */
export function createAccounts(dependencies: AccountsDependencies) {
  const { config, database, settings, settingsRepository, hasher, announce, clock, log, version } =
    dependencies
  const tokens = { random: randomToken, digest }
  const announceSession = (userId: string) =>
    announce({ topic: 'session' }, { admins: false, userIds: [userId] })

  const usersRepository = createUsersRepository({ database })
  const setupState = createSetupState({ users: usersRepository, settings, forced: config.forceLoginType })
  const throttle = createThrottle({
    repository: createThrottleRepository({ database }),
    networkOf,
    digest,
    clock,
  })
  const passwords = createPasswords({ users: usersRepository, hasher, throttle, log })
  const apiKeys = createApiKeys({ repository: createApiKeysRepository({ database }), tokens, clock, log })

  return {
    apiKeys,
    auth: createAuth({
      setupState,
      users: usersRepository,
      apiKeys,
      sessions: createSessions({ repository: createSessionsRepository({ database }), tokens, clock, log }),
      passwords,
      basic: createBasic({ passwords, keyedDigest: createKeyedDigest(), clock }),
      announceSession,
      baseUrl: config.baseUrl,
    }),
    setup: createSetup({
      repository: createSetupRepository({ database, users: usersRepository, settings: settingsRepository }),
      setupState,
      passwords,
      settings,
      clock,
      log,
      environment: { username: config.initRootUsername, password: config.initRootPassword },
      version,
      defaultRegion: config.defaultRegion,
    }),
    users: createUsers({
      repository: usersRepository,
      passwords,
      setupState,
      settings,
      announceSession,
      clock,
    }),
  }
}
