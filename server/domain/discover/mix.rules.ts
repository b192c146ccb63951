import type { RequestedBookDto } from '#contract/books'
import type { RecommendedBookDto } from '#contract/discover'
import type { BookFacts } from '#server/domain/books/books.types'
import { foldText } from '#server/domain/search-text.rules'
import type { Group } from './discover.types'

interface Picked {
  book: BookFacts
  group: Group
}

/** The key that editions of one work share. */
const keyOf = ({ title, authors }: Pick<BookFacts, 'title' | 'authors'>) =>
  foldText(`${title} / ${authors.join(' ')}`)

/**
 * Takes books from each group in turn, so that no reason crowds out the others. Includes each work only once.
 * @param known works to leave out, in any edition.
 */
export function mix(
  groups: readonly Group[],
  known: readonly Pick<BookFacts, 'title' | 'authors'>[],
): Picked[] {
  const seen = new Set(known.map(keyOf))
  const picked: Picked[] = []
  const longest = Math.max(0, ...groups.map(({ books }) => books.length))
  for (let at = 0; at < longest; at++) {
    for (const group of groups) {
      const book = group.books[at]
      if (!book || seen.has(keyOf(book))) continue
      seen.add(keyOf(book))
      picked.push({ book, group })
    }
  }
  return picked
}

/** Whether no one has requested a book and it is not in the library. */
const isNew = ({ book }: RequestedBookDto) => book.status === null && book.in_library === null

/**
 * Adds the reasons to books, and keeps no more of each group than it may show.
 * @param shown the same books as presented to the user, in the same order.
 */
export function withReasons(
  picked: readonly Picked[],
  shown: readonly RequestedBookDto[],
  onlyNew: boolean,
): RecommendedBookDto[] {
  const taken = new Map<Group, number>()
  return shown.flatMap((item, at) => {
    const group = picked[at]?.group
    if (!group || (onlyNew && !isNew(item))) return []
    const before = taken.get(group) ?? 0
    if (before >= (group.most ?? Infinity)) return []
    taken.set(group, before + 1)
    return [{ ...item, reason: group.reason }]
  })
}
