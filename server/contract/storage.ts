import { z } from 'zod'
import { nullableMembers, timeSchema } from './common'
import { operation } from './operation'

/** The kinds of rows that are deleted when they are too old or too many, each with its own limits. */
export const KEPT_KINDS = ['releases', 'timeline', 'deliveries', 'failed_deliveries', 'audit'] as const
const keptKindSchema = z.enum(KEPT_KINDS).meta({ id: 'KeptKind' })
export type KeptKind = z.infer<typeof keptKindSchema>

/**
 * Retention of one kind of row: older rows are deleted, and of the rest, all but the newest, up to a maximum
 * number.
 */
export interface RetentionLimits {
  days: number
  newest: number
}

/**
 * The defaults and minimums. Rows younger than the minimum age are never deleted because there are too many,
 * unless strangers can create any number of them.
 */
export const RETENTION: Record<KeptKind, { default: RetentionLimits; least: RetentionLimits }> = {
  releases: { default: { days: 90, newest: 50_000 }, least: { days: 7, newest: 1000 } },
  timeline: { default: { days: 365, newest: 200_000 }, least: { days: 30, newest: 1000 } },
  deliveries: { default: { days: 30, newest: 100_000 }, least: { days: 7, newest: 1000 } },
  failed_deliveries: { default: { days: 90, newest: 20_000 }, least: { days: 7, newest: 1000 } },
  audit: { default: { days: 90, newest: 100_000 }, least: { days: 30, newest: 10_000 } },
}

/** Ten years. */
const MAX_DAYS = 3650
const MAX_ROWS = 10_000_000

const limitsOf = ({ least }: { least: RetentionLimits }) =>
  z.strictObject({
    days: z
      .number()
      .int()
      .min(least.days)
      .max(MAX_DAYS)
      .meta({ description: 'Age in days after which an entry is deleted' }),
    newest: z
      .number()
      .int()
      .min(least.newest)
      .max(MAX_ROWS)
      .meta({ description: 'Maximum number of rows; the newest are kept' }),
  })

/** The limits of each kind. */
export const retentionSchemas = {
  releases: limitsOf(RETENTION.releases),
  timeline: limitsOf(RETENTION.timeline),
  deliveries: limitsOf(RETENTION.deliveries),
  failed_deliveries: limitsOf(RETENTION.failed_deliveries),
  audit: limitsOf(RETENTION.audit),
}

/** Any subset; omitted limits are unchanged, null restores a default. */
export const patchStorageBody = z
  .strictObject(nullableMembers(retentionSchemas))
  .partial()
  .meta({ id: 'PatchStorage' })
export type PatchStorageBody = z.output<typeof patchStorageBody>

const keptSchema = z.object({
  kind: keptKindSchema,
  days: z.number().int(),
  newest: z.number().int(),
  rows: z.number().int().meta({ description: 'Stored now' }),
  bytes: z.number().int().meta({
    description:
      'Their size in the database, indexes included; shared out by rows if two kinds share a table',
  }),
})

export const storageSchema = z
  .object({
    kept: z.array(keptSchema).meta({
      description:
        '`releases`: searches with their releases and verdicts; `timeline`: activity that nothing depends on; `deliveries`: delivered messages; `failed_deliveries`: messages that failed for good; `audit`: the audit log',
    }),
    database: z.enum(['sqlite', 'postgres']),
    bytes: z.number().int().meta({ description: 'The whole database' }),
    free_bytes: z.number().int().nullable().meta({
      description: 'How much of this is free for new rows; null if the database does not say',
    }),
    measured_at: timeSchema.meta({ description: 'When rows and bytes were measured' }),
    cleaning: z.boolean().meta({ description: 'Whether this server is deleting old rows now' }),
    last_clean_up: z
      .object({
        at: timeSchema,
        removed: z.number().int().meta({ description: 'Rows of all kinds' }),
      })
      .nullable(),
  })
  .meta({ id: 'Storage' })
export type StorageDto = z.infer<typeof storageSchema>

export const getStorage = operation({
  method: 'GET',
  path: '/api/settings/storage',
  summary: 'How long old entries are kept, and how much space they take',
  access: 'admin',
  answers: { 200: { description: 'Limits and sizes', schema: storageSchema } },
})

export const patchStorage = operation({
  method: 'PATCH',
  path: '/api/settings/storage',
  summary: 'Change how long old entries are kept',
  access: 'admin',
  body: patchStorageBody,
  answers: { 204: { description: 'Changed; takes effect with the next clean-up' } },
})

export const cleanUpStorage = operation({
  method: 'POST',
  path: '/api/settings/storage/clean-up',
  summary: 'Clean up now instead of within the hour',
  access: 'admin',
  answers: { 202: { description: 'Started; `cleaning` says when it has finished' } },
})
