import { z } from 'zod'
import { paramsSchema } from './issues'
import { inEnglish } from './words/english'
import type { CodeIn, ParamsArgument } from './words/keys'

export type AuditNoteCode = CodeIn<'auditNotes'>

/** The detail of an audit log entry, from which its English text is rendered. */
export const auditNoteSchema = z
  .object({
    code: z.string().meta({ description: 'Stable, for programs' }),
    params: paramsSchema.meta({
      description:
        'For example `role`, `before` and `after`, or the `names` of settings, separated by commas',
    }),
  })
  .meta({ id: 'AuditNote' })
export type AuditNote = z.infer<typeof auditNoteSchema>

/** A note with the parameters of its text. */
export function auditNote<C extends AuditNoteCode>(
  code: C,
  ...[params]: ParamsArgument<`auditNotes.${C}`>
): AuditNote {
  return { code, params: params ?? {} }
}

/** A note in English, in the wording that programs rely on; the interface has fuller texts. */
export function auditNoteText({ code, params }: AuditNote): string {
  const refusal =
    code === 'refused_by_provider' ? inEnglish('issues', String(params['reason']), params) : null
  const values = { ...params, ...(refusal !== null && { reason: refusal }) }
  return inEnglish('auditDetails', code, values) ?? inEnglish('auditNotes', code, values) ?? code
}
