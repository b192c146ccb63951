import type { LibraryItem } from '#server/domain/integrations/library.types'
import { nameOf, someNames, titleOf } from '#server/domain/integrations/offer-bounds.rules'
import { itemSchema, type AbsItem } from './audiobookshelf.schemas'
import { asinOf, dateOf, isbnOf, textOrNull } from './library.normalise'

/**
 * A list row as an audiobook.
 * @param openedAt public address of the server, without a trailing slash.
 * @returns null for rows without a playable audiobook: only an ebook, missing files, unreadable.
 */
export function toLibraryItem(row: unknown, openedAt: string): LibraryItem | null {
  const { data } = itemSchema.safeParse(row)
  if (!data || data.isMissing === true || data.isInvalid === true || !isHeard(data)) return null
  const { metadata, duration } = data.media
  return {
    id: data.id,
    addedAt: dateOf(data.addedAt),
    title: titleOf(metadata.title),
    subtitle: textOrNull(metadata.subtitle),
    authors: peopleIn(metadata.authorName),
    narrators: peopleIn(metadata.narratorName),
    series: seriesIn(metadata.seriesName),
    asin: asinOf(metadata.asin),
    isbn: isbnOf(metadata.isbn),
    language: textOrNull(metadata.language),
    durationMin: duration && duration > 0 ? Math.round(duration / 60) : null,
    url: `${openedAt}/item/${encodeURIComponent(data.id)}`,
  }
}

function isHeard({ media }: AbsItem): boolean {
  return [media.numTracks, media.numAudioFiles, media.audioFiles?.length].some((count) => (count ?? 0) > 0)
}

/** Lists join names with a comma and a space. */
function peopleIn(text: string | null | undefined): string[] {
  return someNames((text ?? '').split(', ').filter((name) => name.trim() !== '')).map(nameOf)
}

/** "Harbour Songs #1, Tides": a number belongs to the series before it. */
function seriesIn(text: string | null | undefined): LibraryItem['series'] {
  return someNames((text ?? '').split(', ').filter((part) => part.trim() !== '')).map((part) => {
    const [, title, position] = /^(.*?)(?: #([^#]{1,20}))?$/s.exec(part.trim()) ?? []
    return { title: nameOf(title ?? part), position: position === undefined ? null : nameOf(position) }
  })
}
