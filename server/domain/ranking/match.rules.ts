import type { DownloadSettings } from '#contract/download-settings'
import { coverage, findTitle } from './align.rules'
import type { TitleWindow } from './align.rules'
import type { Label, Unexplained } from './beside-title.rules'
import { besideTitle } from './beside-title.rules'
import type { Word } from './normalise.rules'
import { GAP, sameWord } from './normalise.rules'
import { isLeadingArticle, isLight, isNameSuffix, isSeriesWord } from './title-words.rules'
import type { FoundName, Person } from './people.rules'
import { findPerson } from './people.rules'
import type { Narration, ReadTitle, Span } from './release-title.rules'
import { endOfNames, opensNarration } from './release-title.rules'
import type { VolumeMark, VolumeReading } from './volume.rules'
import { isVolumeMarker, readVolumes } from './volume.rules'
import type { TitleForm, Wanted, WantedSeries } from './wanted.rules'

/** How a release's title relates to the wanted book. Indexes are those of its words. */
export interface TitleMatch {
  /** Null where the wanted title is not there. */
  window: TitleWindow | null
  /** Weight of the title that was found, 0 to 1, also where that is too little. */
  share: number
  beside: Unexplained
  author: FoundName | null
  /** The author that the release names instead. */
  otherAuthor: string | null
  narrator: FoundName | null
  /** The narrator that the release names instead. */
  otherNarrator: string | null
  series: readonly FoundSeries[]
  volumes: VolumeReading
  labels: readonly (Label | undefined)[]
}

export interface FoundSeries extends Span {
  series: WantedSeries
}

function withSuffix(words: readonly Word[], { start, end }: Span): Span {
  return { start, end: isNameSuffix(words[end]?.key ?? '') ? end + 1 : end }
}

const NO_FORM: TitleForm = { words: [], weights: [], total: 0, heavy: 0, piece: false }
const NO_EDGE = () => false
const NOTHING_BESIDE: Unexplained = { otherTitle: null, otherName: null }

/** Finds the wanted book in a title. Linear in the number of words. */
export function matchTitle(read: ReadTitle, wanted: Wanted, settings: DownloadSettings): TitleMatch {
  const { words } = read
  const nameRatio = settings.name_ratio / 100
  const series = wanted.series.flatMap((entry) => occurrences(words, entry))
  const isTag = (at: number) => read.tags[at] !== undefined
  const volumes = readVolumes(words, isTag, (at) => series.some(({ end }) => skipFillers(words, end) === at))
  const labels = new Array<Label | undefined>(words.length)
  read.tags.forEach((tag, at) => {
    if (tag && tag.kind !== 'derived') labels[at] = 'tag'
  })
  for (const span of read.narration) label(labels, span, 'narrator')
  for (const span of series) {
    label(labels, span, 'series')
    // "Dune Chronicles 02"
    const mark = volumes.volumes.find((one) => one.from === one.to && isAttached(one, span, words))
    if (mark) label(labels, { start: span.end, end: mark.start }, 'series')
  }
  for (const mark of volumes.volumes) label(labels, mark, 'volume')
  if (volumes.part) label(labels, volumes.part, 'volume')
  const [narrator = null, ...narrators] = findPeople(words, wanted.narrators, nameRatio)
  for (const found of narrator ? [narrator, ...narrators] : []) label(labels, found, 'narrator')
  const [author = null, ...authors] = findPeople(words, wanted.authors, nameRatio)
  for (const found of author ? [author, ...authors] : []) label(labels, withSuffix(words, found), 'author')
  const by = phraseBy(words, author)
  if (by) labels[by.start] = 'joint'

  const base = { series, words, wanted, labels, nameRatio }
  const best = bestCandidate(base, author, by, read.narration, settings.title_ratio / 100)
  const named = best ? best.labels : labels
  const found = best ? best.author : (author ?? familyOnly(base, labels, null))
  return {
    window: best?.window ?? null,
    share: best?.window.share ?? coverage(words, wanted.forms.find(({ piece }) => !piece) ?? NO_FORM),
    beside: best?.beside ?? NOTHING_BESIDE,
    author: found,
    otherAuthor: best ? best.otherAuthor : found || !by ? null : text(words, by.start + 1, by.end),
    narrator,
    otherNarrator: narrator ? null : otherNarrator(read),
    series,
    volumes,
    labels: named,
  }
}

/** The window with least against it; the first that has nothing against it ends the search. */
function bestCandidate(
  base: Base,
  author: FoundName | null,
  by: Span | null,
  narration: readonly Narration[],
  ratio: number,
): Candidate | null {
  let best: Candidate | null = null
  for (const form of base.wanted.forms) {
    for (const window of findTitle(base.words, form, ratio)) {
      if (author && window.start >= author.start && window.end <= author.end) continue
      // "read by Emma Thompson" is not "Emma".
      if (narration.some(({ names, end }) => window.start >= names && window.end <= end)) continue
      // "Hyperion Cantos" is the series of "Hyperion" and not the book.
      if (base.series.some((span) => isPieceOf(window, span))) continue
      const candidate = judge(base, window, author, by)
      if (!best || candidate.quality > best.quality) best = candidate
    }
    if (best && best.quality >= FLAWLESS) break
  }
  return best
}

/** Nothing beside the title, all of it there, and not only a piece of it. */
const FLAWLESS = 7.5

function isPieceOf(window: TitleWindow, { start, end, series }: FoundSeries): boolean {
  const heavy = series.words.filter(({ key }) => !isLight(key)).length
  return window.start >= start && window.end <= end && window.form.heavy < heavy
}

interface Base {
  series: readonly FoundSeries[]
  words: readonly Word[]
  wanted: Wanted
  labels: readonly (Label | undefined)[]
  nameRatio: number
}

interface Candidate {
  window: TitleWindow
  labels: readonly (Label | undefined)[]
  author: FoundName | null
  otherAuthor: string | null
  beside: Unexplained
  /** Compares windows: nothing beside it that speaks against it, then how much of the title is there. */
  quality: number
}

function judge(base: Base, window: TitleWindow, full: FoundName | null, by: Span | null): Candidate {
  const labels = [...base.labels]
  const author = full ?? familyOnly(base, labels, window)
  if (author) label(labels, author, 'author')
  // "by" inside the title ("Stand by Me") introduces nobody.
  const names = by && by.start >= window.end ? by : null
  const otherAuthor = names && !author ? text(base.words, names.start + 1, names.end) : null
  for (let at = names?.start ?? 0; at < (names?.end ?? 0); at++) labels[at] ??= 'joint'
  const beside = besideTitle(base.words, labels, window, base.wanted, author !== null || names !== null)
  const words = window.end - window.start
  const quality =
    (beside.otherTitle === null ? 4 : 0) +
    (beside.otherName === null ? 2 : 0) +
    window.share +
    (window.form.piece ? 0 : 0.5) +
    words / 1000
  return { window, labels, author, otherAuthor: otherAuthor ?? beside.otherName, beside, quality }
}

function label(labels: (Label | undefined)[], span: Span, name: Label): void {
  for (let at = span.start; at < span.end; at++) labels[at] = name
}

function findPeople(words: readonly Word[], people: readonly Person[], ratio: number): FoundName[] {
  const atDivision = (index: number) => {
    const word = words[index]
    return !word || index === 0 || word.gap !== GAP.none || word.bracket !== words[index - 1]?.bracket
  }
  // A last name alone is judged beside the title; who has only one name is named in full by it.
  return people.flatMap(
    (person) => findPerson(words, person, ratio, person.given.length === 0 ? atDivision : NO_EDGE) ?? [],
  )
}

/** A last name alone names the author where nothing beside it could be another given name. */
function familyOnly(
  base: Base,
  labels: readonly (Label | undefined)[],
  window: TitleWindow | null,
): FoundName | null {
  const { words, wanted, nameRatio } = base
  const isEdge = (index: number, side: 'before' | 'after') => {
    const word = words[index]
    const other = side === 'before' ? index - 1 : index
    if (other < 0 || other >= words.length || !word) return true
    if (words[index]?.gap !== GAP.none || word.bracket !== words[index - 1]?.bracket) return true
    const inTitle = window !== null && other >= window.start && other < window.end
    if (!inTitle) return labels[other] !== undefined || words[other]?.key === 'by'
    // Beside a short title a last name may be the title's next word, except before its article.
    const beforeArticle = side === 'after' && window.start + 1 < window.end && isThe(words[window.start])
    return window.form.heavy >= 2 || beforeArticle
  }
  if (!words.some(({ key }) => wanted.authors.some(({ family }) => family === key))) return null
  const outside = window
    ? words.map((word, at) => (at >= window.start && at < window.end ? HIDDEN : word))
    : words
  for (const person of wanted.authors) {
    const found = findPerson(outside, person, nameRatio, isEdge)
    if (found) return found
  }
  return null
}

const HIDDEN: Word = { key: '', alt: '', value: NaN, gap: GAP.none, bracket: 0, raw: '' }
const isThe = (word: Word | undefined) => word !== undefined && isLeadingArticle(word.key)

/** The last "by" with names behind it; a narrator's "read by" is not one. */
function phraseBy(words: readonly Word[], author: FoundName | null): Span | null {
  for (let at = words.length - 2; at > 0; at--) {
    if (words[at]?.key !== 'by' || opensNarration(words[at - 1]?.key ?? '')) continue
    const end = endOfNames(words, at + 1)
    if (end === at + 1 && words[at + 1] === undefined) continue
    return { start: at, end: Math.max(end, author && author.start === at + 1 ? author.end : end) }
  }
  return null
}

function occurrences(words: readonly Word[], series: WantedSeries): FoundSeries[] {
  const found: FoundSeries[] = []
  const size = series.words.length
  const [first] = series.words
  if (!first) return found
  for (let start = 0; start + size <= words.length; start++) {
    if (!isSame(words[start], first)) continue
    if (series.words.every((word, offset) => isSame(words[start + offset], word))) {
      found.push({ start, end: start + size, series })
    }
  }
  return found
}

const isSame = (one: Word | undefined, other: Word) => one !== undefined && sameWord(one, other)

function otherNarrator(read: ReadTitle): string | null {
  const span = read.narration[0]
  if (!span) return null
  return text(read.words, span.names, span.end)
}

function text(words: readonly Word[], start: number, end: number): string {
  return words
    .slice(start, end)
    .map(({ raw }) => raw)
    .join(' ')
}

/** Whether a volume is written directly behind a span, a division in between or not. */
export function isAttached(mark: VolumeMark, span: Span, words: readonly Word[]): boolean {
  return skipFillers(words, span.end) === mark.start
}

/** The index behind "series", "saga" and the like, which may stand between a name and its volume. */
function skipFillers(words: readonly Word[], from: number): number {
  let at = from
  while (isFiller(words[at]?.key ?? '')) at++
  return at
}
const isFiller = (key: string) => (isSeriesWord(key) && !isVolumeMarker(key)) || isLeadingArticle(key)
