import { tagOf } from './lexicon.rules'
import {
  fileNameOf,
  isBareRequest,
  isCountOfFiles,
  isFileName,
  isAboutFiles,
  isUsualSite,
  mayBeginWithNoise,
  noiseIn,
  trimmed,
} from './noise.rules'
import { wordsOf } from './normalise.rules'
import { HAS, signsIn } from './signs.rules'
import { LIGHT, isA } from './vocabulary.rules'

/** A release name without the noise that its source added. */
interface SourceReading {
  name: string
  /** Whether a part was removed that could also be the start or end of a title. */
  guessed: boolean
}

/** Whether leading words such as a genre are removed. */
export type Leads = 'stripped' | 'kept'

const MAX_LEADS = 4
/** Maximum length of a lead, in UTF-16 units. */
const LONGEST_LEAD = 40

const POSTED = /\byenc\b|\.(?:par2?|rar|nzb|sfv|vol\d{1,4}\+\d)\b|[([]?\b\d{1,4}\/\d{1,4}[)\]]/i
/** Extensions of posted files, anywhere in the text, and marks of posts. */
const POSTING =
  /\.(?:vol\d{1,4}\+\d{1,4}\.)?(?:par2?|rar|nzb|nfo|sfv|zip|7z|r\d\d)\b(?:\.\d{1,4})?|\.part\d{1,4}|\.vol\d{1,4}\+\d{1,4}|\byEnc\b(?:-\w{2,15}$)?/gi
const COUNTER = /[([]\d{1,4}\/\d{1,4}\b[)\]]?|\b\d{1,4}\/\d{1,4}[)\]]|\b\d{2,4}\/\d{2,4}\b/g
/** Occurs at the end of a post; "1 of 2" may also be about the book. */
const LAST_COUNTER = /(?:^|\s)(?:0\d{1,3} of \d{1,4}|\d{1,4} of \d{2,4})$/i
const SIZE =
  /\s?[{([]\s?\d{1,5}(?:[.,]\d{1,3})?\s?[mg]i?b\s?[})\]]|\s?\b\d{1,5}(?:[.,]\d{1,3})?\s?[mg]i?b\b/gi
/** Maximum length of text about files, in UTF-16 units. */
const LONGEST_BRACKET = 60
const QUOTES = /["“”]/g
/** A file name in apostrophes, which also occur inside words. */
const QUOTED_FILE = /(?<=^|[\s\-–)\]])'([^']{3,300})'/g

/**
 * Removes the noise of a source from a name: post subjects with their counters and file names, requests,
 * genres, site addresses, file counts, sizes, groups. `leads` says whether to remove words that could also be
 * the start of a title; `signs` says which signs occur. The result is never empty, and at most a few
 * characters longer. Linear in the length of the name.
 */
export function withoutSourceNoise(name: string, leads: Leads, signs = signsIn(name)): SourceReading {
  let text = name.includes('By') ? name.replace(/(\d|\p{Ll}{3})By(?=[\s._]\p{Lu})/gu, '$1 By') : name
  if ((signs & HAS.mega) !== 0) text = text.replace(SIZE, withoutSize)
  if ((signs & HAS.opening) !== 0) text = withoutFileBrackets(text, name.includes(' ') ? ' ' : '.')
  const mayBePost = (signs & (HAS.posting | HAS.other)) !== 0
  const posted = mayBePost && isPost(text) ? readPost(text, leads) : withoutEnds(text, leads)
  const read = posted.name === name ? name : tidy(posted.name)
  return read === '' ? { name, guessed: false } : { name: read, guessed: posted.guessed }
}

/** Replaces brackets about files with `blank`. */
function withoutFileBrackets(text: string, blank: string): string {
  let kept = ''
  let from = 0
  let opening = -1
  for (let at = 0; at < text.length; at++) {
    const sign = BRACKETS[text.charCodeAt(at)]
    if (sign === OPENING) {
      opening = at
    } else if (sign === CLOSING) {
      const length = at - opening - 1
      const isRead = opening >= 0 && length > 0 && length <= LONGEST_BRACKET
      if (isRead && isAboutFiles(text.slice(opening + 1, at))) {
        kept += text.slice(from, opening) + blank
        from = at + 1
      }
      opening = -1
    }
  }
  return from === 0 ? text : kept + text.slice(from)
}

/** A size separates the words around it, except at the end of a bracket or of the name. */
function withoutSize(size: string, at: number, text: string): string {
  const next = text.charAt(at + size.length)
  return next === '' || CLOSINGS.includes(next) ? '' : ' | '
}

function isPost(text: string): boolean {
  if (!MAY_BE_POSTED.test(text)) return false
  return POSTED.test(text) || quotesIn(text).some((quoted) => isFileName(quoted.text))
}
/** Every post subject contains one of these; most names contain none. */
const MAY_BE_POSTED = /[/"“.]|yEnc|yenc|YENC/

interface Quoted {
  text: string
  /** Its position, including the quotes. */
  start: number
  end: number
}

/** The texts between adjacent quotes, since a quoted name may contain another quoted one. */
function quotesIn(text: string): Quoted[] {
  if (!/["“”']/.test(text)) return []
  const places = [...text.matchAll(QUOTES)].map(({ index }) => index)
  const between = places.slice(1).map((end, at) => {
    const start = places[at] ?? 0
    return { text: text.slice(start + 1, end), start, end: end + 1 }
  })
  const inApostrophes = [...text.matchAll(QUOTED_FILE)].map(({ 0: all, 1: inner = '', index }) => {
    return { text: inner, start: index, end: index + all.length }
  })
  return [...between, ...inApostrophes.filter((quoted) => isFileName(quoted.text))]
}

/** The longest file name that a subject quotes, otherwise the last quoted text. */
function quotedName(quotes: readonly Quoted[]): Quoted | null {
  let best: Quoted | null = null
  for (const quoted of quotes) {
    const isFile = isFileName(quoted.text) && !quoted.text.startsWith(' ')
    if (isFile && (!best || quoted.text.length > best.text.length)) best = quoted
  }
  return best ?? quotes.at(-1) ?? null
}

/** Parses a post subject: the text around the file name, the file name, or both. */
function readPost(text: string, leads: Leads): SourceReading {
  const quoted = quotedName(quotesIn(text))
  if (!quoted) return withoutEnds(withoutCounters(text), leads)
  const around = `${text.slice(0, quoted.start)} | ${text.slice(quoted.end)}`.replace(QUOTES, ' | ')
  let outside = withoutEnds(withoutCounters(around), leads)
  const file = fileNameOf(quoted.text)
  // "Thriller - [05/60] - "Author - Title.par2"": nothing else is around the file.
  if (leads === 'stripped' && noiseIn(outside.name.replace(/^[([{]|[)\]}]$/g, '')) !== null)
    outside = { name: '', guessed: true }
  const name = fuller(outside.name, file.name, file.isTrack)
  const ending = file.ending !== null && tagOf(file.ending) ? ` [${file.ending}]` : ''
  return { name: name + ending, guessed: outside.guessed }
}

function withoutCounters(text: string): string {
  return tidy(text.replace(COUNTER, ' | ').replace(POSTING, ' | ')).replace(LAST_COUNTER, '')
}

/** The one of a post's two names that contains the other, or both if each adds something. */
function fuller(outside: string, file: string, isTrack: boolean): string {
  const around = wordsIn(outside)
  const own = wordsIn(file)
  if (own.size === 0 || [...own].every((word) => around.has(word))) return outside
  if ([...around].every((word) => own.has(word))) return file
  // The name of a chapter adds nothing about the book.
  return isTrack && around.size > 1 ? outside : `${outside} | ${file}`
}

function wordsIn(text: string): Set<string> {
  const words = wordsOf(text).filter((word) => !isA(word, LIGHT) && word.entry.tag?.soft !== false)
  return new Set(words.map(({ key }) => key))
}

/** Strips noise from both ends of a name. */
function withoutEnds(text: string, leads: Leads): SourceReading {
  let name = trimmed(text)
  let guessed = false
  for (let count = 0; leads === 'stripped' && count < MAX_LEADS; count++) {
    const rest = withoutLead(name)
    if (rest === null || trimmed(rest) === '') break
    name = trimmed(rest)
    guessed = true
  }
  const last = name.lastIndexOf(' - ')
  if (last > 0 && isCountOfFiles(name.slice(last + 3))) name = name.slice(0, last)
  const group = leads === 'stripped' && /[)\]}]-/.test(name) ? GROUP.exec(name) : null
  if (group) {
    name = name.slice(0, group.index + 1)
    guessed = true
  }
  return { name: name.includes('.') ? name.replace(/\.(?:unpack|torrent)$/i, '') : name, guessed }
}

/** "[MP3]-GRP": several capitals after a bracket. */
const GROUP = /[)\]}]-(?=\w*[A-Z]\w*[A-Z])\w{2,15}$/

/** The name after a lead, or null if it starts with none. */
function withoutLead(name: string): string | null {
  if (!mayBeginWithNoise(name)) return null
  const opening = OPENINGS.indexOf(name.charAt(0))
  if (opening >= 0) {
    const end = name.slice(0, LONGEST_LEAD).indexOf(CLOSINGS.charAt(opening))
    return end > 0 && noiseIn(name.slice(1, end)) !== null ? name.slice(end + 1) : null
  }
  const head = name.slice(0, LONGEST_LEAD)
  // In names without spaces, hyphens are used as dashes: "NEW-Author.Name-Title".
  const division = DIVISION.exec(head) ?? (name.includes(' ') ? null : /-/.exec(head))
  if (division) {
    const before = head.slice(0, division.index)
    const noise = noiseIn(before)
    const isColon = division[0].startsWith(':')
    if (noise === 'request' || noise === 'addressed' || (noise === 'genre' && !isColon))
      return name.slice(division.index + division[0].length)
    if (noise === 'site' && isUsualSite(before.trim())) return name.slice(division.index + division[0].length)
  }
  const word = /^([\p{L}]{2,10})([\s._])(?=\p{L})/u.exec(name)
  const bare = word?.[1] ?? ''
  const isMarked = bare === bare.toUpperCase() || word?.[2] === '.'
  return isMarked && isBareRequest(bare) ? name.slice(bare.length) : null
}

const OPENINGS = '([{'
const CLOSINGS = ')]}'
const OPENING = 1
const CLOSING = 2
const BRACKETS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return OPENINGS.includes(sign) ? OPENING : CLOSINGS.includes(sign) ? CLOSING : 0
})
const DIVISION = /[\s._](?:-{1,2}|–|—|\|)[\s._]|:\s|\s?\|\s?/

/** Removes empty brackets, repeated separators, and separators at the ends. */
function tidy(text: string): string {
  const name = text
    .replace(/[([{][\s-]{0,5}[)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?: ?\| ?){2,}/g, ' | ')
    .replace(/(?: [-–] ?){2,}/g, ' - ')
    .replace(/ \|(?= [-–] )| [-–](?= \|)/g, '')
  return trimmed(name)
}
