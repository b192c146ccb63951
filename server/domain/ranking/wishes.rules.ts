import type { Reason } from '#contract/releases'
import type { Conditions } from '#contract/wishes'
import type { Claims } from './claims.rules'
import type { FilesVerdict } from './files.rules'
import { languageCode } from './language.rules'
import type { PersonVerdict } from './people-match.rules'
import { peopleOf, samePerson } from './people.rules'
import type { Release, WantedBook } from './ranking.types'
import { reason } from './reasons.rules'

const MEGABYTE = 1_000_000

/** Wishes, prepared once for all releases. */
export interface Wishes extends Conditions {
  /** Whether the wished language is the book's own, which releases need not state. */
  isOwnLanguage: boolean
}

/** The verdict on one wish. */
interface WishVerdict {
  wish: 'narrator' | 'edition' | 'language' | 'size' | 'format'
  wanted: string
  /** Null if the release does not state it. */
  isMet: boolean | null
  /** What the release states in place of the wish; otherwise meaningless. */
  found: string
  /** Whether a release that does not state it may still be grabbed automatically. */
  isLikely: boolean
}

/** @param book the book as it is in the catalogue. */
export function prepareWishes(conditions: Conditions, book: WantedBook): Wishes {
  const { language } = conditions
  return { ...conditions, isOwnLanguage: languageCode(book.language) === language }
}

/**
 * The recording to look for, in which wishes replace the catalogue's facts. The length and identifier of the
 * catalogue's recording do not apply to another one.
 * @param ratio required similarity of names, 0 to 1.
 */
export function withWishes(book: WantedBook, conditions: Conditions, ratio: number): WantedBook {
  const { narrator, unabridged, language } = conditions
  const wished: WantedBook = {
    ...book,
    narrators: narrator === null ? book.narrators : [narrator],
    language: language ?? book.language,
    edition: unabridged ? 'unabridged' : book.edition,
  }
  const isOther =
    (narrator !== null && !namesOneOf(narrator, book.narrators, ratio)) ||
    (language !== null && languageCode(book.language) !== language) ||
    (unabridged && (book.edition === 'abridged' || book.edition === 'dramatised'))
  return isOther ? { ...wished, asin: null, runtimeMin: null } : wished
}

function namesOneOf(name: string, names: readonly string[], ratio: number): boolean {
  const people = peopleOf(names)
  return peopleOf([name]).some((one) => people.some((other) => samePerson(one, other, ratio)))
}

/**
 * Checks a release against the wishes, and rejects it if it states something else. Adds to `reasons`.
 * @param isIdentified whether the release states the identifier of the wanted recording, which settles
 *   narrator, language and abridgement.
 * @returns false if the release does not state something wished for, and nothing makes it likely.
 */
export function assessWishes(
  wishes: Wishes,
  read: {
    release: Release
    claims: Claims
    narrators: PersonVerdict
    files: FilesVerdict
    isIdentified: boolean
  },
  reasons: Reason[],
): boolean {
  const { release, claims, narrators, files, isIdentified } = read
  const verdicts = [
    narratorVerdict(wishes, narrators, isIdentified),
    editionVerdict(wishes, claims, files, isIdentified),
    languageVerdict(wishes, claims, isIdentified),
    formatVerdict(wishes, claims),
    sizeVerdict(wishes, release.size),
  ].filter((verdict) => verdict !== null)
  for (const verdict of verdicts) reasons.push(reasonOf(verdict))
  return verdicts.every(({ isMet, isLikely }) => isMet !== null || isLikely)
}

function reasonOf({ wish, wanted, isMet, found, isLikely }: WishVerdict): Reason {
  if (isMet === true) return reason('wish_matches', 'bonus', { wish, wanted })
  if (isMet === false) return reason('wish_differs', 'reject', { wish, wanted, found })
  return reason('wish_unstated', isLikely ? 'neutral' : 'penalty', { wish, wanted })
}

function narratorVerdict(
  { narrator }: Wishes,
  { found, other }: PersonVerdict,
  isIdentified: boolean,
): WishVerdict | null {
  if (narrator === null) return null
  const isMet = found !== null ? true : other !== null ? false : isIdentified || null
  return { wish: 'narrator', wanted: narrator, isMet, found: other ?? '', isLikely: false }
}

/**
 * As everywhere, a release that does not state its edition counts as unabridged, unless its length differs.
 */
function editionVerdict(
  { unabridged }: Wishes,
  { editions }: Claims,
  files: FilesVerdict,
  isIdentified: boolean,
): WishVerdict | null {
  if (!unabridged) return null
  const other = editions.find((edition) => edition === 'abridged' || edition === 'dramatised')
  const isStated = editions.includes('unabridged') || isIdentified
  const isMet = other !== undefined ? false : isStated || null
  return { wish: 'edition', wanted: 'unabridged', isMet, found: other ?? '', isLikely: files.fit >= 0 }
}

function languageVerdict(
  { language, isOwnLanguage }: Wishes,
  { languages }: Claims,
  isIdentified: boolean,
): WishVerdict | null {
  if (language === null) return null
  const isMet = languages.length > 0 ? languages.includes(language) : isIdentified || null
  return { wish: 'language', wanted: language, isMet, found: languages.join(' '), isLikely: isOwnLanguage }
}

function formatVerdict({ format }: Wishes, { audio }: Claims): WishVerdict | null {
  if (format === null) return null
  const stated = audio.filter((one) => one !== 'unknown_audio')
  const isMet = stated.length > 0 ? stated.includes(format) : null
  return { wish: 'format', wanted: format, isMet, found: stated.join(' '), isLikely: false }
}

function sizeVerdict({ max_size_mb: most }: Wishes, size: number | null): WishVerdict | null {
  if (most === null) return null
  const bytes = size ?? 0
  const isMet = bytes > 0 ? bytes <= most * MEGABYTE : null
  const found = `${String(Math.ceil(bytes / MEGABYTE))} MB`
  return { wish: 'size', wanted: `≤ ${String(most)} MB`, isMet, found, isLikely: false }
}
