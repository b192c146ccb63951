import { fold, isAscii, isDigit } from './fold.rules'
import { everyWord } from './lexicon/languages'
import noise from './lexicon/noise.json'

/** A list of words or phrases, folded. */
const listOf = (section: string) => section.split('|').map(fold)
const either = (words: Iterable<string>) => [...words].join('|')

/** Words about a post rather than the book: requests, "new". */
const REQUESTS = new Set(listOf(noise.requests))
/** Requests that, in capitals, need no separator after them. */
const BARE_REQUESTS = new Set(listOf(noise.bare))
/** Words that are followed by the person for whom the post is. */
const ADDRESSED = new Set(listOf(noise.addressed))
const GENRES = new Set(listOf(noise.genres))
const SITES = new Set(listOf(noise.sites))

const SITE = new RegExp(`^(?:https?://)?(?:www\\.)?[a-z\\d-]{2,40}\\.(?:${noise.domains})$`, 'i')
/** Addresses unlikely to be a title with a dot in it ("Follow.me"). */
const USUAL_SITE = new RegExp(
  `^(?:(?:https?://)?www\\.[a-z\\d-]{2,40}\\.[a-z]{2,6}|[a-z\\d-]{4,40}\\.(?:${noise.usualDomains}))$`,
  'i',
)
const COUNT_OF_FILES = new RegExp(`^\\d{1,4} ?(?:${either(listOf(noise.counted))})$`, 'u')
const FILE_ENDING = new RegExp(
  `\\.(?:${noise.endings}|vol\\d{1,4}[+-]\\d{1,4}|part\\d{0,4}|r\\d\\d|\\d{3})$`,
  'i',
)

const OF = either(everyWord('of'))
const TRACK = either(listOf(noise.tracks))
/** Positions among other files; a file name may end with several of these. */
const TRACK_ENDINGS: readonly RegExp[] = [
  // "26 of 36", "(3/12)", "Part 02of13"
  new RegExp(`[\\s._(-](?:(?:${TRACK})[\\s._-]?)?\\d{1,3}\\s?(?:${OF}|/)\\s?\\d{1,3}\\)?$`, 'iu'),
  // "Chapter 7", "Part02", "-Part"
  new RegExp(`[\\s._-](?:${TRACK})[\\s._-]?\\d{0,3}$`, 'iu'),
  // "D21.09-19"
  /[\s._-]d\d{1,2}[.-]\d{1,2}(?:-\d{1,2})?$/i,
  / ?[\s._-]0\d{1,2}$/,
]
const TRACK_START = /^(?:(?:\d{1,2}|0\d\d)\s?[._-]{1,3}\s?|0\d{1,2}\s)(?=\p{L})/u
const TRACK_INSIDE = new RegExp(`[\\s_]-[\\s_]\\d{1,3}[\\s._-]{1,3}(?:${TRACK})[\\s._-].*$`, 'iu')

/** Kinds of words before a name, or in brackets next to it, that are not part of the name. */
type NoiseKind = 'request' | 'addressed' | 'genre' | 'site' | 'count'

/** What a short text that is not part of a name says, or null if it may be part of one. */
export function noiseIn(text: string): NoiseKind | null {
  const trimmed = text.trim()
  const words = keyOf(trimmed)
  if (REQUESTS.has(words)) return 'request'
  if (GENRES.has(words)) return 'genre'
  if (SITES.has(words) || (trimmed.includes('.') && SITE.test(trimmed))) return 'site'
  if (isCount(words)) return 'count'
  const blank = words.indexOf(' ')
  return ADDRESSED.has(blank < 0 ? words : words.slice(0, blank)) ? 'addressed' : null
}

const BEGINS_WITH_DIGIT = /^\d/
const PLAIN = /^[a-z\d]+(?: [a-z\d]+)*$/i

const keyOf = (text: string) =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : fold(text)
        .replace(/[^\p{L}\p{N}@]+/gu, ' ')
        .trim()

/** The first words of all noise. */
const FIRST_WORDS = new Set(
  [...REQUESTS, ...BARE_REQUESTS, ...ADDRESSED, ...GENRES, ...SITES].map(
    (words) => words.split(' ', 1)[0] ?? '',
  ),
)

/** False if a name starts with a word that starts no noise, as most names do. It may still be an address. */
export function mayBeginWithNoise(name: string): boolean {
  let end = 0
  while (isPlain(name.charCodeAt(end))) end++
  const next = name.charCodeAt(end)
  // Anything but a plain, separated word is checked by the patterns.
  if (end === 0 || next > 0x7f || "'`".includes(name.charAt(end))) return true
  return name.includes('.') || FIRST_WORDS.has(name.slice(0, end).toLowerCase())
}

const isPlain = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

const REQUEST_INITIALS = new Set([...REQUESTS].map((words) => words.charAt(0)))

/**
 * Whether bracketed text is about the post or its files: "24 files", "as requested". A genre does not count,
 * since it may be a title.
 */
export function isAboutFiles(text: string): boolean {
  const inner = text.trim()
  const first = inner.charCodeAt(0)
  if (isPlain(first) && !isDigit(first) && !inner.includes('.') && !isInitialOfRequest(inner)) return false
  if (inner.includes('.') && USUAL_SITE.test(inner)) return true
  const words = isAscii(inner) ? inner.toLowerCase().replace(/[._]+/g, ' ') : keyOf(inner)
  return REQUESTS.has(words) || isCount(words)
}

/** "24 files" */
export function isCountOfFiles(text: string): boolean {
  const count = text.trim()
  return BEGINS_WITH_DIGIT.test(count) && isCount(keyOf(count))
}

const isInitialOfRequest = (text: string) => REQUEST_INITIALS.has(text.charAt(0).toLowerCase())

const isCount = (words: string) => BEGINS_WITH_DIGIT.test(words) && COUNT_OF_FILES.test(words)

/** Whether unbracketed text is the name or address of a site, and unlikely to be a title. */
export function isUsualSite(text: string): boolean {
  return USUAL_SITE.test(text) || SITES.has(keyOf(text))
}

/** Whether a word is about the post even without a separator after it: "REQ The Hollow Tide". */
export function isBareRequest(word: string): boolean {
  return BARE_REQUESTS.has(word.toLowerCase())
}

/** The name of a posted file, without the parts that belong only to the file. */
interface FileName {
  name: string
  /** The last extension other than those of archives, or null if there is none. */
  ending: string | null
  /** Whether it starts with its position among other files, so that the name is that of a chapter. */
  isTrack: boolean
}

/** Maximum number of extensions and positions in one name. */
const MAX_ENDINGS = 4
const WRAPPINGS = /^(?:vol|part|par|r\d|\d|rar|zip|7z|nzb|nfo|sfv|srr|torrent|unpack)/i

/** Whether a text ends like a file name. */
export function isFileName(text: string): boolean {
  return FILE_ENDING.test(text.trim())
}

/** Parses the name of a posted file: "05 - The Hollow Tide.part01.rar". */
export function fileNameOf(file: string): FileName {
  let name = file.trim()
  let ending: string | null = null
  for (let count = 0; count < MAX_ENDINGS; count++) {
    const found = FILE_ENDING.exec(name)
    if (!found) break
    const plain = found[0].slice(1)
    if (!WRAPPINGS.test(plain)) ending ??= plain.toLowerCase()
    name = name.slice(0, found.index)
  }
  const isTrack = TRACK_START.test(name)
  name = name.replace(TRACK_START, '').replace(TRACK_INSIDE, '')
  for (let count = 0; count < MAX_ENDINGS; count++) {
    const shorter = trimmed(TRACK_ENDINGS.reduce((text, pattern) => text.replace(pattern, ''), name))
    if (shorter === name || shorter === '') break
    name = shorter
  }
  return { name, ending, isTrack }
}

const SEPARATORS = ' \t-–—_.,:;|~/\\'

/** A text without spaces and separators at both ends. */
export function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && SEPARATORS.includes(text.charAt(start))) start++
  while (end > start && SEPARATORS.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
