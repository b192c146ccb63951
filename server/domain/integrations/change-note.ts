import { auditNote } from '#contract/audit-note'
import type { Transaction } from '#server/db/database'
import type { Audit } from '#server/domain/audit/audit.service'

/** A change to an indexer, and who made it. */
export interface IndexerChange {
  indexer: string
  /** Names of the settings, never their values. */
  names: readonly string[]
  /** The username, or null for the configuration file. */
  actor: string | null
  address?: string
}

/** @returns a function that records the change within its transaction, unless nothing changed. */
export function noteChange(audit: Pick<Audit, 'record'>, change: IndexerChange) {
  const { indexer: subject, names, ...by } = change
  return async (within: Transaction): Promise<void> => {
    if (names.length === 0) return
    const note = auditNote('settings', { names: names.join(', ') })
    await audit.record({ kind: 'indexer_changed', subject, note, ...by }, within)
  }
}
