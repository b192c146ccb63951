import { auditNote } from '#contract/audit-note'
import type { Transaction } from '#server/db/database'
import type { Audit } from '#server/domain/audit/audit.service'

/** What was changed of an indexer, and by whom. */
export interface IndexerChange {
  indexer: string
  /** Names of the settings, never their values. */
  names: readonly string[]
  /** Username; null for the configuration file. */
  actor: string | null
  address?: string
}

/** @returns writes a change down in its transaction, unless nothing is different. */
export function noteChange(audit: Pick<Audit, 'record'>, change: IndexerChange) {
  const { indexer: subject, names, ...by } = change
  return async (within: Transaction): Promise<void> => {
    if (names.length === 0) return
    const note = auditNote('settings', { names: names.join(', ') })
    await audit.record({ kind: 'indexer_changed', subject, note, ...by }, within)
  }
}
