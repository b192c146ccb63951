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
  /** How many of them a row shows. */
  most?: number
}

/** Whom and what a row is built for. */
export interface Asked {
  user: CurrentUser
  /** The catalogue region to ask. */
  region: Region
  /** Number of books wanted. */
  limit: number
  /** Category id in that region; null for all. */
  category: string | null
  /** Today as an ISO date. */
  today: string
}

/** Lists known without the catalogue, each newest or best first. */
export interface LocalLists {
  /** A person's latest requests. */
  own(userId: string, limit: number): Promise<Own[]>
  /** Books requested by the most people, as far as this person may see. */
  popular(visibility: Visibility, limit: number): Promise<BookFacts[]>
  /** The latest requested books, as far as this person may see. */
  recent(visibility: Visibility, limit: number): Promise<BookFacts[]>
  /** Books of what a person follows: recent ones, latest first, or upcoming ones, next first. */
  followed(
    userId: string,
    asked: { when: 'out' | 'coming'; today: string; limit: number },
  ): Promise<BookFacts[]>
}

/** What the rows are built from. */
export interface RowSources {
  local: LocalLists
  lists: CatalogueLists
  /** The latest books in the media servers. */
  newestBooks: (region: Region, limit: number) => Promise<BookFacts[]>
}

/** One kind of row. */
export interface RowDriver {
  /** Whether to show only books that no one has requested and the library does not have. */
  onlyNew: boolean
  /** Whether the row may have something for a person, without asking the catalogue. */
  isFilled(sources: RowSources, user: CurrentUser, today: string): Promise<boolean>
  /** @throws the errors of the catalogue, if no part of the row can be read. */
  groups(sources: RowSources, asked: Asked): Promise<Group[]>
}
