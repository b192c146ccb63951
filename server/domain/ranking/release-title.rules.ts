import { GAP, repair, wordsOf, type Gap, type Word } from './normalise.rules'
import { languageCodeTag, phraseTag, type Tag } from './lexicon.rules'
import { LEXICONS, everyWord, languagesByWord, listed } from './lexicon/languages'
import { withoutSourceNoise, type Leads } from './source.rules'
import { HAS, signsIn } from './signs.rules'
import { IS, isA } from './vocabulary.rules'

/** A run of words; `end` is the index after the last one. */
export interface Span {
  start: number
  end: number
}

/** "read by …" */
interface Narration extends Span {
  /** Index of the first word of the names. */
  names: number
  /** The language of these words, if the release must be in it. */
  language: string | null
}

/** A release's title as words, with everything it says apart from the book's own title. */
export interface ReadTitle {
  /** The name without the noise that its source added. */
  name: string
  /** Whether a part was removed that could belong to a title. */
  guessed: boolean
  words: readonly Word[]
  /** What each word means as a tag; undefined for a word of a title or a name. */
  tags: readonly (Tag | undefined)[]
  /** Phrases such as "read by", with the words after them. */
  narration: readonly Narration[]
  /** The stated bitrate, in kbit/s. */
  bitrate: number | null
  /** The stated duration, in minutes. */
  durationMin: number | null
}

/** Sizes of single files; sizes of whole releases are not part of a name. */
const SIZE = /[{([]?\b\d+(?:[.,]\d+)?\s?ki?b\b[})\]]?/gi
const CLOCK = /\b(\d{1,3})([;:.])([0-5]\d)\2([0-5]\d)\b/
const HOUR = [...everyWord('hours')].join('|')
const AND = [...everyWord('and')].join('|')
const MINUTE = [...everyWord('minutes')].join('|')
const HOURS = new RegExp(
  `\\b(\\d{1,3})\\s?(?:${HOUR})(?:\\b|(?=\\d))[\\s,.]*(?:(?:${AND})\\s)?(?:(\\d{1,2})\\s?(?:(?:${MINUTE})\\b|(?<=h\\d\\d)\\b))?`,
  'i',
)
const BITRATE = /(?:\b|~)(?:\d{2,3}-)?(\d{2,4})\s?k(?:(?:b|p)(?:it)?s?(?:\/s|ps|bs)?|bits?\/s)?\b/i

/** In UTF-16 units. No real title is this long; a three-line Usenet subject is a third of it. */
export const MAX_TITLE_LENGTH = 1000

/**
 * Parses a title once. `leads` says whether leading words such as a genre belong to it. Linear in its length,
 * which is limited to more than that of any real title.
 */
export function readReleaseTitle(title: string, leads: Leads = 'stripped'): ReadTitle {
  const given = title.length > MAX_TITLE_LENGTH ? title.slice(0, MAX_TITLE_LENGTH) : title
  let signs = signsIn(given)
  const whole = (signs & (HAS.repairable | HAS.other)) === 0 ? given : repair(given)
  if (whole !== given) signs = signsIn(whole)
  const { name, guessed } = withoutSourceNoise(whole, leads, signs)
  if (name !== whole) signs = signsIn(name)
  let text = name
  let durationMin: number | null = null
  let bitrate: number | null = null
  if ((signs & HAS.digit) !== 0) {
    const rate = (signs & HAS.kilo) === 0 ? null : BITRATE.exec(text)
    if (rate) {
      bitrate = plausibleBitrate(Number(rate[1]))
      text = text.replace(rate[0], ' | ')
    }
    const mayLast = (signs & (HAS.clock | HAS.hours)) !== 0
    const duration = mayLast ? durationIn(text, rate !== null) : null
    if (duration) {
      durationMin = duration.minutes
      text = text.replace(duration.text, ' | ')
    }
    if ((signs & HAS.kilo) !== 0) text = text.replace(SIZE, ' | ')
  }
  const words = wordsOf(text, (signs & HAS.other) === 0)
  const narration = narrationIn(words)
  return { name, guessed, words, tags: tagsIn(words), narration, bitrate, durationMin }
}

function plausibleBitrate(kbits: number): number | null {
  return kbits >= 8 && kbits <= 2000 ? kbits : null
}

/** Dots also occur in dates, so they count as part of a duration only next to a bitrate. */
function durationIn(text: string, besideBitrate: boolean): { text: string; minutes: number } | null {
  const clock = CLOCK.exec(text)
  if (clock && (clock[2] !== '.' || besideBitrate)) {
    return { text: clock[0], minutes: Number(clock[1]) * 60 + Number(clock[3]) }
  }
  const hours = HOURS.exec(text)
  return hours ? { text: hours[0], minutes: Number(hours[1]) * 60 + Number(hours[2] ?? 0) } : null
}

interface Introduction {
  /** The word that must follow. */
  by: string
  /** The language, if no other uses these words. */
  language: string | null
}

/** Words that introduce narrators together with the next word: "read by". */
const NARRATION = new Map<string, Introduction>()
const saidIn = languagesByWord(({ narration }) => listed(narration.said))
for (const { narration } of Object.values(LEXICONS)) {
  for (const said of listed(narration.said))
    NARRATION.set(said, { by: narration.by, language: saidIn.get(said) ?? null })
}
/** Words that introduce narrators on their own, with their language if no other uses them. */
const NARRATION_ALONE = languagesByWord(({ narrator }) => listed(narrator))

function narrationIn(words: readonly Word[]): Narration[] {
  const spans: Narration[] = []
  for (let at = 0; at < words.length; at++) {
    const opening = narrationAt(words, at)
    if (!opening) continue
    const end = endOfNames(words, opening.names)
    if (end > opening.names) spans.push({ start: at, end, ...opening })
    at = end - 1
  }
  return spans
}

function narrationAt(words: readonly Word[], at: number): Pick<Narration, 'names' | 'language'> | null {
  const word = words[at]
  if (!word || !isA(word, IS.narration)) return null
  const { key } = word
  const next = words[at + 1]
  const pair = NARRATION.get(key)
  if (pair && next?.key === pair.by) return { names: at + 2, language: pair.language }
  const language = NARRATION_ALONE.get(key)
  if (language === undefined || !next) return null
  return { names: isA(next, IS.by) ? at + 2 : at + 1, language }
}

/** Where a list of names that starts at `from` ends: at a separator, another bracket or a tag. */
export function endOfNames(words: readonly Word[], from: number): number {
  const bracket = words[from]?.bracket
  let at = from
  for (; at < words.length; at++) {
    const word = words[at]
    if (!word || word.bracket !== bracket) break
    if (at > from && (word.gap >= GAP.hyphen || isA(word, IS.narration | IS.by))) break
    if (at > from && word.entry.tag?.soft === false) break
  }
  return at
}

/** Marks the words that are tags. Everyday words count only where tags usually are. */
function tagsIn(words: readonly Word[]): (Tag | undefined)[] {
  const found = new Array<Tag | undefined>(words.length).fill(undefined)
  let isAny = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) continue
    const phrase = isA(word, IS.phraseOpener) ? phraseTag(word.key, words[at + 1]?.key ?? '') : undefined
    const tag = phrase ?? found[at] ?? wordTag(word) ?? languageCodeTag(word.raw)
    if (tag === undefined) continue
    found[at] = tag
    if (phrase) found[at + 1] = phrase
    isAny = true
  }
  if (!isAny && !isGroup(words, words.length - 1)) return found

  const trusted = new Array<boolean>(words.length).fill(false)
  markTail(words, found, trusted)
  markRuns(words, found, trusted)
  for (let at = 0; at < found.length; at++) {
    if (found[at]?.soft === true && trusted[at] !== true) found[at] = undefined
  }
  return found
}

/** Three-letter codes are also names and words ("Dan"), so they count only in capitals or in brackets. */
function wordTag({ key, raw, bracket, entry: { tag } }: Word): Tag | undefined {
  if (tag?.kind !== 'language' || key.length > 3 || bracket > 0 || raw === raw.toUpperCase()) return tag
  return undefined
}

/** The trailing tags and, after a hyphen, the name of the release group. */
function markTail(words: readonly Word[], found: (Tag | undefined)[], trusted: boolean[]): void {
  let at = words.length - 1
  while (at > 1 && found[at]?.kind === 'note') at--
  if (isGroup(words, at) && (found[at - 1] || hasOddCase(words[at]?.raw ?? ''))) found[at] ??= GROUP
  at = words.length - 1
  for (; at > 0 && found[at]; at--) trusted[at] = true
}

const GROUP: Tag = { kind: 'note', value: 'group', soft: true }

function isGroup(words: readonly Word[], at: number): boolean {
  return at > 1 && words[at]?.gap === GAP.hyphen && words[at]?.bracket === 0
}

/** "SEEDPOOL", "PaZ": capitals after the first letter. */
const hasOddCase = (raw: string) => raw.length > 2 && /^\p{L}+$/u.test(raw) && /\p{Lu}/u.test(raw.slice(1))

/** Runs of words between separators that contain only tags and numbers: "[ENG / MP3]", " - NL". */
function markRuns(words: readonly Word[], found: readonly (Tag | undefined)[], trusted: boolean[]): void {
  let start = 0
  for (let at = 1; at <= words.length; at++) {
    const word = words[at]
    const divides = !word || isDivision(word.gap) || word.bracket !== words[at - 1]?.bracket
    if (!divides) continue
    const isFirst = start === 0 && words[start]?.bracket === 0
    // "Summary: The Hollow Tide"
    if (isAllTags(words, found, start, at) && (!isFirst || isAboutBook(found, start, at)))
      trusted.fill(true, start, at)
    start = at
  }
}

function isAllTags(
  words: readonly Word[],
  found: readonly (Tag | undefined)[],
  start: number,
  end: number,
): boolean {
  for (let at = start; at < end; at++) {
    if (!found[at] && Number.isNaN(words[at]?.entry.value)) return false
  }
  return true
}

function isAboutBook(found: readonly (Tag | undefined)[], start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (found[at]?.kind !== 'derived') return false
  return true
}

/** Whether a gap certainly separates words; a hyphen without spaces may also join them. */
export function isDivision(gap: Gap): boolean {
  return gap >= GAP.hyphen
}
