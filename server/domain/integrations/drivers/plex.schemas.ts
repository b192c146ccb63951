import { z } from 'zod'

const optionalText = z.string().nullish().catch(null)
/** Servers send these numbers as text or as numbers. */
const key = z.union([z.string().regex(/^[\x21-\x7e]{1,100}$/), z.number().int().transform(String)])

/** From the response to `GET /identity`. */
export const identitySchema = z.object({
  MediaContainer: z.object({ machineIdentifier: z.string().min(1), version: optionalText }),
})

/** From the response to `GET /library/sections`; a server without libraries omits the list. */
export const sectionsSchema = z.object({
  MediaContainer: z.object({ Directory: z.array(z.unknown()).default([]) }),
})

export const sectionSchema = z
  .object({ key, title: z.string().catch(''), type: z.string() })
  .transform(({ key: id, title: name, type }) => ({ id, name, type }))

/** An empty page omits its list. */
export const albumsSchema = z.object({
  MediaContainer: z.object({
    Metadata: z.array(z.unknown()).default([]),
    totalSize: z.number().int().nonnegative().optional(),
    size: z.number().int().nonnegative(),
  }),
})

export const albumSchema = z.object({
  ratingKey: key,
  title: z.string().trim().min(1),
  parentTitle: optionalText,
  guid: optionalText,
  /** Seconds. */
  addedAt: z.number().positive().nullish().catch(null),
})
