import type { IndexerMetadata } from './ranking.types'
import type { TitleMatch } from './match.rules'
import { isAttached } from './labels.rules'
import { fold } from './fold.rules'
import { GAP, type Word } from './normalise.rules'
import type { Span } from './release-title.rules'
import { isLeadingArticle, isSeriesWord } from './title-words.rules'
import { placesOf, showPlaces, type Places, type VolumeMark } from './volume.rules'
import type { Wanted } from './wanted.rules'
import { IS, LIGHT, isA } from './vocabulary.rules'

/** What volumes and parts say about whether this is the wanted book. */
export interface SeriesVerdict {
  /** The wanted volume, if the release states it. */
  series: string | null
  /** The wanted volume, if the release names it. */
  same: string | null
  /** A volume other than the wanted one. */
  other: string | null
  /** The range of a pack; null if it states none. */
  range: string | null
  /** Whether that range includes the wanted volume. */
  holds: boolean
  /** A part of the book other than the wanted part. */
  part: { part: number; total: number | null } | null
}

/** Compares the volumes in a title and in the indexer's data with the wanted ones. */
export function compareVolumes(
  match: TitleMatch,
  words: readonly Word[],
  wanted: Wanted,
  metadata: IndexerMetadata | null,
): SeriesVerdict {
  const { window } = match
  const verdict: SeriesVerdict = {
    series: null,
    same: null,
    other: null,
    range: null,
    holds: false,
    part: null,
  }
  const beside = match.series.find(({ start, end }) => !window || end <= window.start || start >= window.end)
  verdict.series = beside?.series.title ?? null
  for (const mark of match.volumes.volumes) {
    const overlaps = window !== null && mark.start < window.end && mark.end > window.start
    const isInside = window !== null && mark.start >= window.start && mark.end <= window.end
    if (isInside || (overlaps && mark.from === mark.to)) continue
    compareMark(verdict, mark, match, words, wanted.places, overlaps)
  }
  const { part } = match.volumes
  if (
    part &&
    !(window && part.start >= window.start && part.end <= window.end) &&
    part.part !== wanted.part
  ) {
    verdict.part = { part: part.part, total: part.total }
  }
  for (const entry of metadata?.series ?? []) compareEntry(verdict, entry, wanted)
  return verdict
}

function compareMark(
  verdict: SeriesVerdict,
  mark: VolumeMark,
  match: TitleMatch,
  words: readonly Word[],
  places: readonly Places[],
  overlaps: boolean,
): void {
  const isOf = (span: Span) => isAttached(mark, span, words) || isVolumeOf(mark, span, words)
  const attached = match.series.find(isOf)?.series
  const toTitle = overlaps || (match.window !== null && isOf(match.window))
  if (mark.from !== mark.to) {
    verdict.range = showPlaces(mark)
    const known = attached?.place ? [attached.place] : places
    verdict.holds =
      overlaps || (known.length > 0 ? known.some((place) => holds(mark, place)) : toTitle && mark.from <= 1)
    return
  }
  if (attached?.place && !holds(attached.place, mark)) {
    verdict.other ??= showPlaces(mark)
  } else if (places.some((place) => holds(place, mark))) {
    verdict.same ??= showPlaces(mark)
  } else if (toTitle && (places.length > 0 || mark.from !== 1)) {
    verdict.other ??= showPlaces(mark)
  } else if (mark.explicit && places.length > 0 && isUnnamed(mark, match, words)) {
    verdict.other ??= showPlaces(mark)
  }
}

/** "Book Three of The Wheel of Time" */
function isVolumeOf(mark: VolumeMark, span: Span, words: readonly Word[]): boolean {
  if (mark.end >= span.start || span.start - mark.end > 2) return false
  const between = words.slice(mark.end, span.start)
  return isA(between[0], IS.of) && between.every((word) => isA(word, LIGHT))
}

/** Whether no series name precedes the volume: "Author - Book 3 - …". */
function isUnnamed(mark: VolumeMark, match: TitleMatch, words: readonly Word[]): boolean {
  if (mark.start === 0) return true
  if ((words[mark.start]?.gap ?? GAP.dash) < GAP.comma) return false
  const before = match.labels[mark.start - 1]
  return before === 'author' || before === 'tag' || before === 'narrator'
}

/** Compares an entry of the indexer's own list: "3", or "1-3" for a pack. */
function compareEntry(
  verdict: SeriesVerdict,
  entry: { title: string; position: string | null },
  wanted: Wanted,
): void {
  const key = seriesKey(entry.title)
  const series = wanted.series.find(({ title }) => seriesKey(title) === key)
  if (!series) return
  verdict.series ??= series.title
  const place = placesOf(entry.position)
  if (!place || !series.place) return
  if (place.from !== place.to && !holds(series.place, place)) {
    verdict.range ??= showPlaces(place)
    verdict.holds ||= holds(place, series.place)
  } else if (holds(series.place, place)) verdict.same ??= showPlaces(place)
  else verdict.other ??= showPlaces(place)
}

/** A series name without a leading article and a trailing "series". */
function seriesKey(title: string): string {
  const words = fold(title).split(/\s+/)
  const start = words.length > 1 && isLeadingArticle(words[0] ?? '') ? 1 : 0
  const end = words.length - start > 1 && isSeriesWord(words.at(-1) ?? '') ? -1 : undefined
  return words.slice(start, end).join(' ')
}

const holds = (range: Places, place: Places) => range.from <= place.from && place.to <= range.to
