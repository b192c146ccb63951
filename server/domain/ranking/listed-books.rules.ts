import { findTitle } from './align.rules'
import type { Chunk } from './evidence/chunks.rules'
import type { Fact } from './evidence/feature-names.rules'
import { languageCode } from './language.rules'
import { repair, wordsOf, type Word } from './normalise.rules'
import type { RelatedBook, WantedBook } from './ranking.types'
import { isCertainlyAnother, placesIn, type Known, type WantedSeries } from './related.rules'
import { heavyKeys, isDescription } from './title-words.rules'
import { IS, isA } from './vocabulary.rules'

/** Another book by the author, with a title that may occur near the wanted one. */
interface ListedBook {
  title: string
  /** Whether its title is also used as a series name, as in "Ender's Game - Speaker for the Dead". */
  mayBeSeries: boolean
}

/** The author's other books, by the heavy words of their titles. */
export type ListedBooks = ReadonlyMap<string, ListedBook>

const BRACKETED = /(?:(?<!\s)\s+)?[([{][^)\]}]{0,100}[)\]}]/g

/**
 * Titles of the author's other books: two of them in one name are a pack or another book. Leaves out books in
 * other languages, which may be translations of the wanted one, packs that contain it, and books at the same
 * position in the series.
 */
export function listedBooksOf(books: readonly RelatedBook[], book: WantedBook, known: Known): ListedBooks {
  const own = languageCode(book.language)
  const wanted = new Set(known.forms.map(({ words }) => heavyKeys(words)))
  const series = new Set(
    [book, ...books].flatMap((one) => one.series.map(({ title }) => heavyKeys(wordsOf(repair(title))))),
  )
  const listed = new Map<string, ListedBook>()
  for (const other of books) {
    if (own !== null && languageCode(other.language) !== own) continue
    if (isPack(other) || placesIn(other, known.series).some(({ isSame }) => isSame)) continue
    for (const words of writtenAs(other.title)) {
      const key = heavyKeys(words)
      if (key === '' || wanted.has(key) || mayBeTheSame(words, other, book, known)) continue
      const isOwn = words.every((word) => heavyKeys([word]) === '' || known.ownWords.has(word.key))
      listed.set(key, { title: other.title, mayBeSeries: series.has(key) || isOwn || isFirst(other) })
    }
  }
  return listed
}

/**
 * The other book whose full title occurs near the wanted one. A possible series name counts only in a list:
 * after a comma or "and".
 */
export function otherBookNear(
  facts: readonly Fact[],
  listed: ListedBooks,
  series: readonly WantedSeries[],
): string | null {
  if (listed.size === 0) return null
  let last: Chunk | null = null
  for (const { chunk, name } of facts) {
    if (name === 'series-in-list') {
      const named = series.map(({ words }) => listed.get(heavyKeys(words))).find((one) => one !== undefined)
      if (named) return named.title
    }
    if (!chunk || chunk === last) continue
    last = chunk
    const found = listed.get(heavyKeys(chunk.words))
    if (found && (!found.mayBeSeries || isInList(chunk))) return found.title
  }
  return null
}

function isInList({ words, place, side }: Chunk): boolean {
  return place === 'comma' || isA(side === 'before' ? words.at(-1) : words[0], IS.and)
}

/**
 * A title as releases write it: without brackets, and without words that only say which kind of book it is.
 */
function writtenAs(title: string): Word[][] {
  const bare = repair(title).replace(BRACKETED, '')
  const [head = '', ...tail] = bare.split(/:\s/)
  const words = wordsOf(bare)
  return tail.length > 0 && isDescription(wordsOf(tail.join(' '))) ? [words, wordsOf(head)] : [words]
}

/** A longer title may be used for the wanted book too, unless something else tells the books apart. */
function mayBeTheSame(words: readonly Word[], other: RelatedBook, book: WantedBook, known: Known): boolean {
  const inside = known.forms.flatMap((form) => (form.piece ? [] : findTitle(words, form, 1)))[0]
  return inside !== undefined && !isCertainlyAnother(other, book, known.series, words[inside.end])
}

const isPack = ({ series }: RelatedBook) =>
  series.some(({ position }) => position !== null && Number.isNaN(Number(position)))

const isFirst = ({ series }: RelatedBook) => series.some(({ position }) => Number(position ?? 0) === 1)
