import { fold, isDigit } from './fold.rules'
import { gluedNumber } from './glued-numbers.rules'
import { LANGUAGE_CODES, LANGUAGE_WORDS, LANGUAGES_OF_COUNTRIES } from './language.rules'
import {
  LEXICONS,
  MEDIA,
  TAG_SECTIONS,
  languagesByWord,
  listed,
  type TagSection,
  type TagWords,
} from './lexicon/languages'

/** What a word outside the title says about a release. */
type TagKind = 'format' | 'not_audio' | 'language' | 'edition' | 'pack' | 'derived' | 'medium' | 'note'

export interface Tag {
  kind: TagKind
  /** By kind: a format, a medium other than audiobook, a language code, an edition … */
  value: string
  /**
   * Whether it is also an everyday word, and so a tag only where tags usually are (in brackets, at the end,
   * on its own).
   */
  soft: boolean
  /** The language of the word, if it implies that the release is in that language. */
  language?: string
}

/** The meaning of each section's words. */
const KINDS: Readonly<Record<TagSection, TagKind>> = {
  m4b: 'format',
  mp3: 'format',
  flac: 'format',
  unknown_audio: 'format',
  ebook: 'not_audio',
  comic: 'not_audio',
  video: 'not_audio',
  music: 'not_audio',
  sheet_music: 'not_audio',
  software: 'not_audio',
  unabridged: 'edition',
  abridged: 'edition',
  dramatised: 'edition',
  pack: 'pack',
  derived: 'derived',
  audiobook: 'medium',
  note: 'note',
}

const tags = new Map<string, Tag>(
  [...LANGUAGE_WORDS].map(([word, code]) => [word, { kind: 'language', value: code, soft: true }]),
)
/** Two-word phrases, by first word. */
const phrases = new Map<string, Map<string, Tag>>()

const foldedPhrases = ({ phrases: sections }: TagWords, section: TagSection) =>
  (sections[section] ?? []).map((phrase) => phrase.split(' ').map(fold).join(' '))

/** Words and phrases that reveal the language of a release without naming it. */
const tellingLanguages = languagesByWord((lexicon) => [
  ...TAG_SECTIONS.flatMap((section) => listed(lexicon.tags[section])),
  ...TAG_SECTIONS.flatMap((section) => listed(lexicon.looseTags[section])),
  ...TAG_SECTIONS.flatMap((section) => foldedPhrases(lexicon, section)),
])
for (const source of [MEDIA, ...Object.values(LEXICONS)]) {
  for (const section of TAG_SECTIONS) {
    for (const word of listed(source.tags[section])) tags.set(word, tagFor(word, section, false))
    for (const word of listed(source.looseTags[section])) tags.set(word, tagFor(word, section, true))
    for (const phrase of foldedPhrases(source, section)) {
      const [first = '', second = ''] = phrase.split(' ')
      const seconds = phrases.get(first) ?? new Map<string, Tag>()
      phrases.set(first, seconds.set(second, tagFor(phrase, section, false)))
    }
  }
}

function tagFor(words: string, section: TagSection, soft: boolean): Tag {
  const language = tellingLanguages.get(words) ?? null
  const tag: Tag = { kind: KINDS[section], value: section, soft }
  return language === null ? tag : { ...tag, language }
}

/** Folded words that are tags or start a phrase. */
export const TAG_WORDS: readonly string[] = [...tags.keys()]
export const PHRASE_OPENERS: readonly string[] = [...phrases.keys()]

const codes = new Set(LANGUAGE_CODES)

/** The meaning of a folded word outside the title; undefined for an ordinary word. */
export function tagOf(word: string): Tag | undefined {
  return tags.get(word) ?? patternTag(word)
}

/** The meaning of two consecutive folded words. */
export function phraseTag(first: string, second: string): Tag | undefined {
  return phrases.get(first)?.get(second)
}

/**
 * The tag for a two-letter language code, as in scene names. Only in capitals, since most codes are also
 * words.
 */
export function languageCodeTag(raw: string): Tag | undefined {
  if (raw.length !== 2 || raw !== raw.toUpperCase()) return undefined
  const code = codes.has(raw.toLowerCase()) ? raw.toLowerCase() : LANGUAGES_OF_COUNTRIES.get(raw)
  return code === undefined ? undefined : { kind: 'language', value: code, soft: true }
}

/** Length of an ASIN, which may start and end with a letter. */
const IDENTIFIER_LENGTH = 10
const NOTE: Tag = { kind: 'note', value: 'note', soft: false }
const SOFT_NOTE: Tag = { kind: 'note', value: 'note', soft: true }
const MP3: Tag = { kind: 'format', value: 'mp3', soft: false }
const VIDEO: Tag = { kind: 'not_audio', value: 'video', soft: false }

/** The tag for an alphanumeric word that follows a pattern: discs, episodes, years, identifiers. */
function patternTag(word: string): Tag | undefined {
  const last = word.charCodeAt(word.length - 1)
  const first = word.charCodeAt(0)
  if (!isDigit(first) && !isDigit(last) && word.length !== IDENTIFIER_LENGTH) return undefined
  if (/^\d{0,2}mp3cds?$/.test(word)) return MP3
  if (/^\d{1,2}(?:cds?|dvds?)$/.test(word)) return NOTE
  if (/^s\d{2}e\d{2,3}$/.test(word)) return VIDEO
  if (/^(?:1[5-9]|20)\d{2}[a-z]?$/.test(word)) return NOTE
  if (/^v\d$/.test(word)) return SOFT_NOTE
  if (/^b0[0-9a-z]{8}$/.test(word) || /^\d{9}[\dx]$/.test(word) || /^97[89]\d{10}$/.test(word)) return NOTE
  if (!Number.isNaN(gluedNumber(word, 'ordinals'))) return SOFT_NOTE
  return undefined
}
