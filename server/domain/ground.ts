import type { Database } from '#server/db/database'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Announce } from '#server/domain/announce'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { Logger } from '#server/log'

/** What several features use from the composition root; each picks what it needs. */
export interface Ground {
  database: Database
  /** Runs a write transaction. */
  transaction: Database['write']
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
