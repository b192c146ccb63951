import type { OwnedReason } from '#contract/library'
import { languageCode } from './language.rules'
import { readTitle, type TitleReading } from './owned-titles.rules'
import { peopleOf, samePerson, type Person } from './people.rules'
import type { Edition, SeriesPlace } from './ranking.types'
import { fold } from './fold.rules'
import { placesOf } from './volume.rules'

/** What is known of a book on either side; what is not known is null or empty, and judges nothing. */
interface Described {
  title: string
  subtitle: string | null
  authors: readonly string[]
  series: readonly SeriesPlace[]
  asin: string | null
  /** A code, or the language's English name. */
  language: string | null
}

/** An audiobook that somebody asks about. */
export interface SoughtBook extends Described {
  edition: Edition | null
  runtimeMin: number | null
}

/** An audiobook that a media server has. */
export interface OwnedItem extends Described {
  isbn: string | null
  durationMin: number | null
}

/** One side prepared once for all comparisons. */
interface Prepared {
  title: TitleReading
  authors: readonly Person[]
  language: string | null
}
export type PreparedBook = Prepared & { book: SoughtBook }

/** How alike two names of one author are, at least. */
const SAME_AUTHOR = 0.9
/** How far two recordings of one text may be apart, as a part of the longer one: narrators read at different speeds. */
const OTHER_LENGTH = 0.15
/** The same where the length has to tell that it is the same recording. */
const SAME_LENGTH = 0.04
/** Minutes that announcements and music may add to a short one. */
const LEEWAY = 3
/** Keys of one title: more would be no title. */
const MOST_KEYS = 12

/** Reads a book for comparisons. */
export function prepareBook(book: SoughtBook): PreparedBook {
  return { book, ...prepare(book) }
}

function prepare({ title, subtitle, authors, series, language }: Described): Prepared {
  const names = [...series.map((entry) => entry.title), ...authors]
  return {
    title: readTitle(title, subtitle, names),
    authors: peopleOf(authors),
    language: languageCode(language),
  }
}

/** What an item is found by: its identifiers, and the ways to write its title. */
export function keysOfItem(item: OwnedItem): string[] {
  const identifiers = [item.asin, item.isbn].flatMap((id) => (id === null ? [] : [`id:${id.toUpperCase()}`]))
  const titles = prepare(item).title.keys.map(({ key, whole }) => `${whole ? 'whole' : 'piece'}:${key}`)
  return [...new Set([...identifiers, ...titles])].slice(0, MOST_KEYS)
}

/** By what the items are found that may be a book: all that {@link ownedAs} can say yes to are among them. */
export function keysOfBook({ book, title }: PreparedBook): string[] {
  const identifier = book.asin === null ? [] : [`id:${book.asin.toUpperCase()}`]
  const titles = title.keys.flatMap(({ key, whole }) =>
    whole ? [`whole:${key}`, `piece:${key}`] : [`whole:${key}`],
  )
  return [...new Set([...identifier, ...titles])].slice(0, 2 * MOST_KEYS)
}

/**
 * Whether an item of a media server is a book: the edition itself, or another one of the same text.
 * @returns why; null where it is another book, a shortened or an acted one, or in another language.
 */
export function ownedAs(sought: PreparedBook, item: OwnedItem): OwnedReason | null {
  const { book } = sought
  if (book.asin !== null) {
    const asin = book.asin.toUpperCase()
    if (item.asin?.toUpperCase() === asin || item.isbn === asin) return 'same_asin'
  }
  const other = prepare(item)
  const titles = sameTitle(sought.title, other.title)
  if (titles === null || contradicts(sought, other, item)) return null
  const lengths = compareLengths(book.runtimeMin, item.durationMin)
  if (lengths === 'other') return null
  const authors = compareAuthors(sought.authors, other.authors)
  if (authors === 'other') return null
  // What one of the sides leaves open, the length has to tell.
  const isSure = titles === 'whole' && authors === 'same' && sameEdition(book.edition, other.title) === 'same'
  if (!isSure && lengths !== 'same') return null
  return lengths === 'unknown' ? 'title_and_author' : 'title_author_and_length'
}

/** `piece` where the whole of one title is only the beginning or the end of the other. */
function sameTitle(one: TitleReading, other: TitleReading): 'whole' | 'piece' | null {
  let found: 'piece' | null = null
  for (const { key, whole } of one.keys) {
    const same = other.keys.find((entry) => entry.key === key)
    if (!same) continue
    if (whole && same.whole) return 'whole'
    if (whole || same.whole) found = 'piece'
  }
  return found
}

/** Another language, volume or part, or a book about the book. */
function contradicts(sought: PreparedBook, other: Prepared, item: OwnedItem): boolean {
  const { book, title, language } = sought
  if (language !== null && other.language !== null && language !== other.language) return true
  if (title.part !== other.title.part && title.part !== null && other.title.part !== null) return true
  if (title.derived !== other.title.derived) return true
  if (sameEdition(book.edition, other.title) === 'other') return true
  return otherVolume(book.series, title.volumes, item.series, other.title.volumes)
}

/** Whether places in a series that both are in, or numbers in both titles, differ. */
function otherVolume(
  series: readonly SeriesPlace[],
  volumes: readonly number[],
  itemSeries: readonly SeriesPlace[],
  itemVolumes: readonly number[],
): boolean {
  const shared = series.flatMap(({ title, position }) => {
    const there = itemSeries.find((entry) => sameName(entry.title, title))
    const [one, two] = [placesOf(position), placesOf(there?.position ?? null)]
    return one && two ? [one.from <= two.to && two.from <= one.to] : []
  })
  if (shared.length > 0) return !shared.some(Boolean)
  const own = [...volumes, ...numbersOf(series)]
  const theirs = [...itemVolumes, ...numbersOf(itemSeries)]
  if (volumes.length === 0 && itemVolumes.length === 0) return false
  return own.length > 0 && theirs.length > 0 && !own.some((number) => theirs.includes(number))
}

const numbersOf = (series: readonly SeriesPlace[]) =>
  series.flatMap(({ position }) => {
    const places = placesOf(position)
    return places ? [places.from] : []
  })

const sameName = (one: string, other: string) => plainName(one) === plainName(other)
const plainName = (name: string) =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')

/** `open` where the item does not say of which kind it is and the usual one is not wanted. */
function sameEdition(edition: Edition | null, { editions }: TitleReading): 'same' | 'open' | 'other' {
  const wanted = edition === 'abridged' || edition === 'dramatised' ? edition : null
  if (wanted === null) return editions.has('abridged') || editions.has('dramatised') ? 'other' : 'same'
  if (editions.has(wanted)) return 'same'
  return editions.has('unabridged') ? 'other' : 'open'
}

function compareAuthors(one: readonly Person[], other: readonly Person[]): 'same' | 'unknown' | 'other' {
  if (one.length === 0 || other.length === 0) return 'unknown'
  return one.some((person) => other.some((author) => samePerson(person, author, SAME_AUTHOR)))
    ? 'same'
    : 'other'
}

function compareLengths(one: number | null, other: number | null): 'same' | 'alike' | 'unknown' | 'other' {
  if (!one || !other) return 'unknown'
  const apart = Math.abs(one - other)
  const longest = Math.max(one, other)
  if (apart <= Math.max(longest * SAME_LENGTH, LEEWAY)) return 'same'
  return apart <= longest * OTHER_LENGTH ? 'alike' : 'other'
}
