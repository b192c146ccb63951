import { EDITION_DIFFERENCES, type EditionDifference } from '#contract/editions'
import type { BookFacts } from '#server/domain/books/books.types'
import { foldText, nameKeyOf } from '#server/domain/search-text.rules'

/** Readings of the same text differ in length by less than this fraction. */
const OTHER_LENGTH = 0.25
/**
 * Catalogues of several regions differ on the length of one recording by less than this fraction, because of
 * announcements and rounding.
 */
const SAME_LENGTH = 0.02
/** Text in brackets is the kind of edition. If it contains a number, it distinguishes parts. */
const REMARK = /(?:(?<!\s)\s+)?[([][^()[\]\d]*[)\]]/g

/** The title without edition remarks. */
export const workTitle = (title: string): string => title.replace(REMARK, '').trim() || title

/** The title, with and without its subtitle: catalogues may merge the two. */
function titlesOf({ title, subtitle }: Pick<BookFacts, 'title' | 'subtitle'>): string[] {
  const keys = [workTitle(title), [workTitle(title), subtitle].join(' '), title].map(foldText)
  return keys.filter((key) => key !== '')
}

/** The single part of a series that a position stands for, or null for several or none. */
function partOf(position: string | null): number | null {
  return /^\d+(?:\.\d+)?$/.test(position?.trim() ?? '') ? Number(position) : null
}

/** For each series that both books are in, whether both have the same single position in it. */
function placesInCommon(one: BookFacts, other: BookFacts): boolean[] {
  return one.series.flatMap((entry) => {
    const counterpart = other.series.find(
      ({ asin, title }) => (asin && asin === entry.asin) || foldText(title) === foldText(entry.title),
    )
    if (counterpart === undefined) return []
    const [place, otherPlace] = [partOf(entry.position), partOf(counterpart.position)]
    // A box set that starts with a book is not an edition of that book.
    if (place === null && otherPlace === null) return []
    return [place === otherPlace]
  })
}

/** The difference of two lengths as a fraction of the longer one, or null if either is unknown. */
function lengthDifference(one: BookFacts, other: BookFacts): number | null {
  const [shorter = 0, longer = 0] = [one.runtimeMin ?? 0, other.runtimeMin ?? 0].toSorted((a, b) => a - b)
  return shorter > 0 ? (longer - shorter) / longer : null
}

/**
 * Whether two catalogue books are editions of one work: they share an author, and a title or a position in a
 * series. A different title at the same position is a translation; in the same language, the lengths must be
 * similar too.
 */
export function isSameWork(one: BookFacts, other: BookFacts): boolean {
  const authors = new Set(one.authors.map(nameKeyOf))
  if (!other.authors.some((name) => authors.has(nameKeyOf(name)))) return false
  const places = placesInCommon(one, other)
  if (places.includes(false) && !places.includes(true)) return false
  const titles = new Set(titlesOf(one))
  if (titlesOf(other).some((title) => titles.has(title))) return true
  if (!places.includes(true)) return false
  return one.language !== other.language || (lengthDifference(one, other) ?? Infinity) < OTHER_LENGTH
}

const sameNames = (some: readonly string[], others: readonly string[]): boolean =>
  [...new Set(some.map(nameKeyOf))].toSorted().join('\n') ===
  [...new Set(others.map(nameKeyOf))].toSorted().join('\n')

/** The known differences between two editions; a missing fact is not a difference. */
export function differencesOf(edition: BookFacts, from: BookFacts): EditionDifference[] {
  const isOther: Record<EditionDifference, boolean> = {
    title: foldText(workTitle(edition.title)) !== foldText(workTitle(from.title)),
    narrators:
      edition.narrators.length > 0 &&
      from.narrators.length > 0 &&
      !sameNames(edition.narrators, from.narrators),
    edition: kindOf(edition) !== kindOf(from),
    language: edition.language !== null && from.language !== null && edition.language !== from.language,
    length: (lengthDifference(edition, from) ?? 0) > SAME_LENGTH,
    region: edition.region !== from.region,
  }
  return EDITION_DIFFERENCES.filter((difference) => isOther[difference])
}

/** A book without a kind of edition is a full, plain reading, as most are. */
const kindOf = ({ edition }: BookFacts) => edition ?? 'unabridged'

/**
 * Whether two editions are the same recording under two ASINs, based only on known facts: a full edition is
 * never the same as an abridged or dramatised one.
 */
export function isSameRecording(edition: BookFacts, other: BookFacts): boolean {
  const { narrators, language } = edition
  if (narrators.length === 0 || language === null || lengthDifference(edition, other) === null) return false
  const differences = differencesOf(edition, other)
  return (
    other.narrators.length > 0 &&
    language === other.language &&
    differences.every((difference) => difference === 'title' || difference === 'region')
  )
}

const KINDS = ['unabridged', 'original', 'abridged', 'dramatised'] as const

/** Full readings first, then those of the given region, then the oldest. */
export function inOrder(editions: readonly BookFacts[], { region }: Pick<BookFacts, 'region'>): BookFacts[] {
  const keyOf = (book: BookFacts) =>
    [KINDS.indexOf(kindOf(book)), Number(book.region !== region), book.releaseDate ?? '9999', book.asin].join(
      ' ',
    )
  return editions.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}
