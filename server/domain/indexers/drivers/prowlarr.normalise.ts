import type { ReleaseProtocol } from '#contract/releases'
import { parseJson } from '#server/parse-json'
import { safeLink } from '../addresses.rules'
import type { OfferedRelease, SearchableIndexer } from '../indexers.types'
import { categoryIds, rowSchema, type Row } from './prowlarr.schemas'

/** Reads the JSON text of one row. @returns the release, or why it is left out. */
export function readRow(
  text: string,
  asked: Pick<SearchableIndexer, 'id' | 'name'>,
  apiKey: string,
): { release: OfferedRelease } | { leftOut: string } {
  let json: unknown
  try {
    json = parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return { leftOut: 'it is not JSON' }
    throw error
  }
  const parsed = rowSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { leftOut: `${issue?.path.join('.') || 'the row'}: ${issue?.message ?? 'is not readable'}` }
  }
  // Such a name would carry the key to everybody who sees the release.
  if (parsed.data.guid.includes(apiKey)) return { leftOut: 'its guid holds the API key' }
  return { release: toRelease(parsed.data, asked) }
}

function toRelease(row: Row, asked: Pick<SearchableIndexer, 'id' | 'name'>): OfferedRelease {
  return {
    guid: row.guid,
    indexer_id: row.indexerId ?? asked.id,
    indexer: row.indexer?.trim() || asked.name,
    title: row.title.replaceAll(/[\s\p{Cc}]+/gu, ' '),
    size: toSize(row.size),
    publish_date: toDate(row.publishDate),
    info_url: safeLink(row.infoUrl),
    indexer_flags: (row.indexerFlags ?? [])
      .filter((flag) => typeof flag === 'string')
      .map((flag) => flag.toLowerCase()),
    protocol: toProtocol(row.protocol),
    seeders: row.seeders ?? null,
    leechers: row.leechers ?? null,
    grabs: row.grabs ?? null,
    categories: [...new Set(categoryIds(row.categories ?? []))],
    info_hash: row.infoHash?.trim().toLowerCase() || null,
  }
}

export function toProtocol(protocol: string | null | undefined): ReleaseProtocol {
  const name = protocol?.toLowerCase()
  return name === 'torrent' || name === 'usenet' ? name : 'unknown'
}

/** Prowlarr writes 0 where the indexer did not tell. */
function toSize(size: number | null | undefined): number | null {
  const bytes = Math.round(size ?? 0)
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null
}

/** Prowlarr writes the year 1 where the indexer did not tell. */
function toDate(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const date = new Date(/([Zz]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() <= 1 ? null : date.toISOString()
}
