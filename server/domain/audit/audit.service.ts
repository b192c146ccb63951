import type { AuditEntryDto, AuditKind, AuditListDto, ListAuditQuery } from '#contract/audit'
import { auditNoteText, type AuditNote } from '#contract/audit-note'
import type { Params } from '#contract/words/keys'
import type { Transaction } from '#server/db/database'
import type { AuditRepository, StoredAuditEntry } from './audit.repository'

/** Characters of each text that are kept. */
const MAX_TEXT = 200

/** What is written down: who did what to whom, from where. Never a secret. */
export interface AuditEntry {
  kind: AuditKind
  /** Username of who did it; null for nobody that is known. */
  actor: string | null
  subject?: string
  note?: AuditNote
  /** Network address it came from; empty or left out where there is none. */
  address?: string
}

export type Audit = ReturnType<typeof createAudit>

/** What happened to accounts and sign-in, for administrators to look at. */
export function createAudit(dependencies: { repository: AuditRepository; clock: () => Date }) {
  const { repository, clock } = dependencies

  return {
    /**
     * Writes down what happened.
     * @param within the transaction of what it tells about; without one it is stored on its own.
     */
    async record(entry: AuditEntry, within?: Transaction): Promise<void> {
      const row = {
        id: crypto.randomUUID(),
        kind: entry.kind,
        actor: shortened(entry.actor),
        subject: shortened(entry.subject),
        note: entry.note ? { ...entry.note, params: shortenedValues(entry.note.params) } : null,
        address: shortened(entry.address),
        at: clock(),
      }
      await repository.insert(row, within)
    },

    /** A page of entries, the newest first. */
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

function present({ note, at, ...entry }: StoredAuditEntry): AuditEntryDto {
  return { ...entry, detail: note && auditNoteText(note), note, at: at.toISOString() }
}
