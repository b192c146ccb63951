import { z } from 'zod'
import { paramsSchema } from './issues'
import { AUDIT_NOTE_WORDS } from './words/audit-notes'
import { fill, type ParamsArgument } from './words/fill'
import { PROVIDER_FAILURE_WORDS } from './words/provider-failures'

export type AuditNoteCode = keyof typeof AUDIT_NOTE_WORDS

/** What an entry of the audit log says beside who did what; the English words beside it are written from this. */
export const auditNoteSchema = z
  .object({
    code: z.string().meta({ description: 'Stable, for programs' }),
    params: paramsSchema.meta({
      description: 'Such as `role`, `before` and `after`, or the `names` of settings, separated by commas',
    }),
  })
  .meta({ id: 'AuditNote' })
export type AuditNote = z.infer<typeof auditNoteSchema>

/** A note with the values that its words ask for. */
export function auditNote<C extends AuditNoteCode>(
  code: C,
  ...[params]: ParamsArgument<(typeof AUDIT_NOTE_WORDS)[C]>
): AuditNote {
  return { code, params: params ?? {} }
}

const WORDS: Readonly<Record<string, string>> = AUDIT_NOTE_WORDS
const REFUSALS: Readonly<Record<string, string>> = PROVIDER_FAILURE_WORDS

/** A note in English. */
export function auditNoteText({ code, params }: AuditNote): string {
  const refusal = code === 'refused_by_provider' ? REFUSALS[String(params['reason'])] : undefined
  const said = refusal !== undefined && { reason: fill(refusal, params) }
  return fill(WORDS[code] ?? code, { ...params, ...said })
}
