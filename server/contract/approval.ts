import { z } from 'zod'
import { languageCodeSchema, line } from './common'
import { issueCode } from './issues'

/** Two months without a break. */
const MAX_HOURS = 1500

/** A request is approved automatically if all conditions are met; an unknown fact meets none. */
const approvalRuleSchema = z
  .strictObject({
    name: line({ min: 1, max: 60 }).meta({ description: 'Shown in the activity of the books it approves' }),
    max_hours: z
      .number()
      .int()
      .min(1)
      .max(MAX_HOURS)
      .nullable()
      .meta({ description: 'Maximum length; null: any' }),
    language: languageCodeSchema.nullable().meta({ description: 'ISO 639-1 code; null: any' }),
    unabridged: z.boolean().meta({ description: 'Whether the catalogue must list it as unabridged' }),
    released: z.boolean().meta({ description: 'Whether it must be out already' }),
  })
  .refine(
    ({ max_hours, language, unabridged, released }) =>
      max_hours !== null || language !== null || unabridged || released,
    { path: ['name'], message: issueCode('no_condition') },
  )
  .meta({ id: 'ApprovalRule' })
export type ApprovalRule = z.infer<typeof approvalRuleSchema>

/** Which requests need no approval. */
export const approvalSettingsSchema = z
  .strictObject({
    roles: z.strictObject({ untrusted: z.boolean(), trusted: z.boolean() }).meta({
      description: 'Roles whose requests are always approved; administrators’ requests always are',
    }),
    rules: z.array(approvalRuleSchema).max(20).meta({
      description: 'Rules that approve other requests; one matching rule is enough, in any order',
    }),
  })
  .meta({ id: 'ApprovalSettings' })
export type ApprovalSettings = z.infer<typeof approvalSettingsSchema>
