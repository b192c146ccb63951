import { z } from 'zod'
import { issueCode } from './issues'

const SETTING_TYPES = ['str', 'int', 'float', 'bool'] as const
const settingTypeSchema = z.enum(SETTING_TYPES)

const settingValue = z.union([z.string(), z.number(), z.boolean()])

/** One setting of a connection, for forms, files and programs. */
export const configurationEntrySchema = z
  .object({
    name: z.string(),
    description: z.string(),
    default: settingValue.nullable(),
    required: z.boolean(),
    type: settingTypeSchema,
    secret: z.boolean().meta({ description: 'Stored encrypted and never returned' }),
    unit: z
      .enum(['seconds'])
      .optional()
      .meta({ description: 'The unit of a number that is a length of time' }),
    example: z.string().optional().meta({ description: 'A typical value' }),
    choice: z
      .enum(['searchable'])
      .optional()
      .meta({ description: 'A comma-separated list of ids, as `/api/indexers/searchable` lists them' }),
  })
  .meta({ id: 'ConfigurationEntry' })
export type ConfigurationEntryDto = z.infer<typeof configurationEntrySchema>

/** The settings of a connection, as administrators see them. */
export const shownSettingsSchema = z
  .record(z.string(), z.union([settingValue, z.object({ set: z.literal(true) }), z.null()]))
  .meta({ description: 'A secret that is set is { set: true }' })
export type ShownSettings = z.infer<typeof shownSettingsSchema>

/** New values by setting name. Types are checked against the driver's entries. */
export const settingValues = z.record(z.string().min(1).max(100), z.union([settingValue, z.null()]))

/** Changed settings by name. Types are checked against the entries, which only the server knows. */
export const settingChanges = z.preprocess((value, context) => {
  // zod's record ignores this name, but unknown names have to be rejected.
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
    context.addIssue({ code: 'custom', path: ['__proto__'], message: issueCode('unknown_field') })
  }
  return value
}, settingValues)
