import { z } from 'zod'
import { optionalText, outsideText } from '#server/upstream/outside-text'
import type { ReleaseProtocol } from '#contract/releases'
import type { CodeIn, Params } from '#contract/words/keys'
import { NestedTooDeeply, parseJson } from '#server/upstream/parse-json'
import { safeLink } from '#server/domain/integrations/addresses.rules'
import type { OfferedRelease, SearchableIndexer } from '#server/domain/integrations/integrations.types'
import {
  addressOf,
  inOneLine,
  MAX_GUID_BYTES,
  MAX_ID,
  MAX_ROW_BYTES,
  nameOf,
  someWords,
  titleOf,
  wordOf,
} from '#server/domain/integrations/offer-bounds.rules'
import { readJson, saidBy, type Hide } from './service-http'

/** Prowlarr omits null values, so every optional field may be missing. */
const text = outsideText.pipe(z.string().trim().min(1))
const number = z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)])
/** A count, or null if missing or implausible. */
const count = number.pipe(z.number().int().nonnegative()).nullish().catch(null)

const categorySchema = z.object({
  id: z.number().int().min(0).max(MAX_ID),
  subCategories: z.array(z.unknown()).nullish().catch(null),
})
/** A release has two or three categories, each with at most one parent. */
const MAX_CATEGORIES = 50
const MAX_CATEGORY_LEVELS = 3

/** Posted back unchanged, so never trimmed. */
const guidSchema = z.object({ guid: z.string().max(MAX_ROW_BYTES).min(1) })

/** A search row. Download links contain the API key, so they are read only when followed. */
const rowSchema = guidSchema.extend({
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
type Row = z.infer<typeof rowSchema>

/** Ids of categories and their subcategories, up to the limit for one release. */
function categoryIds(categories: readonly unknown[], levels = MAX_CATEGORY_LEVELS): number[] {
  const ids = categories.slice(0, MAX_CATEGORIES).flatMap((category) => {
    const { data } = categorySchema.safeParse(category)
    if (!data) return []
    return [data.id, ...(levels > 1 ? categoryIds(data.subCategories ?? [], levels - 1) : [])]
  })
  return [...new Set(ids)].slice(0, MAX_CATEGORIES)
}

/** An info hash of either kind, in hex or base 32. */
const MAX_HASH = 128

/** Why a row is skipped. */
export type SkippedRow = Params & { reason: CodeIn<'leftOut'> }
const leftOut = (reason: SkippedRow['reason'], params: Params = {}) => ({ leftOut: { ...params, reason } })

/**
 * Parses the JSON text of one row. Texts in the result are truncated beyond any real length.
 * @param text null if the row is too long.
 * @param hide hides the key in it.
 * @returns the release, or why it is skipped.
 */
export function readRow(
  text: string | null,
  asked: Pick<SearchableIndexer, 'id' | 'name'>,
  hide: Hide,
): { release: OfferedRelease } | { leftOut: SkippedRow } {
  if (text === null) return leftOut('too_long')
  const shown = hide(text)
  let json: unknown
  try {
    json = parseJson(shown)
  } catch (error) {
    if (error instanceof NestedTooDeeply) return leftOut('too_deep')
    if (error instanceof SyntaxError) return leftOut('not_json')
    throw error
  }
  const parsed = rowSchema.safeParse(json)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.')
    return field ? leftOut('field', { field }) : leftOut('not_an_object')
  }
  const { guid } = parsed.data
  if (new TextEncoder().encode(guid).length > MAX_GUID_BYTES) return leftOut('guid_too_long')
  // Databases refuse such a guid, and with it the whole search.
  if (guid.includes('\u0000') || /\p{Surrogate}/u.test(guid)) return leftOut('guid_not_text')
  // Prowlarr knows the release only by its whole guid, which would show the key to everyone who sees the release.
  if (shown !== text && guidSchema.safeParse(parseJson(text)).data?.guid !== guid)
    return leftOut('guid_has_key')
  return { release: toRelease(parsed.data, asked) }
}

function toRelease(row: Row, asked: Pick<SearchableIndexer, 'id' | 'name'>): OfferedRelease {
  return {
    guid: row.guid,
    indexer_id: row.indexerId ?? asked.id,
    indexer: nameOf(row.indexer?.trim() || asked.name),
    title: inOneLine(titleOf(row.title)),
    size: toSize(row.size),
    publish_date: toDate(row.publishDate),
    info_url: safeLink(addressOf(row.infoUrl ?? null)),
    indexer_flags: someWords((row.indexerFlags ?? []).filter((flag) => typeof flag === 'string')).map(
      (flag) => wordOf(flag).toLowerCase(),
    ),
    protocol: toProtocol(row.protocol),
    seeders: row.seeders ?? null,
    leechers: row.leechers ?? null,
    grabs: row.grabs ?? null,
    categories: categoryIds(row.categories ?? []),
    info_hash: hashOf(row.infoHash),
  }
}

export function toProtocol(protocol: string | null | undefined): ReleaseProtocol {
  const name = protocol?.toLowerCase()
  return name === 'torrent' || name === 'usenet' ? name : 'unknown'
}

function hashOf(text: string | null | undefined): string | null {
  const hash = text?.trim() ?? ''
  return hash === '' || hash.length > MAX_HASH || !/^\w+$/.test(hash) ? null : hash.toLowerCase()
}

/** Prowlarr sends 0 for an unknown size. */
function toSize(size: number | null | undefined): number | null {
  const bytes = Math.round(size ?? 0)
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null
}

/** Prowlarr sends the year 1 for an unknown date. */
function toDate(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length > 40) return null
  const date = new Date(/([Zz]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() <= 1 ? null : date.toISOString()
}

export const indexerSchema = z.object({
  id: z.number().int(),
  name: optionalText,
  enable: z.boolean().nullish().catch(null),
  supportsSearch: z.boolean().nullish().catch(null),
  protocol: optionalText,
})

/** Prowlarr returns the release that was posted. */
export const grabbedSchema = z.object({ guid: outsideText })

const messageSchema = z.union([
  z.object({ message: outsideText.pipe(z.string().min(1)) }).transform(({ message }) => message),
  z
    .array(z.object({ errorMessage: outsideText.pipe(z.string().min(1)) }))
    .min(1)
    .transform((errors) => errors.map(({ errorMessage }) => errorMessage).join(' ')),
])

/** Prowlarr's error message on one short line, or null if something else responded. */
export function messageOf(body: string): string | null {
  const { data } = messageSchema.safeParse(readJson(body))
  return data === undefined ? null : saidBy(data.replaceAll(SECRET, '$1=…'))
}

/** Keys in addresses that Prowlarr quotes, even in nested addresses. */
const SECRET = /(api_?key|pass_?key|rss_?key|auth_?key|torrent_?pass|token|mam_id)(?:=|%3D)[^&\s"'%]+/gi
