import type { RecommendationReason } from '#contract/discover'
import type { Region } from '#contract/common'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { BookFacts } from '#server/domain/books/books.types'
import type { Visibility } from '#server/domain/books/visibility.rules'
import type { CatalogueLists } from '#server/domain/catalogue/catalogue-lists'
import type { Own } from './taste.rules'

/** Books recommended for the same reason, best first. */
export interface Group {
  reason: RecommendationReason | null
  books: readonly BookFacts[]
  /** How many of them a row may show. */
  most?: number
}

/** Who a row is built for, and what for. */
export interface RowRequest {
  user: CurrentUser
  /** The catalogue region to query. */
  region: Region
  /** Number of books to return. */
  limit: number
  /** Category id in that region; null for all. */
  category: string | null
  /** Today as an ISO date. */
  today: string
}

/** Lists that do not need the catalogue, each with the newest or best first. */
export interface LocalLists {
  /** A person's latest requests. */
  own(userId: string, limit: number): Promise<Own[]>
  /** Books with the most requests, limited to those that this user may see. */
  popular(visibility: Visibility, limit: number): Promise<BookFacts[]>
  /** The latest requested books, limited to those that this user may see. */
  recent(visibility: Visibility, limit: number): Promise<BookFacts[]>
  /**
   * Books by people, or in series, that a person follows: recent ones, latest first, or upcoming ones, next
   * first.
   */
  followed(userId: string, of: { when: 'out' | 'coming'; today: string; limit: number }): Promise<BookFacts[]>
}

/** The sources that rows are built from. */
export interface RowSources {
  local: LocalLists
  lists: CatalogueLists
  /** The latest books in the media servers. */
  newestBooks: (region: Region, limit: number) => Promise<BookFacts[]>
}

/** One kind of row. */
export interface RowDriver {
  /** Whether to show only books that no one has requested and that are not in the library. */
  onlyNew: boolean
  /** Whether the row may contain books for this user. Does not query the catalogue. */
  isFilled(sources: RowSources, user: CurrentUser, today: string): Promise<boolean>
  /** @throws the errors of the catalogue, if no part of the row can be read. */
  groups(sources: RowSources, request: RowRequest): Promise<Group[]>
}
