import { getLogger } from '@logtape/logtape'
import { hash, hashSync, verify } from '@node-rs/argon2'
import { parseConfig } from '#server/platform/config'
import type { Database } from '#server/db/database'
import { createAuditRepository } from '#server/domain/audit/audit.repository'
import { createAudit } from '#server/domain/audit/audit.service'
import { createAccounts } from '#server/domain/auth/feature'
import type { Actor, CurrentUser, PasswordHasher } from '#server/domain/auth/auth.types'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { createTargetsRepository } from '#server/domain/notifications/targets.repository'
import { createWithdrawAll } from '#server/domain/requests/withdraw-all.service'
import { createRequestsRepository } from '#server/domain/requests/requests.repository'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { createSettings } from '#server/domain/settings/settings.service'
import type { CheckOidc } from '#server/domain/settings/settings.types'
import type { Announce } from '#server/domain/announce'
import { createTestDemand, createTestRepositories } from './fulfilment'
import type { Gate } from './gate'

interface TestAccountsOptions {
  environment?: Record<string, string>
  clock?: () => Date
  hasher?: PasswordHasher
  checkOidc?: CheckOidc
  announce?: Announce
}

/** A clock that stands still until a test moves it. */
export function createTestClock(start = '2026-05-01T12:00:00.000Z') {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    /** Moves it forward. */
    pass(milliseconds: number) {
      now += milliseconds
    },
  }
}

/** Real hashes at the lowest possible cost, in KiB and passes: many tests sign in. */
const COST = { memoryCost: 8, timeCost: 1 }
export const cheapHasher: PasswordHasher = {
  hash: (password) => hash(password, COST),
  verify: (hashed, password) => verify(hashed, password),
  dummy: hashSync(crypto.randomUUID(), COST),
}

/** A hasher that records its calls. */
export function createCountingHasher() {
  const verified: string[] = []
  let hashed = 0
  const hasher: PasswordHasher = {
    dummy: cheapHasher.dummy,
    hash(password) {
      hashed++
      return cheapHasher.hash(password)
    },
    verify(hash, password) {
      verified.push(hash)
      return cheapHasher.verify(hash, password)
    },
  }
  return { hasher, verified, hashed: () => hashed }
}

/** A hasher whose checks wait at a gate. */
export function createGatedHasher(gate: Gate): PasswordHasher {
  return {
    ...cheapHasher,
    async verify(hash, password) {
      await gate.pass()
      return cheapHasher.verify(hash, password)
    },
  }
}

/** Settings as the application builds them. */
export function createTestSettings(
  database: Database,
  options: { secretKey?: string; clock?: () => Date } = {},
) {
  return createSettings({
    repository: createSettingsRepository({ database }),
    secretBox: createSecretBox(options.secretKey ?? 'a secret key for tests only'),
    secretKeySource: 'SVC_APP__SECRET_KEY',
    clock: options.clock ?? (() => new Date()),
  })
}

/** All account services as the application builds them, over one database: one instance of the server. */
export function createTestAccounts(database: Database, options: TestAccountsOptions = {}) {
  const clock = options.clock ?? (() => new Date())
  const settings = createTestSettings(database, { clock })
  const usersRepository = createUsersRepository({ database })
  const { books: repository, timeline } = createTestRepositories(database)
  const accounts = createAccounts({
    config: parseConfig(options.environment ?? {}),
    database,
    transaction: database.write,
    settings,
    audit: createAudit({ repository: createAuditRepository({ database }), clock }),
    hasher: options.hasher ?? cheapHasher,
    secretKey: 'a secret key for tests only',
    usersRepository,
    withdrawAllOf: createWithdrawAll({
      repository: createRequestsRepository({ database }),
      books: { repository, timeline },
      demand: createTestDemand(database),
      lockUser: usersRepository.lock,
      clock,
    }),
    removeTargetsOf: createTargetsRepository({ database }).removeAllOf,
    noteSite: () => Promise.resolve(),
    checkOidc: options.checkOidc ?? (() => Promise.resolve([])),
    announce: options.announce ?? (() => undefined),
    clock,
    log: getLogger('test'),
    version: '0.0.0-test',
  })
  return { ...accounts, settings }
}

export const ROOT = { username: 'Rosa', password: 'correct horse' }

const SOMEBODY: CurrentUser = { id: 'somebody', username: 'somebody', role: 'admin', root: false }

/** The author of a change, whose right to make it nobody takes away. */
export function actor(user: CurrentUser = SOMEBODY, sessionId?: string, address = ''): Actor {
  return {
    ...{ user, address, sessionId },
    stillEntitled: () => Promise.resolve(),
    refuseOutlasting: () => undefined,
  }
}

/** The input for a new API key without special options. */
export function keyNamed(name: string) {
  return { name, expires_at: null, read_only: false }
}

/** Sets the server up with {@link ROOT}. */
export async function setUp(
  { setup }: ReturnType<typeof createTestAccounts>,
  loginType: 'basic' | 'forms' | 'none' = 'forms',
) {
  await setup.initialise({
    login_type: loginType,
    ...ROOT,
    confirm_password: ROOT.password,
  })
}
