import { z } from 'zod'
import { languageCodeSchema, line } from './common'

/** Formats that somebody can wish for. */
export const WISHED_FORMATS = ['m4b', 'mp3', 'flac'] as const

/** Megabytes; nobody's recording is larger. */
export const MOST_MEGABYTES = 100_000

const conditions = {
  narrator: line({ max: 200 })
    .transform((name) => name || null)
    .nullable()
    .meta({ description: 'Who is to read it; null: anybody' }),
  unabridged: z.boolean().meta({ description: 'Whether only an unabridged recording will do' }),
  language: languageCodeSchema.nullable().meta({ description: 'ISO 639-1 code; null: that of the book' }),
  max_size_mb: z
    .number()
    .int()
    .min(1)
    .max(MOST_MEGABYTES)
    .nullable()
    .meta({ description: 'Largest size in megabytes (1,000,000 bytes); null: any' }),
  format: z.enum(WISHED_FORMATS).nullable().meta({ description: 'null: any' }),
}

/** What a release has to meet, as people wish: nothing is required where all are null or false. */
export const conditionsSchema = z.strictObject(conditions).meta({ id: 'Conditions' })
export type Conditions = z.output<typeof conditionsSchema>
