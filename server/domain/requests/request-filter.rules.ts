import type { BookStatus } from '#contract/books'
import type { CountRequestsQuery, ListRequestsQuery } from '#contract/requests'
import { searchWords } from '#server/domain/search-text.rules'
import { nameKey } from '#server/domain/name-key.rules'

/** What to list. Words are already folded; an empty list of words finds nothing. */
export interface ListFilter {
  filter?: ListRequestsQuery['filter'] | undefined
  status?: BookStatus | undefined
  /** Only books requested by this person, by normalised name. */
  requesterKey?: string | undefined
  words?: string[] | undefined
  /** Only hand-made books. */
  handMade?: boolean | undefined
}

/** Converts a person's query into a filter. */
export const filterOf = (
  query: CountRequestsQuery & Partial<Pick<ListRequestsQuery, 'filter' | 'status'>>,
): ListFilter => ({
  filter: query.filter,
  status: query.status,
  requesterKey: query.user === undefined ? undefined : nameKey(query.user),
  words: query.q ? searchWords(query.q) : undefined,
})

/** Whether the filter accepts every listed book. */
export const isEmpty = (filter: ListFilter) =>
  Object.values(filter).every((choice) => choice === undefined || choice === 'all')
