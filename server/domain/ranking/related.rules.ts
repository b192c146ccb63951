import { findTitle } from './align.rules'
import { languageCode } from './language.rules'
import { GAP, repair, wordsOf, type Word } from './normalise.rules'
import { peopleOf, samePerson, type Person } from './people.rules'
import type { RelatedBook, WantedBook } from './ranking.types'
import type { Span } from './release-title.rules'
import { heavyKeys, isDescription } from './title-words.rules'
import { titleForm, type TitleForm } from './title-form.rules'
import { IS, LIGHT, isA } from './vocabulary.rules'
import type { Places } from './volume.rules'

/** Another book by the author whose title contains the whole wanted title: "Dune Messiah" for "Dune". */
interface LongerTitle {
  title: string
  form: TitleForm
  /** The folded words that the wanted title does not have, for a quick check. */
  extra: readonly string[]
}

/** What the author's other books reveal about release names. */
export interface Related {
  longer: readonly LongerTitle[]
}

export interface WantedSeries {
  title: string
  words: readonly Word[]
  place: Places | null
}

/** The facts about the wanted book with which related books are compared. */
export interface Known {
  forms: readonly TitleForm[]
  authors: readonly Person[]
  ownWords: ReadonlySet<string>
  series: readonly WantedSeries[]
}

/** Minimum similarity of two names of the same author, 0 to 1. */
const SAME_AUTHOR = 0.9
/** Readings of one book differ in length by less than this fraction. */
const OTHER_LENGTH = 0.25
/** Minimum number of words in a title other than its series name, and their minimum fraction of the title. */
const MIN_OWN = 2
const MIN_OWN_SHARE = 1 / 3

/** Books by one of the wanted authors. The catalogue also finds other books that match the words. */
export function byTheAuthor(books: readonly RelatedBook[], authors: readonly Person[]): RelatedBook[] {
  return books.filter((book) =>
    peopleOf(book.authors).some((person) =>
      authors.some((author) => samePerson(author, person, SAME_AUTHOR)),
    ),
  )
}

/**
 * Other titles of the wanted book, mostly from another region ("Philosopher's Stone"): in the same language,
 * by its author, at its position in the series, and of its length if both are known. Titles that contain each
 * other belong to other editions and need no form of their own. A title that is little more than the series
 * name would match every other book of the series.
 */
export function otherTitlesOf(
  book: WantedBook,
  books: readonly RelatedBook[],
  { forms, series }: Pick<Known, 'forms' | 'series'>,
): string[] {
  const language = languageCode(book.language)
  return books
    .filter(
      (other) =>
        languageCode(other.language) === language &&
        placesIn(other, series).some(({ isSame }) => isSame) &&
        !hasOtherLength(other, book),
    )
    .map(({ title }) => repair(title))
    .filter((title) => {
      const words = wordsOf(title)
      const isDerived = words.some(({ entry }) => entry.tag?.kind === 'derived')
      const isEdition = forms.some((form) => holdsTitle(words, form.words) || holdsTitle(form.words, words))
      const isSeries = series.some((entry) => isNamedBySeries(words, entry.words))
      return words.some((word) => !isA(word, LIGHT)) && !isDerived && !isEdition && !isSeries
    })
}

/** Whether a title has too few words other than the series name to distinguish the books of the series. */
function isNamedBySeries(words: readonly Word[], series: readonly Word[]): boolean {
  if (holdsTitle(series, words)) return true
  if (!holdsTitle(words, series)) return false
  const all = heavyOf(words)
  const own = all - heavyOf(series)
  return own < MIN_OWN || own / all < MIN_OWN_SHARE
}

/** Prepares what the author's other books reveal. */
export function relatedOf(books: readonly RelatedBook[], book: WantedBook, known: Known): Related {
  const longer: LongerTitle[] = []
  for (const other of books) {
    const words = wordsOf(repair(other.title))
    const inside = known.forms.flatMap((form) => (form.piece ? [] : findTitle(words, form, 1)))[0]
    if (!inside || !isCertainlyAnother(other, book, known.series, words[inside.end])) continue
    const extra = extraWords(words, inside, known)
    const isKnown = longer.some(({ title }) => title === other.title)
    if (extra.length > 0 && !isKnown)
      longer.push({ title: other.title, form: titleForm(words, false), extra })
  }
  return { longer }
}

/** The longer title at a place where the wanted one was found, or null if there is none. */
export function longerTitleAt(
  words: readonly Word[],
  { start, end }: Span,
  { longer }: Related,
): string | null {
  for (const { title, form, extra } of longer) {
    if (!extra.every((key) => words.some((word) => word.key === key))) continue
    const holds = findTitle(words, form, 1).some((found) => found.start <= start && found.end >= end)
    if (holds) return title
  }
  return null
}

/**
 * The catalogue sells one book under several titles, with and without a subtitle. A longer title is certainly
 * another book if it has another position in the series, continues without a separator ("Dune Messiah"), or
 * is much longer or shorter.
 */
export function isCertainlyAnother(
  other: RelatedBook,
  book: WantedBook,
  series: readonly WantedSeries[],
  next: Word | undefined,
): boolean {
  const places = placesIn(other, series)
  if (places.length > 0) return places.every(({ isSame }) => !isSame)
  if (next?.gap === GAP.none && next.bracket === 0) return true
  return hasOtherLength(other, book)
}

/**
 * Whether the lengths of two readings differ too much for one text. Does not apply to abridged and dramatised
 * ones.
 */
function hasOtherLength(other: RelatedBook, book: WantedBook): boolean {
  const isWhole = other.edition !== 'abridged' && other.edition !== 'dramatised'
  const [one, two] = [other.runtimeMin ?? 0, book.runtimeMin ?? 0]
  return isWhole && one > 0 && two > 0 && Math.abs(one - two) / two > OTHER_LENGTH
}

/** The words that make it another title; kinds of books, editions and volumes do not count. */
function extraWords(words: readonly Word[], inside: Span, { ownWords, authors, series }: Known): string[] {
  const rest = words.filter((_, at) => at < inside.start || at >= inside.end)
  if (isDescription(rest)) return []
  const names = new Set([
    ...authors.flatMap(({ given, family }) => [...given, family]),
    ...series.flatMap((entry) => wordsOf(repair(entry.title)).map(({ key }) => key)),
  ])
  return rest
    .filter(
      (word) =>
        !isA(word, LIGHT | IS.volume) && Number.isNaN(word.entry.value) && word.entry.tag === undefined,
    )
    .filter(({ key }) => !ownWords.has(key) && !names.has(key))
    .map(({ key }) => key)
}

/** The single positions of a book in series of the wanted one, and whether they are the same. */
export function placesIn(other: RelatedBook, series: readonly WantedSeries[]): { isSame: boolean }[] {
  return other.series.flatMap(({ title, position }) => {
    const place = Number(position ?? 'none')
    const name = nameOf(title)
    const known = series.find((entry) => nameOf(entry.title) === name)?.place
    if (!known || Number.isNaN(place)) return []
    return [{ isSame: known.from === place && known.to === place }]
  })
}

/** A series name without what catalogues add or omit: "The Saltmarsh Series". */
function nameOf(series: string): string {
  const words = wordsOf(repair(series))
  return heavyKeys(words.filter((word) => !isA(word, IS.series))) || heavyKeys(words)
}

const heavyOf = (words: readonly Word[]) => words.filter((word) => !isA(word, LIGHT)).length

const holdsTitle = (words: readonly Word[], title: readonly Word[]) =>
  findTitle(words, titleForm(title, false), 1).length > 0
