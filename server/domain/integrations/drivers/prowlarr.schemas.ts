import { z } from 'zod'
import { parseJson } from '#server/upstream/parse-json'
import { MAX_ID } from '#server/domain/integrations/offer-bounds.rules'

/** Prowlarr omits null values, so every optional field may be missing. */
const text = z.string().trim().min(1)
const optionalText = z.string().nullish().catch(null)
const number = z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)])
/** A count; null if missing or implausible. */
const count = number.pipe(z.number().int().nonnegative()).nullish().catch(null)

const categorySchema = z.object({
  id: z.number().int().min(0).max(MAX_ID),
  subCategories: z.array(z.unknown()).nullish().catch(null),
})
/** A release has two or three categories, each with at most one parent. */
const MAX_CATEGORIES = 50
const MAX_CATEGORY_LEVELS = 3

/** A search row. Download links contain the API key and are read only when followed. */
export const rowSchema = z.object({
  /** Posted back unchanged: never trimmed. */
  guid: z.string().min(1),
  title: text,
  indexerId: z.number().int().min(0).max(MAX_ID).nullish(),
  indexer: optionalText,
  size: number.pipe(z.number().nonnegative()).nullish().catch(null),
  publishDate: optionalText,
  infoUrl: optionalText,
  indexerFlags: z.array(z.unknown()).nullish().catch(null),
  categories: z.array(z.unknown()).nullish().catch(null),
  protocol: optionalText,
  seeders: count,
  leechers: count,
  grabs: count,
  infoHash: optionalText,
})
/** The links of a row; either may be a magnet link or lead to one. */
export const linkSchema = z.object({
  guid: z.string().min(1),
  indexerId: z.number().int().nullish(),
  downloadUrl: optionalText,
  magnetUrl: optionalText,
})
export type Row = z.infer<typeof rowSchema>

/** Ids of categories and their subcategories, up to the limit per release. */
export function categoryIds(categories: readonly unknown[], levels = MAX_CATEGORY_LEVELS): number[] {
  const ids = categories.slice(0, MAX_CATEGORIES).flatMap((category) => {
    const { data } = categorySchema.safeParse(category)
    if (!data) return []
    return [data.id, ...(levels > 1 ? categoryIds(data.subCategories ?? [], levels - 1) : [])]
  })
  return [...new Set(ids)].slice(0, MAX_CATEGORIES)
}

export const indexerSchema = z.object({
  id: z.number().int(),
  name: z.string().nullish().catch(null),
  enable: z.boolean().nullish().catch(null),
  supportsSearch: z.boolean().nullish().catch(null),
  protocol: optionalText,
})

export const downloadClientSchema = z.object({
  enable: z.boolean().nullish().catch(null),
  protocol: optionalText,
})

export const systemSchema = z.object({
  appName: z.string().nullish(),
  version: z.string().nullish().catch(null),
})

const time = z.iso
  .datetime({ offset: true, local: true })
  .transform((value) => new Date(/[Z+]|-\d\d:\d\d$/.test(value) ? value : `${value}Z`))

export const indexerStatusSchema = z.object({
  indexerId: z.number().int(),
  disabledTill: time.nullish().catch(null),
  mostRecentFailure: time.nullish().catch(null),
})

export const historySchema = z.object({
  records: z.array(z.unknown()).nullish(),
  totalRecords: z.number().int().nullish().catch(null),
})
export const historyRecordSchema = z.object({
  indexerId: z.number().int(),
  date: time,
  eventType: z.string(),
  successful: z.boolean().nullish().catch(null),
  /** Prowlarr itself omits it, but programs with its API may not. */
  downloadId: z.string().min(1).max(200).nullish().catch(null),
  data: z.record(z.string(), z.unknown()).nullish().catch(null),
})
export type HistoryRecord = z.infer<typeof historyRecordSchema>

/** A field of a history record, whose name is spelled differently across versions. */
export function historyData(record: HistoryRecord, ...names: string[]): string | null {
  for (const [name, value] of Object.entries(record.data ?? {})) {
    if (typeof value === 'string' && names.includes(name.toLowerCase())) return value
  }
  return null
}

/** The release comes back as it was posted. */
export const grabbedSchema = z.object({ guid: z.string() })

const messageSchema = z.union([
  z.object({ message: z.string().min(1) }).transform(({ message }) => message),
  z
    .array(z.object({ errorMessage: z.string().min(1) }))
    .min(1)
    .transform((errors) => errors.map(({ errorMessage }) => errorMessage).join(' ')),
])

/** Prowlarr's error message in one short line; null if something else answered. */
export function messageOf(body: string): string | null {
  let json: unknown
  try {
    json = parseJson(body)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  const parsed = messageSchema.safeParse(json)
  return parsed.success ? inOneLine(parsed.data) : null
}

/** Keys in addresses that Prowlarr quotes, even nested ones. */
const SECRET = /(api_?key|pass_?key|rss_?key|auth_?key|torrent_?pass|token|mam_id)(?:=|%3D)[^&\s"'%]+/gi

function inOneLine(message: string): string {
  const line = message
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(SECRET, '$1=…')
    .trim()
    .replace(/\.$/, '')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
