import { isDivision, type Span } from './release-title.rules'
import { numberOf } from './numbers.rules'
import { GAP, type Word } from './normalise.rules'
import { IS, isA } from './vocabulary.rules'

/** A position in a series, or a range of positions, and where it is in the title. */
export interface VolumeMark extends Span {
  from: number
  /** Equal to `from` for a single volume. */
  to: number
  /** Whether it has a word such as "book"; a number alone may mean something else. */
  explicit: boolean
}

/** "Part 1 of 2": a piece of one book, not a volume of a series. */
interface PartMark extends Span {
  part: number
  total: number | null
}

export interface VolumeReading {
  volumes: readonly VolumeMark[]
  part: PartMark | null
  /** Words that say that all pieces are included: "12 CDs". */
  whole: readonly Span[]
}

const LARGEST_VOLUME = 999
const MAX_PIECES = 4
const MAX_PIECES_ALONE = 9

/**
 * Finds volumes and parts. `isTag(index)` says which words are tags, such as a year. `isBehindSeries(index)`
 * says that a series name ends there, so that a number needs no separator after it ("Saltmarsh 02 The Hollow
 * Tide").
 */
export function readVolumes(
  words: readonly Word[],
  isTag: (index: number) => boolean,
  isBehindSeries: (index: number) => boolean = () => false,
): VolumeReading {
  const volumes: VolumeMark[] = []
  const whole: Span[] = []
  let part: PartMark | null = null
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word || !mayStartVolume(word)) continue
    // "Saltmarsh 3 CD" is the third book, not three discs.
    const all = isBehindSeries(at) ? null : allPiecesAt(words, at)
    if (all !== null) {
      whole.push({ start: at, end: all })
      at = all - 1
      continue
    }
    const pieces = partAt(words, at) ?? piecesAt(words, at)
    if (pieces) {
      part ??= pieces
      at = pieces.end - 1
      continue
    }
    const mark = markAt(words, at, isTag, isBehindSeries)
    if (!mark) continue
    volumes.push(mark)
    at = mark.end - 1
  }
  return { volumes, part, whole }
}

/** Whether a word may start a volume or part, as numbers and words for them do. */
function mayStartVolume({ entry }: Word): boolean {
  return !Number.isNaN(entry.value) || (entry.is & NAMES_PLACE) !== 0 || !Number.isNaN(entry.part)
}
const NAMES_PLACE = IS.digits | IS.volume | IS.part | IS.partOrVolume

function partAt(words: readonly Word[], at: number): PartMark | null {
  const word = words[at]
  const glued = word?.entry.part ?? NaN
  if (!Number.isNaN(glued)) return { start: at, end: at + 1, part: glued, total: null }
  const number = words[at + 1]
  const either = isA(word, IS.partOrVolume)
  if ((!either && !isA(word, IS.part)) || !number || !isVolumeNumber(number)) return null
  const total = ofTotal(words, at + 2)
  if (either && (total === undefined || total > MAX_PIECES)) return null
  return {
    start: at,
    end: total === undefined ? at + 2 : at + 4,
    part: number.entry.value,
    total: total ?? null,
  }
}

/**
 * "CD 1-12", "12 discs": all pieces of one book, which say nothing about a volume.
 * @returns the index after them.
 */
function allPiecesAt(words: readonly Word[], at: number): number | null {
  const [word, next, last] = [words[at], words[at + 1], words[at + 2]]
  if (!word || !next) return null
  if (isA(word, IS.digits) && isA(next, IS.counted) && next.gap === GAP.none) return at + 2
  const isRange =
    isA(word, IS.part) && isA(word, IS.counted) && next.entry.value === 1 && last?.gap === GAP.hyphen
  return isRange && isLarger(last, next.entry.value) ? at + 3 : null
}

/**
 * "(1 of 2)": so small a total can only mean pieces; a larger one may mean volumes, except alone in brackets.
 */
function piecesAt(words: readonly Word[], at: number): PartMark | null {
  const word = words[at]
  if (!word || !isA(word, IS.digits) || isA(words[at - 1], IS.volume)) return null
  const total = ofTotal(words, at + 1)
  if (total === undefined) return null
  const alone =
    word.bracket > 0 && words[at - 1]?.bracket !== word.bracket && words[at + 3]?.bracket !== word.bracket
  if (total > (alone ? MAX_PIECES_ALONE : MAX_PIECES) || word.entry.value > total) return null
  return { start: at, end: at + 3, part: word.entry.value, total }
}

function markAt(
  words: readonly Word[],
  at: number,
  isTag: (index: number) => boolean,
  isBehindSeries: (index: number) => boolean,
): VolumeMark | null {
  const word = words[at]
  const next = words[at + 1]
  if (!word) return null
  if (isA(word, IS.volume) && next && isVolumeNumber(next)) return withRange(words, at, at + 1, true)
  const from = word.entry.volume
  if (!Number.isNaN(from)) {
    const to =
      next?.gap === GAP.hyphen && isA(next, IS.digits) && next.entry.value > from ? next.entry.value : from
    return { start: at, end: to > from ? at + 2 : at + 1, from, to, explicit: true }
  }
  if (isTag(at) || !isBareNumber(word)) return null
  if (!isIsolated(words, at, isTag) && !(isA(word, IS.digits) && isBehindSeries(at))) return null
  return withRange(words, at, at, false)
}

/** "1-3", "1 to 3", "5 and 6", "1, 2, 3"; "3 of 12" is a single volume. */
function withRange(words: readonly Word[], start: number, number: number, explicit: boolean): VolumeMark {
  const from = words[number]?.entry.value ?? NaN
  let to = from
  let end = number + 1
  for (;;) {
    const next = words[end]
    if (!next) break
    const joins = next.gap === GAP.hyphen || next.gap === GAP.comma || next.gap === GAP.dash
    if (joins && isLarger(next, to) && next.bracket === words[number]?.bracket) {
      if (next.gap === GAP.dash && !explicit) break
      to = next.entry.value
      end += 1
    } else if (isA(next, IS.range) && !isDivision(next.gap) && isLarger(words[end + 1], to)) {
      to = words[end + 1]?.entry.value ?? to
      end += 2
    } else break
  }
  if (to === from && ofTotal(words, end) !== undefined) end += 2
  return { start, end, from, to, explicit }
}

function isLarger(word: Word | undefined, than: number): boolean {
  return (
    word !== undefined &&
    isA(word, IS.digits) &&
    word.entry.value > than &&
    word.entry.value <= LARGEST_VOLUME
  )
}

function ofTotal(words: readonly Word[], at: number): number | undefined {
  const total = words[at + 1]
  return isA(words[at], IS.of) && total && isVolumeNumber(total) ? total.entry.value : undefined
}

const isVolumeNumber = (word: Word) => word.entry.value >= 0 && word.entry.value <= LARGEST_VOLUME

/** Whether a word is digits, or a Roman numeral of several capitals. */
function isBareNumber(word: Word): boolean {
  if (!isVolumeNumber(word)) return false
  if (isA(word, IS.digits)) return true
  return word.key.length > 1 && word.raw === word.raw.toUpperCase() && /^[ivxl]+$/.test(word.key)
}

/**
 * Whether a number has a separator, a tag or nothing on one side: "Saga 03 - Title", "03 - Title", "Title 03
 * [MP3]".
 */
function isIsolated(words: readonly Word[], at: number, isTag: (index: number) => boolean): boolean {
  const after = words[at + 1]
  const before = words[at]?.gap ?? GAP.dash
  if (!after || after.gap >= GAP.comma || isTag(at + 1)) return true
  return before >= GAP.hyphen && (at === 0 || before !== GAP.hyphen)
}

export interface Places {
  from: number
  to: number
}

/** The positions that a catalogue entry states: "1", "0.5", "1-3"; null if it states none. */
export function placesOf(position: string | null): Places | null {
  const range = /^\s*(?:#\s*)?(\d+(?:\.\d+)?)(?:\s*[-–]\s*(\d+(?:\.\d+)?))?/.exec(position ?? '')
  if (!range) {
    const value = numberOf((position ?? '').trim().toLowerCase())
    return Number.isNaN(value) ? null : { from: value, to: value }
  }
  const from = Number(range[1])
  return { from, to: range[2] === undefined ? from : Number(range[2]) }
}

/** A range as text: "3", "1-3". */
export function showPlaces({ from, to }: Places): string {
  return from === to ? String(from) : `${String(from)}-${String(to)}`
}
