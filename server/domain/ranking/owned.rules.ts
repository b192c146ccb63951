import type { Edition } from '#contract/books'
import type { OwnedReason } from '#contract/library'
import { languageCode } from './language.rules'
import { readTitle, type TitleReading } from './owned-titles.rules'
import { peopleOf, samePerson, type Person } from './people.rules'
import type { WantedBook } from './ranking.types'
import { fold } from './fold.rules'
import { placesOf, type Places } from './volume.rules'

/** The facts about a book on either side. Unknown facts are null or empty, and decide nothing. */
interface Described extends Pick<WantedBook, 'title' | 'subtitle' | 'authors' | 'series' | 'language'> {
  asin: string | null
}

/** An audiobook to look for. */
export interface SoughtBook extends Described {
  edition: Edition | null
  runtimeMin: number | null
}

/** An audiobook in a media server. */
export interface OwnedItem extends Described {
  isbn: string | null
  durationMin: number | null
}

/** A series, prepared for comparison. */
interface PreparedSeries {
  /** Without punctuation and a leading article. */
  name: string
  /** Null if the position contains no number. */
  places: Places | null
}

/** A book, parsed for comparison. */
interface PreparedBook {
  book: SoughtBook
  title: TitleReading
  authors: readonly Person[]
  series: readonly PreparedSeries[]
  language: string | null
}

/** An item whose parts are parsed on first use, and only once for all comparisons. */
export interface PreparedItem {
  item: OwnedItem
  title(): TitleReading
  authors(): readonly Person[]
  series(): readonly PreparedSeries[]
  language(): string | null
}

/** Minimum similarity of two names of the same author. */
const SAME_AUTHOR = 0.9
/**
 * Maximum difference in length of two recordings of one text, as a fraction of the longer one: narrators read
 * at different speeds.
 */
const OTHER_LENGTH = 0.15
/** Maximum difference if the length has to show that the recordings are the same. */
const SAME_LENGTH = 0.04
/** Minutes by which announcements and music may lengthen a short recording. */
const LEEWAY = 3
/** Maximum keys per title. */
const MAX_KEYS = 12

/** Parses a book for comparison. */
export function prepareBook(book: SoughtBook): PreparedBook {
  return {
    book,
    title: titleOf(book),
    authors: peopleOf(book.authors),
    series: seriesOf(book),
    language: languageCode(book.language),
  }
}

/** Prepares an item for comparison with any number of books. Nothing is parsed before it is needed. */
export function prepareItem(item: OwnedItem): PreparedItem {
  return {
    item,
    title: once(() => titleOf(item)),
    authors: once(() => peopleOf(item.authors)),
    series: once(() => seriesOf(item)),
    language: once(() => languageCode(item.language)),
  }
}

function once<T extends object | string | null>(read: () => T): () => T {
  let known: T | undefined
  return () => (known === undefined ? (known = read()) : known)
}

function titleOf({ title, subtitle, authors, series }: Described): TitleReading {
  return readTitle(title, subtitle, [...series.map((entry) => entry.title), ...authors])
}

function seriesOf({ series }: Described): PreparedSeries[] {
  return series.map(({ title, position }) => ({ name: plainName(title), places: placesOf(position) }))
}

/** An item's lookup keys: its identifiers, and the spellings of its title. */
export function keysOfItem(item: OwnedItem): string[] {
  const identifiers = [item.asin, item.isbn].flatMap((id) => (id === null ? [] : [`id:${id.toUpperCase()}`]))
  const titles = titleOf(item).keys.map(({ key, whole }) => `${whole ? 'whole' : 'piece'}:${key}`)
  return [...new Set([...identifiers, ...titles])].slice(0, MAX_KEYS)
}

/** The keys of all items that {@link ownedAs} could match with a book. */
export function keysOfBook({ book, title }: PreparedBook): string[] {
  const identifier = book.asin === null ? [] : [`id:${book.asin.toUpperCase()}`]
  const titles = title.keys.flatMap(({ key, whole }) =>
    whole ? [`whole:${key}`, `piece:${key}`] : [`whole:${key}`],
  )
  return [...new Set([...identifier, ...titles])].slice(0, 2 * MAX_KEYS)
}

/**
 * Whether an item of a media server is a book: the same edition, or another one of the same text. Checks
 * cheap facts first, and the title last, which takes longest to parse.
 * @returns the reason, or null if it is another book, an abridged or dramatised one, or in another language.
 */
export function ownedAs(sought: PreparedBook, prepared: PreparedItem): OwnedReason | null {
  const { book } = sought
  const { item } = prepared
  if (book.asin !== null) {
    const asin = book.asin.toUpperCase()
    if (item.asin?.toUpperCase() === asin || item.isbn === asin) return 'same_asin'
  }
  const lengths = compareLengths(book.runtimeMin, item.durationMin)
  const texts = lengths === 'other' ? null : compareTexts(sought, prepared, sameTitle)
  if (texts === null) return null
  // If either side is uncertain, the length has to decide.
  const isCertain = texts.titles === 'whole' && texts.authors === 'same' && texts.edition === 'same'
  if (!isCertain && lengths !== 'same') return null
  return lengths === 'unknown' ? 'title_and_author' : 'title_author_and_length'
}

/** How far two compatible descriptions agree. */
interface SameTexts<T extends string> {
  titles: T
  authors: 'same' | 'unknown'
  edition: 'same' | 'open'
}

/**
 * Compares everything but the lengths.
 * @param alike returns how two titles match, or null if they do not.
 * @returns null if anything shows that these are two books.
 */
export function compareTexts<T extends string>(
  sought: PreparedBook,
  prepared: PreparedItem,
  alike: (one: TitleReading, other: TitleReading) => T | null,
): SameTexts<T> | null {
  if (otherLanguage(sought.language, prepared.language())) return null
  const places = comparePlaces(sought.series, prepared.series())
  if (places === 'other') return null
  const authors = compareAuthors(sought.authors, prepared.authors())
  if (authors === 'other') return null
  const title = prepared.title()
  const titles = alike(sought.title, title)
  if (titles === null || contradicts(sought, title)) return null
  if (places === 'unknown' && otherVolume(sought, prepared)) return null
  const edition = sameEdition(sought.book.edition, title)
  return edition === 'other' ? null : { titles, authors, edition }
}

/** `piece` if one full title is only the start or end of the other. */
export function sameTitle(one: TitleReading, other: TitleReading): 'whole' | 'piece' | null {
  let found: 'piece' | null = null
  for (const { key, whole } of one.keys) {
    const same = other.keys.find((entry) => entry.key === key)
    if (!same) continue
    if (whole && same.whole) return 'whole'
    if (whole || same.whole) found = 'piece'
  }
  return found
}

const otherLanguage = (one: string | null, other: string | null) =>
  one !== null && other !== null && one !== other

/** Whether the title is that of another part, or of a book about the book. */
function contradicts({ title }: PreparedBook, other: TitleReading): boolean {
  if (title.part !== other.part && title.part !== null && other.part !== null) return true
  return title.derived !== other.derived
}

/** `unknown` if the two share no series in which both have a position. */
function comparePlaces(
  series: readonly PreparedSeries[],
  others: readonly PreparedSeries[],
): 'same' | 'unknown' | 'other' {
  let found: 'unknown' | 'other' = 'unknown'
  for (const { name, places } of series) {
    const there = others.find((other) => other.name === name)?.places
    if (!places || !there) continue
    if (places.from <= there.to && there.from <= places.to) return 'same'
    found = 'other'
  }
  return found
}

/** Whether numbers in both titles, or in one title and a series of the other, differ. */
function otherVolume({ title, series }: PreparedBook, item: PreparedItem): boolean {
  const { volumes } = item.title()
  if (title.volumes.length === 0 && volumes.length === 0) return false
  const own = [...title.volumes, ...numbersOf(series)]
  const theirs = [...volumes, ...numbersOf(item.series())]
  return own.length > 0 && theirs.length > 0 && !own.some((number) => theirs.includes(number))
}

const numbersOf = (series: readonly PreparedSeries[]) =>
  series.flatMap(({ places }) => (places ? [places.from] : []))

const plainName = (name: string) =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')

/** `open` if the item does not state its edition and the wanted one is unusual. */
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
