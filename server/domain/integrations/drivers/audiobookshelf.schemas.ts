import { z } from 'zod'

const optionalText = z.string().nullish().catch(null)
const count = z.number().nonnegative().nullish().catch(null)

/** The answer to "who am I": the version, and whether the key may start a scan. */
export const authorizeSchema = z.object({
  user: z.object({ type: z.string() }),
  serverSettings: z.object({ version: z.string() }).nullish().catch(null),
})

export const librarySchema = z.object({
  id: z.string().min(1),
  name: z.string().catch(''),
  mediaType: z.string(),
})
export type AbsLibrary = z.infer<typeof librarySchema>

/** Very old servers return the bare list. */
export const librariesSchema = z.union([
  z.object({ libraries: z.array(z.unknown()) }).transform(({ libraries }) => libraries),
  z.array(z.unknown()),
])

export const pageSchema = z.object({ results: z.array(z.unknown()), total: z.number().int().nonnegative() })

/**
 * A list row. Lists give people and series as one text each; some proxies and versions give arrays, which are read too.
 */
export const itemSchema = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  /** Milliseconds. */
  addedAt: z.number().positive().nullish().catch(null),
  isMissing: z.boolean().nullish().catch(null),
  isInvalid: z.boolean().nullish().catch(null),
  media: z.object({
    duration: count,
    numTracks: count,
    numAudioFiles: count,
    audioFiles: z.array(z.unknown()).nullish().catch(null),
    metadata: z.object({
      title: z.string().trim().min(1),
      subtitle: optionalText,
      authorName: optionalText,
      narratorName: optionalText,
      seriesName: optionalText,
      asin: optionalText,
      isbn: optionalText,
      language: optionalText,
    }),
  }),
})
export type AbsItem = z.infer<typeof itemSchema>
