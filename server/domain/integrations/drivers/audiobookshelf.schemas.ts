import { z } from 'zod'
import { optionalText, outsideText } from '#server/upstream/outside-text'
import type { LibraryItem } from '#server/domain/integrations/library.types'
import { nameOf, someNames, titleOf } from '#server/domain/integrations/offer-bounds.rules'
import { asinIn, asinOf, dateOf, isbnOf, textOrNull } from './library.normalise'

/** Maximum commas in the name of a series. */
const MAX_COMMAS = 2

const count = z.number().nonnegative().nullish().catch(null)

/** The response to "who am I": the version, and whether the key may start a scan. */
export const authorizeSchema = z.object({
  user: z.object({ type: outsideText }),
  serverSettings: z.object({ version: outsideText }).nullish().catch(null),
})

export const librarySchema = z.object({
  id: outsideText.pipe(z.string().min(1)),
  name: outsideText.catch(''),
  mediaType: outsideText,
})
export type AbsLibrary = z.infer<typeof librarySchema>

/** Very old servers return the bare list. */
export const librariesSchema = z.union([
  z.object({ libraries: z.array(z.unknown()) }).transform(({ libraries }) => libraries),
  z.array(z.unknown()),
])

export const pageSchema = z.object({ results: z.array(z.unknown()), total: z.number().int().nonnegative() })

/**
 * A list row. Lists give people and series as one text each. Some proxies and versions give arrays, which are
 * also accepted.
 */
const itemSchema = z.object({
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
      title: outsideText.pipe(z.string().trim().min(1)),
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
type AbsItem = z.infer<typeof itemSchema>

/**
 * Converts a list row to an audiobook.
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
    asin: asinOf(metadata.asin) ?? asinIn(metadata.title),
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

/**
 * "Harbour Songs #1, Tides": a number belongs to the series before it. A comma may as well be part of a name, as in
 * "Anita Blake, Vampire Hunter #3", so names without a number are also joined with what follows them.
 */
function seriesIn(text: string | null | undefined): LibraryItem['series'] {
  const parts = someNames((text ?? '').split(', ').filter((part) => part.trim() !== '')).map((part) => {
    const [, title, position] = /^(.*?)(?: #([^#]{1,20}))?$/s.exec(part.trim()) ?? []
    return { title: nameOf(title ?? part), position: position === undefined ? null : nameOf(position) }
  })
  const joined = parts.flatMap(({ position }, last) => {
    const titles = [parts[last]?.title ?? '']
    const found: LibraryItem['series'] = []
    for (let at = last - 1; at >= 0 && parts[at]?.position === null; at -= 1) {
      titles.unshift(parts[at]?.title ?? '')
      if (titles.length <= MAX_COMMAS + 1) found.push({ title: nameOf(titles.join(', ')), position })
    }
    return found
  })
  return someNames([...parts, ...joined])
}
