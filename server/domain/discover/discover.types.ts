import type { RecommendationReason } from '#contract/discover'
import type { Region } from '#contract/common'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { BookFacts } from '#server/domain/books/books.types'
import type { Visibility } from '#server/domain/books/visibility.rules'
import type { CatalogueLists } from '#server/domain/catalogue/catalogue-lists'
import type { Own } from './taste.rules'

/** Books that are recommended for the same reason, best first. */
export interface Group {
  reason: RecommendationReason | null
  books: readonly BookFacts[]
  /** How many of them a row shows at most. */
  most?: number
}

/** What a row is made for. */
export interface Asked {
  user: CurrentUser
  /** Whose catalogue is asked. */
  region: Region
  /** Books wanted. */
  limit: number
  /** Id of a category of that region; null for all. */
  category: string | null
  /** ISO date of today. */
  today: string
}

/** What is known here without the catalogue: every list newest or best first. */
export interface LocalLists {
  /** What somebody requested last. */
  own(userId: string, limit: number): Promise<Own[]>
  /** Books that the most people requested, as far as this person may know of them. */
  popular(visibility: Visibility, limit: number): Promise<BookFacts[]>
  /** Books that were requested last, in the same way. */
  recent(visibility: Visibility, limit: number): Promise<BookFacts[]>
  /** Books of what somebody follows: those that came out lately, the last one first, or those that come, the next one. */
  followed(
    userId: string,
    asked: { when: 'out' | 'coming'; today: string; limit: number },
  ): Promise<BookFacts[]>
}

/** What the rows are made from. */
export interface RowSources {
  local: LocalLists
  lists: CatalogueLists
  /** What the media servers got last. */
  newestBooks: (region: Region, limit: number) => Promise<BookFacts[]>
}

/** One kind of row. */
export interface RowDriver {
  /** Whether only books are shown that nobody has requested and the library does not have. */
  onlyNew: boolean
  /** Whether there may be something for somebody; the catalogue is not asked. */
  isFilled(sources: RowSources, user: CurrentUser, today: string): Promise<boolean>
  /** @throws the errors of the catalogue, where nothing of the row can be had. */
  groups(sources: RowSources, asked: Asked): Promise<Group[]>
}
