import { z } from 'zod'
import { parseJson } from '#server/upstream/parse-json'
import { MAX_ID } from '#server/domain/integrations/offer-bounds.rules'

/** Prowlarr leaves out what is null, so that every field may be missing that is not needed. */
const text = z.string().trim().min(1)
const optionalText = z.string().nullish().catch(null)
const number = z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)])
/** A count; null where there is none, or it makes no sense. */
const count = number.pipe(z.number().int().nonnegative()).nullish().catch(null)

const categorySchema = z.object({
  id: z.number().int().min(0).max(MAX_ID),
  subCategories: z.array(z.unknown()).nullish().catch(null),
})
/** A release is in two or three, each of which lies in another at most. */
const MAX_CATEGORIES = 50
const MAX_CATEGORY_LEVELS = 3

/** A row of a search. Links to download hold the API key: they are read only when one is followed. */
export const rowSchema = z.object({
  /** Posted back as it is: never trimmed. */
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
/** Links of a row; either may lead to a magnet link, or be one. */
export const linkSchema = z.object({
  guid: z.string().min(1),
  indexerId: z.number().int().nullish(),
  downloadUrl: optionalText,
  magnetUrl: optionalText,
})
export type Row = z.infer<typeof rowSchema>

/** Ids of categories with those below them, as many as a release can have. */
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
  /** Prowlarr itself leaves it out; what speaks its API may not. */
  downloadId: z.string().min(1).max(200).nullish().catch(null),
  data: z.record(z.string(), z.unknown()).nullish().catch(null),
})
export type HistoryRecord = z.infer<typeof historyRecordSchema>

/** A field of a history record; versions of Prowlarr write its name in different ways. */
export function historyData(record: HistoryRecord, ...names: string[]): string | null {
  for (const [name, value] of Object.entries(record.data ?? {})) {
    if (typeof value === 'string' && names.includes(name.toLowerCase())) return value
  }
  return null
}

/** What was sent comes back as it was posted. */
export const grabbedSchema = z.object({ guid: z.string() })

const messageSchema = z.union([
  z.object({ message: z.string().min(1) }).transform(({ message }) => message),
  z
    .array(z.object({ errorMessage: z.string().min(1) }))
    .min(1)
    .transform((errors) => errors.map(({ errorMessage }) => errorMessage).join(' ')),
])

/** What Prowlarr says about an error, in one short line; null when it is not Prowlarr that speaks. */
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

/** Keys in addresses that Prowlarr quotes, also where an address stands in another one. */
const SECRET = /(api_?key|pass_?key|rss_?key|auth_?key|torrent_?pass|token|mam_id)(?:=|%3D)[^&\s"'%]+/gi

function inOneLine(message: string): string {
  const line = message
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(SECRET, '$1=…')
    .trim()
    .replace(/\.$/, '')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
