import { z } from 'zod'
import { languageCodeSchema, line, lines } from './common'

/** Formats that people can wish for. */
export const WISHED_FORMATS = ['m4b', 'mp3', 'flac'] as const
const formatSchema = z.enum(WISHED_FORMATS).nullable().meta({ description: 'null: any' })

/** Megabytes; no recording is larger. */
const MAX_MEGABYTES = 100_000
export const LONGEST_NOTE = 500

const sizeSchema = z
  .number()
  .int()
  .min(1)
  .max(MAX_MEGABYTES)
  .nullable()
  .meta({ description: 'Maximum size in megabytes (1,000,000 bytes); null: any' })

/** What a release has to meet; no conditions if all are null or false. */
export const conditionsSchema = z
  .object({
    narrator: z.string().nullable().meta({ description: 'The required narrator; null: any' }),
    unabridged: z.boolean().meta({ description: 'Whether the recording must be unabridged' }),
    language: z.string().nullable().meta({ description: 'ISO 639-1 code; null: the book’s language' }),
    max_size_mb: sizeSchema,
    format: formatSchema,
  })
  .meta({ id: 'Conditions' })
export type Conditions = z.infer<typeof conditionsSchema>

/** A person's wishes for a book: conditions on its releases, and a note for administrators. */
export const wishesSchema = conditionsSchema
  .extend({ note: z.string().nullable().meta({ description: 'For administrators' }) })
  .meta({ id: 'Wishes' })
export type Wishes = z.infer<typeof wishesSchema>

const orNull = (text: string | null) => text?.trim() || null

/** Wishes in a request body; an omitted wish means none. */
export const wishesBody = z
  .strictObject({
    note: lines({ max: LONGEST_NOTE }).nullable().default(null).transform(orNull),
    narrator: line({ max: 200 }).nullable().default(null).transform(orNull),
    unabridged: z.boolean().default(false),
    language: languageCodeSchema.nullable().default(null),
    max_size_mb: sizeSchema.default(null),
    format: formatSchema.default(null),
  })
  .meta({ id: 'WishesBody' })
