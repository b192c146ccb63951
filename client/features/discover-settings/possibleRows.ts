import { ROW_KINDS, type CategoryDto, type DiscoverRowDto } from '#contract/discover'
import { CATEGORY_ROWS } from '#contract/discover-settings'

/** All possible rows: those of all books first, then those of each category. */
export function possibleRows(categories: readonly CategoryDto[]): DiscoverRowDto[] {
  return [
    ...ROW_KINDS.map((row) => ({ row, category: null })),
    ...categories.flatMap((category) => CATEGORY_ROWS.map((row) => ({ row, category }))),
  ]
}
