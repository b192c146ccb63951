import type { ReleaseProtocol } from '#contract/releases'
import { NestedTooDeeply, parseJson } from '#server/upstream/parse-json'
import { safeLink } from '#server/domain/integrations/addresses.rules'
import type { OfferedRelease, SearchableIndexer } from '#server/domain/integrations/integrations.types'
import {
  addressOf,
  MAX_GUID_BYTES,
  nameOf,
  someWords,
  titleOf,
  wordOf,
} from '#server/domain/integrations/offer-bounds.rules'
import { categoryIds, rowSchema, type Row } from './prowlarr.schemas'

/** Parses foreign JSON; undefined if it is invalid. @param text null if it is too long. */
export function readJson(text: string | null): unknown {
  try {
    return text === null ? undefined : parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** An info hash of either kind, in hex or base 32. */
const MAX_HASH = 128

/**
 * Parses the JSON text of one row; no text in the result is longer than anything real.
 * @param text null if the row is too long.
 * @returns the release, or why it is skipped.
 */
export function readRow(
  text: string | null,
  asked: Pick<SearchableIndexer, 'id' | 'name'>,
  apiKey: string,
): { release: OfferedRelease } | { leftOut: string } {
  if (text === null) return { leftOut: 'it is far too long' }
  let json: unknown
  try {
    json = parseJson(text)
  } catch (error) {
    if (error instanceof NestedTooDeeply) return { leftOut: 'it is nested too deeply' }
    if (error instanceof SyntaxError) return { leftOut: 'it is not JSON' }
    throw error
  }
  const parsed = rowSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { leftOut: `${issue?.path.join('.') || 'the row'}: ${issue?.message ?? 'is not readable'}` }
  }
  const { guid } = parsed.data
  if (new TextEncoder().encode(guid).length > MAX_GUID_BYTES) return { leftOut: 'its guid is too long' }
  // Databases refuse it, and with it the whole search.
  if (guid.includes('\u0000') || /\p{Surrogate}/u.test(guid)) return { leftOut: 'its guid is not text' }
  // Such a guid would show the key to everybody who sees the release.
  if (guid.includes(apiKey)) return { leftOut: 'its guid holds the API key' }
  return { release: toRelease(parsed.data, asked) }
}

function toRelease(row: Row, asked: Pick<SearchableIndexer, 'id' | 'name'>): OfferedRelease {
  return {
    guid: row.guid,
    indexer_id: row.indexerId ?? asked.id,
    indexer: nameOf(row.indexer?.trim() || asked.name),
    title: titleOf(row.title)
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
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

/** Prowlarr writes 0 for an unknown size. */
function toSize(size: number | null | undefined): number | null {
  const bytes = Math.round(size ?? 0)
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null
}

/** Prowlarr writes the year 1 for an unknown date. */
function toDate(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length > 40) return null
  const date = new Date(/([Zz]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() <= 1 ? null : date.toISOString()
}
