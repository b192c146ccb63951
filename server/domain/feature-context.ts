import type { Role } from '#contract/common'
import type { Database, Transaction } from '#server/db/database'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Announce } from '#server/domain/announce'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { Logger } from '#server/platform/log'

/** What features share; each picks what it needs. The composition root builds it once. */
export interface FeatureContext {
  database: Database
  /** Runs a write transaction. */
  transaction: Database['write']
  /**
   * Locks a user until the transaction ends. Users are locked before books, which prevents deadlocks.
   * @returns the user's role now; undefined if they no longer exist.
   */
  lockUser: (within: Transaction, userId: string) => Promise<{ role: Role } | undefined>
  /** Encrypts stored secrets. */
  secretBox: SecretBox
  audit: Pick<Audit, 'record'>
  /** Tells open pages what changed. */
  announce: Announce
  /** Fetches from other services. */
  fetch: typeof globalThis.fetch
  /** The current time. */
  clock: () => Date
  log: Logger
}
