import type { OwnedReason } from '#contract/library'
import { languageCode } from './language.rules'
import { readTitle, type TitleReading } from './owned-titles.rules'
import { peopleOf, samePerson, type Person } from './people.rules'
import type { Edition, SeriesPlace } from './ranking.types'
import { fold } from './fold.rules'
import { placesOf, type Places } from './volume.rules'

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

/** A series of one side, ready to be compared. */
interface PreparedSeries {
  /** Without signs and article. */
  name: string
  /** Null where the position names none. */
  places: Places | null
}

/** A book that was read for comparisons. */
export interface PreparedBook {
  book: SoughtBook
  title: TitleReading
  authors: readonly Person[]
  series: readonly PreparedSeries[]
  language: string | null
}

/** An item of which each part is read when it is first needed, and once for all comparisons. */
export interface PreparedItem {
  item: OwnedItem
  title(): TitleReading
  authors(): readonly Person[]
  series(): readonly PreparedSeries[]
  language(): string | null
}

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
  return {
    book,
    title: titleOf(book),
    authors: peopleOf(book.authors),
    series: seriesOf(book),
    language: languageCode(book.language),
  }
}

/** Prepares an item for comparisons with any number of books: nothing of it is read before one of them needs it. */
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

/** What an item is found by: its identifiers, and the ways to write its title. */
export function keysOfItem(item: OwnedItem): string[] {
  const identifiers = [item.asin, item.isbn].flatMap((id) => (id === null ? [] : [`id:${id.toUpperCase()}`]))
  const titles = titleOf(item).keys.map(({ key, whole }) => `${whole ? 'whole' : 'piece'}:${key}`)
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
 * Whether an item of a media server is a book: the edition itself, or another one of the same text. What costs
 * least comes first, and the title, which takes longest to read, last.
 * @returns why; null where it is another book, a shortened or an acted one, or in another language.
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
  // What one of the sides leaves open, the length has to tell.
  const isSure = texts.titles === 'whole' && texts.authors === 'same' && texts.edition === 'same'
  if (!isSure && lengths !== 'same') return null
  return lengths === 'unknown' ? 'title_and_author' : 'title_author_and_length'
}

/** How much two descriptions that do not contradict each other have in common. */
interface SameTexts<T extends string> {
  titles: T
  authors: 'same' | 'unknown'
  edition: 'same' | 'open'
}

/**
 * Compares all but the lengths.
 * @param alike says how two titles are the same; null where they are not.
 * @returns null where anything says that they are two books.
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

/** `piece` where the whole of one title is only the beginning or the end of the other. */
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

/** Another part, or a book about the book. */
function contradicts({ title }: PreparedBook, other: TitleReading): boolean {
  if (title.part !== other.part && title.part !== null && other.part !== null) return true
  return title.derived !== other.derived
}

/** `unknown` where they have no series in common in which both have a place. */
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

/** Whether numbers in both titles, or in one and a series of the other, differ. */
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
