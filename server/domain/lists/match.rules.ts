import type { Likeness } from '#server/domain/ranking/list-matcher.rules'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { Match, ReadEntry } from './lists.types'

/** Maximum number of books to choose from, including the best match. */
const MAX_CANDIDATES = 5
const LIKENESSES: readonly Likeness[] = ['same', 'titled', 'alike']

/** "The Final Empire (Mistborn, #1)", as Goodreads writes a series. */
const SERIES = /^(.+?) ?\(([^()#]+?),? #(\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)?)(?:;[^()]*)?\)$/u

/** An entry's title, separated from its series. */
export function namedBy({ title, author }: Pick<ReadEntry, 'title' | 'author'>) {
  const [, bare = title, series, position = null] = SERIES.exec(title) ?? []
  return {
    title: bare,
    authors: author === null ? [] : [author],
    series: series === undefined ? [] : [{ title: series, position }],
  }
}

/** The searches to make in order until a book fits: the full title, then the title without its subtitle. */
export function queriesFor({ title, authors }: ReturnType<typeof namedBy>): string[] {
  const plain = title.replace(/[([][^()[\]]*[)\]]$/u, '').trim() || title
  const [main = plain] = plain.split(/ ?: /)
  return [...new Set([plain, main].map((words) => [words, ...authors].join(' ').slice(0, 200)))].map(
    (query) => query.toWellFormed(),
  )
}

/** A book, and how well it matches an entry. */
export interface ComparedBook {
  book: CatalogueBook
  likeness: Likeness
}

/**
 * Chooses among the books that may match an entry. If the entry names no author, all matches must have the
 * same author.
 * @param compared in catalogue order.
 * @param language the listener's language, for an entry that names none.
 */
export function chooseMatch(compared: readonly ComparedBook[], language: string | null): Match {
  const inOrder = compared
    .map((entry, at) => ({ ...entry, at }))
    .toSorted(
      (one, other) =>
        LIKENESSES.indexOf(one.likeness) - LIKENESSES.indexOf(other.likeness) ||
        foreign(one.book, language) - foreign(other.book, language) ||
        unusual(one.book) - unusual(other.book) ||
        one.at - other.at,
    )
  const [best] = inOrder
  if (!best) return { state: 'nothing', books: [] }
  const books = new Map(inOrder.map(({ book }) => [book.asin, book]))
  return {
    state: isCertain(best.likeness, compared) ? 'sure' : 'check',
    books: [...books.values()].slice(0, MAX_CANDIDATES),
  }
}

function isCertain(likeness: Likeness, compared: readonly ComparedBook[]): boolean {
  if (likeness !== 'titled') return likeness === 'same'
  const authors = compared.flatMap(({ book, likeness: each }) => (each === 'titled' ? [book.authors] : []))
  return authors.every((some) => some.some((name) => authors[0]?.includes(name)))
}

const foreign = (book: CatalogueBook, language: string | null): number =>
  Number(language !== null && book.language !== null && book.language !== language)

/** People usually mean an unabridged, plain reading. */
const unusual = ({ edition }: CatalogueBook): number =>
  Number(edition === 'abridged' || edition === 'dramatised')
