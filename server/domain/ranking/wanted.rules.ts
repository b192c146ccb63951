import type { Edition } from '#contract/books'
import type { DownloadSettings } from '#contract/download-settings'
import { languageCode } from './language.rules'
import { repair, wordsOf, type Word } from './normalise.rules'
import { numberRuns, wordsOfNumber } from './numbers.rules'
import { peopleOf, type Person } from './people.rules'
import type { SeriesPlace, WantedBook, RelatedBook } from './ranking.types'
import { knownPeopleOf } from './known-people.rules'
import { listedBooksOf, type ListedBooks } from './listed-books.rules'
import { byTheAuthor, otherTitlesOf, relatedOf, type Related, type WantedSeries } from './related.rules'
import { titleForm, type TitleForm } from './title-form.rules'
import { isDescription } from './title-words.rules'
import { placesOf, readVolumes, type Places } from './volume.rules'
import { tagOf } from './lexicon.rules'
import { IS, LIGHT, isA } from './vocabulary.rules'

/** The wanted book, prepared once for all releases. */
export interface Wanted {
  /** In lower case; null if the book has none. */
  identifier: string | null
  forms: readonly TitleForm[]
  related: Related
  /** The author's other books whose titles may occur near the wanted one. */
  listed: ListedBooks
  /** Authors and narrators of those books, and narrators that indexers name; as `Person.joined`. */
  knownPeople: ReadonlySet<string>
  /** Folded words of the title and subtitle, which explain words around the title. */
  ownWords: ReadonlySet<string>
  authors: readonly Person[]
  narrators: readonly Person[]
  series: readonly WantedSeries[]
  /** The book's positions in those series, where known. */
  places: readonly Places[]
  /** Whether the book is named like its series. */
  titleIsSeries: boolean
  /** The wanted part of the book, if the title names one. */
  part: number | null
  languages: readonly string[]
  /** Whether the title is in Latin letters; a release in another script is then another edition. */
  latin: boolean
  edition: Edition | null
  runtimeMin: number | null
}

/** Larger numbers at the end of a title are part of a name ("Fahrenheit 451"). */
const LARGEST_OWN_VOLUME = 99
const BRACKETED = /(?:(?<!\s)\s+)?[([{]([^)\]}]{0,100})[)\]}]/g

/**
 * Prepares a wanted book. `found` are other books in the catalogue, by its author or matching the same words;
 * `readers` are known narrators.
 */
export function prepareWanted(
  book: WantedBook,
  settings: DownloadSettings,
  found: readonly RelatedBook[] = [],
  readers: readonly string[] = [],
): Wanted {
  const title = repair(book.title)
  const allWords = wordsOf(title)
  const { part } = readVolumes(allWords, () => false)
  const authors = peopleOf(book.authors)
  const ownSeries = seriesInTitle(title)
  const series = [...book.series, ...ownSeries].map(wantedSeries).filter(({ words }) => words.length > 0)
  const ownForms = titleForms(title, book.subtitle, series, authors)
  const ownWords = new Set([...allWords, ...wordsOf(repair(book.subtitle ?? ''))].map(({ key }) => key))
  const own = languageCode(book.language)
  const relatives = byTheAuthor(found, authors)
  const otherForms = otherTitlesOf(book, relatives, { forms: ownForms, series })
    .flatMap((other) => titleForms(other, null, series, authors))
    .map((form) => ({ ...form, piece: true }))
  const forms = [...ownForms, ...otherForms]
  const known = { forms, authors, ownWords, series }
  const listed = listedBooksOf(relatives, book, known)
  const people = [...relatives.flatMap((other) => [...other.authors, ...other.narrators]), ...readers]
  return {
    identifier: book.asin?.toLowerCase() ?? null,
    forms,
    related: relatedOf(relatives, book, known),
    listed,
    knownPeople: knownPeopleOf(people, known, listed),
    ownWords,
    authors,
    narrators: peopleOf(book.narrators),
    series,
    places: series.flatMap(({ place }) => (place ? [place] : [])),
    titleIsSeries: book.series.some((entry) =>
      forms.some((form) => sameTitle(wantedSeries(entry).words, form.words)),
    ),
    part: part?.part ?? null,
    languages: settings.languages.length > 0 ? settings.languages : own === null ? [] : [own],
    latin: /\p{Script=Latin}/u.test(title),
    edition: book.edition ?? editionInTitle(allWords),
    runtimeMin: book.runtimeMin !== null && book.runtimeMin > 0 ? book.runtimeMin : null,
  }
}

function editionInTitle(words: readonly Word[]): Edition | null {
  for (const { key, bracket } of words) {
    const tag = bracket > 0 ? tagOf(key) : undefined
    if (tag?.value === 'dramatised' || tag?.value === 'abridged') return tag.value
  }
  return null
}

function wantedSeries({ title, position }: SeriesPlace): WantedSeries {
  const words = wordsOf(repair(title)).filter(({ bracket }) => bracket === 0)
  const kept = words.filter((word) => !isA(word, IS.series | LIGHT))
  return { title, words: kept.length > 0 ? trimSmall(words) : words, place: placesOf(position) }
}

/** The words without leading articles and a trailing "series". */
function trimSmall(words: readonly Word[]): Word[] {
  let start = 0
  let end = words.length
  while (start < end && isA(words[start], LIGHT)) start++
  while (end > start && isA(words[end - 1], IS.series)) end--
  return words.slice(start, end)
}

function sameTitle(one: readonly Word[], other: readonly Word[]): boolean {
  const heavy = (words: readonly Word[]) => words.filter((word) => !isA(word, LIGHT)).map(({ key }) => key)
  return heavy(one).join(' ') === heavy(other).join(' ')
}

/** The series in a title that names its own: "Feral Mage 4: The Contract", "Title: Saga (Book 1)". */
function seriesInTitle(title: string): SeriesPlace[] {
  const pieces = title.replace(/[()[\]{}]/g, ', ').split(/:\s|\s[-–—]\s/)
  return pieces.flatMap((piece) => {
    const words = wordsOf(piece)
    const [mark] = readVolumes(words, () => false).volumes
    if (!mark || mark.start === 0 || mark.end < words.length || mark.from > LARGEST_OWN_VOLUME) return []
    return [{ title: textOf(words.slice(0, mark.start)), position: String(mark.from) }]
  })
}

/** The spellings of a title that are worth searching for, the fullest first. */
function titleForms(
  title: string,
  subtitle: string | null,
  series: readonly WantedSeries[],
  authors: readonly Person[],
): TitleForm[] {
  const texts: { text: string; piece: boolean }[] = []
  const add = (text: string, piece = false) => {
    if (wordsOf(text).length > 0) texts.push({ text, piece })
  }
  const bare = title.replace(BRACKETED, '').trim()
  if (subtitle !== null && subtitle !== '') add(`${bare} ${repair(subtitle)}`)
  add(title)
  if (bare !== title) add(bare)
  const pieces = bare.split(/:\s|\s[-–—]\s/)
  const head = pieces[0] ?? ''
  const tail = bare.slice(head.length).replace(/^(?::\s|\s[-–—]\s)/, '')
  if (pieces.length > 1) addPieces(head, tail, series, add)
  const withoutAuthor = withoutLeadingAuthor(bare, authors)
  if (withoutAuthor !== null) add(withoutAuthor)
  const behindSeries = withoutLeadingSeries(wordsOf(bare), series)
  if (behindSeries !== null) add(behindSeries, true)
  const spelt = texts.flatMap(({ text, piece }) =>
    otherNumbers(wordsOf(text)).map((other) => ({ text: other, piece })),
  )
  const forms = [...texts, ...spelt].map(({ text, piece }) => titleForm(wordsOf(text), piece))
  const seen = new Set<string>()
  return forms.filter(({ words }) => {
    const key = words.map((word) => word.key).join(' ')
    return !seen.has(key) && seen.add(key)
  })
}

/**
 * A title in two pieces is also known by one of them, if that piece names the book and not a series or a kind
 * of book.
 */
function addPieces(
  head: string,
  tail: string,
  series: readonly WantedSeries[],
  add: (text: string, piece?: boolean) => void,
): void {
  const headWords = wordsOf(head)
  const tailWords = wordsOf(tail)
  const headHeavy = headWords.filter((word) => !isA(word, LIGHT)).length
  const tailHeavy = tailWords.filter((word) => !isA(word, LIGHT)).length
  const isSeriesName = (words: readonly Word[]) =>
    series.some((entry) => sameTitle(trimSmall(entry.words), trimSmall(words)))
  const hasVolume = (words: readonly Word[]) => {
    const { volumes } = readVolumes(words, () => false)
    return volumes.some(({ start, end }) => start > 0 && end === words.length)
  }
  const tailDescribes = isDescription(tailWords) || hasVolume(tailWords) || isSeriesName(tailWords)
  const headIsSeries = isSeriesName(headWords)
  if (hasVolume(headWords) || ((tailDescribes || headHeavy >= 3) && !headIsSeries)) add(head)
  if (tailDescribes) return
  if (hasVolume(headWords) || headIsSeries) add(tail)
  else if (headHeavy <= 2 && tailHeavy >= 2) add(tail, true)
}

function withoutLeadingAuthor(title: string, authors: readonly Person[]): string | null {
  const words = wordsOf(title)
  for (const { given, family } of authors) {
    const name = [...given, family]
    const isLead = name.every(
      (key, at) => words[at]?.key === key || (at === name.length - 1 && words[at]?.key === `${key}s`),
    )
    if (!isLead || words.length - name.length < 2) continue
    return textOf(words.slice(name.length))
  }
  return null
}

/**
 * "Harry Potter and the Goblet of Fire" is also known as "The Goblet of Fire", if its series is named too.
 */
function withoutLeadingSeries(words: readonly Word[], series: readonly WantedSeries[]): string | null {
  for (const { words: name } of series) {
    const leads = name.length > 0 && name.every(({ key }, at) => words[at]?.key === key)
    const rest = words.slice(name.length)
    if (!leads || !isA(rest[0], IS.and) || rest.filter((word) => !isA(word, LIGHT)).length < 2) continue
    return textOf(rest.slice(1))
  }
  return null
}

/** The title with its numbers as digits and as words: "Nineteen Eighty-Four" and "1984". */
function otherNumbers(words: readonly Word[]): string[] {
  const keys = words.map(({ key }) => key)
  const texts: string[] = []
  const runs = numberRuns(keys)
  if (runs.length > 0) {
    texts.push(
      keys
        .flatMap((key, at) => {
          const run = runs.find(({ start, end }) => at >= start && at < end)
          if (!run) return [key]
          return run.start === at ? [String(run.value)] : []
        })
        .join(' '),
    )
  }
  const spelt = words.map((word) =>
    isA(word, IS.digits) ? (wordsOfNumber(word.entry.value) ?? word.key) : word.key,
  )
  if (spelt.some((word, at) => word !== keys[at])) texts.push(spelt.join(' '))
  return texts
}

const textOf = (words: readonly Word[]) => words.map(({ raw }) => raw).join(' ')
