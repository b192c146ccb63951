import { z } from 'zod'
import { coded } from './words/coded'
import { inEnglish } from './words/english'
import { issueInWords } from './words/in-words'
import type { Coded } from './words/keys'

const notes = coded('auditNotes', {
  id: 'AuditNote',
  code: z.string(),
  params: 'For example `role`, `before` and `after`, or the `names` of settings, separated by commas',
  inWords: (params) => {
    const refusal = issueInWords(String(params['reason']), params, inEnglish)
    return refusal === null ? params : { ...params, reason: refusal }
  },
})

/** The detail of an audit log entry. */
export const { schema: auditNoteSchema, create: auditNote } = notes
export type AuditNote = z.infer<typeof auditNoteSchema>

/** A note in English, in the wording that programs rely on; the interface has fuller texts. */
export function auditNoteText(note: Coded): string {
  return inEnglish('auditDetails', note.code, note.params) ?? notes.text(note)
}
