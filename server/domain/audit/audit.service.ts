import type { AuditEntryDto, AuditKind, AuditListDto, ListAuditQuery } from '#contract/audit'
import { auditNoteText, type AuditNote } from '#contract/audit-note'
import type { Params } from '#contract/words/keys'
import type { Transaction } from '#server/db/database'
import type { Row } from '#server/db/tables'
import type { AuditRepository } from './audit.repository'
import { createOrderedIds } from './ordered-ids'

/** Maximum characters stored of each text. */
const MAX_TEXT = 200

/** An entry of the audit log: who did what to whom, and from where. It never contains secrets. */
export interface AuditEntry {
  kind: AuditKind
  /** Username of who did it; null if unknown. */
  actor: string | null
  subject?: string
  note?: AuditNote
  /** Network address of the request; empty or omitted if there was none. */
  address?: string
}

export type Audit = ReturnType<typeof createAudit>

/** The audit log of accounts and sign-ins, for administrators. */
export function createAudit(dependencies: { repository: AuditRepository; clock: () => Date }) {
  const { repository, clock } = dependencies
  const nextId = createOrderedIds()

  return {
    /**
     * Adds an entry.
     * @param within the transaction of the event; without one the entry is stored on its own.
     */
    async record(entry: AuditEntry, within?: Transaction): Promise<void> {
      const at = clock()
      const row = {
        id: nextId(at),
        kind: entry.kind,
        actor: shortened(entry.actor),
        subject: shortened(entry.subject),
        note: entry.note ? { ...entry.note, params: shortenedValues(entry.note.params) } : null,
        address: shortened(entry.address),
        at,
      }
      await repository.insert(row, within)
    },

    /** A page of entries, newest first. */
    async list(query: ListAuditQuery): Promise<AuditListDto> {
      const { entries, total } = await repository.list(query)
      return { entries: entries.map(present), total }
    },
  }
}

const shortened = (text: string | null | undefined) => text?.slice(0, MAX_TEXT) || null

function shortenedValues(params: Params): Params {
  const values = Object.entries(params)
  return Object.fromEntries(
    values.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MAX_TEXT) : value]),
  )
}

function present({ note, at, ...entry }: Row<'auditEntries'>): AuditEntryDto {
  return { ...entry, detail: note && auditNoteText(note), note, at: at.toISOString() }
}
