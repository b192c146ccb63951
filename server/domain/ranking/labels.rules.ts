import type { DownloadSettings } from '#contract/download-settings'
import type { Label } from './evidence/chunks.rules'
import { findPeople, bylineSpan, withSuffix } from './name-spans.rules'
import { GAP, sameWord, type Word } from './normalise.rules'
import type { FoundName } from './people.rules'
import type { ReadTitle, Span } from './release-title.rules'
import { readVolumes, type VolumeMark, type VolumeReading } from './volume.rules'
import type { WantedSeries } from './related.rules'
import type { Wanted } from './wanted.rules'
import { IS, isA } from './vocabulary.rules'

export interface FoundSeries extends Span {
  series: WantedSeries
}

/** A release's title with the meaning of its words, before the search for the wanted title. */
export interface LabelledTitle {
  read: ReadTitle
  wanted: Wanted
  labels: readonly (Label | undefined)[]
  series: readonly FoundSeries[]
  volumes: VolumeReading
  author: FoundName | null
  narrator: FoundName | null
  /** "by" and the names after it. */
  by: Span | null
  /** Required similarity of names, 0 to 1. */
  nameRatio: number
  /** Required fraction of a title, 0 to 1. */
  titleRatio: number
  /** Whether the indexer's own data name the author. */
  authorListed: boolean
}

/** Labels each word: a tag, a name, a series, a volume. Linear in the number of words. */
export function labelTitle(
  read: ReadTitle,
  wanted: Wanted,
  settings: DownloadSettings,
  authorListed: boolean,
): LabelledTitle {
  const { words } = read
  const nameRatio = settings.name_ratio / 100
  const series: FoundSeries[] = []
  for (const entry of wanted.series) addOccurrences(words, entry, series)
  const isTag = (at: number) => read.tags[at] !== undefined
  const behindSeries = series.map(({ end }) => skipFillers(words, end))
  const volumes = readVolumes(words, isTag, (at) => behindSeries.includes(at))
  const labels = new Array<Label | undefined>(words.length).fill(undefined)
  for (let at = 0; at < labels.length; at++) {
    const tag = read.tags[at]
    if (tag && tag.kind !== 'derived') labels[at] = 'tag'
  }
  for (const span of read.narration) label(labels, span, 'narrator')
  for (const span of series) {
    label(labels, span, 'series')
    // "Dune Chronicles 02"
    const mark = volumes.volumes.find((one) => one.from === one.to && isAttached(one, span, words))
    if (mark) label(labels, { start: span.end, end: mark.start }, 'series')
  }
  for (const span of volumes.whole) label(labels, span, 'tag')
  for (const mark of volumes.volumes) label(labels, mark, 'volume')
  if (volumes.part) label(labels, volumes.part, 'volume')
  const narrators = findPeople(words, wanted.narrators, nameRatio)
  for (const found of narrators) label(labels, found, 'narrator')
  const authors = findPeople(words, wanted.authors, nameRatio)
  for (const found of authors) {
    label(labels, withSuffix(words, found), 'author')
    introduce(words, labels, found)
  }
  const author = authors[0] ?? null
  const by = bylineSpan(words, author)
  if (by) labels[by.start] = 'joint'
  const titleRatio = settings.title_ratio / 100
  const narrator = narrators[0] ?? null
  return { read, wanted, labels, series, volumes, author, narrator, by, nameRatio, titleRatio, authorListed }
}

/** "von Juli Zeh", "Sir Arthur Conan Doyle": words before an author that belong to the name. */
export function introduce(words: readonly Word[], labels: (Label | undefined)[], { start }: Span): void {
  for (let at = start - 1; at >= 0 && words[at + 1]?.gap === GAP.none; at--) {
    if (labels[at] !== undefined || !isA(words[at], INTRODUCING)) return
    labels[at] = 'joint'
  }
}

const INTRODUCING = IS.byline | IS.by | IS.particle | IS.honorific

/** Labels the words of a span. */
export function label(labels: (Label | undefined)[], span: Span, name: Label): void {
  for (let at = span.start; at < span.end; at++) labels[at] = name
}

function addOccurrences(words: readonly Word[], series: WantedSeries, found: FoundSeries[]): void {
  const size = series.words.length
  const first = series.words[0]
  if (!first) return
  for (let start = 0; start + size <= words.length; start++) {
    if (!isSame(words[start], first)) continue
    let end = start + 1
    while (end < start + size && isSame(words[end], series.words[end - start])) end++
    if (end === start + size) found.push({ start, end, series })
  }
}

const isSame = (one: Word | undefined, other: Word | undefined) =>
  one !== undefined && other !== undefined && sameWord(one, other)

/** Words as written. */
export function textOf(words: readonly Word[], start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += (at > start ? ' ' : '') + (words[at]?.raw ?? '')
  return text
}

/** Whether a volume directly follows a span, with or without a separator. */
export function isAttached(mark: VolumeMark, span: Span, words: readonly Word[]): boolean {
  return skipFillers(words, span.end) === mark.start
}

/** The index after words such as "series" and "saga", which may be between a name and its volume. */
function skipFillers(words: readonly Word[], from: number): number {
  let at = from
  while (isFiller(words[at])) at++
  return at
}
const isFiller = (word: Word | undefined) =>
  isA(word, IS.leadingArticle) || (isA(word, IS.series) && !isA(word, IS.volume))
