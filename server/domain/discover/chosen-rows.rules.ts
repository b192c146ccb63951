import type { Region } from '#contract/common'
import type { CategoryDto, DiscoverRowDto } from '#contract/discover'
import type { Category } from '#server/domain/catalogue/catalogue.types'

const DEFAULT_KINDS = [
  'user',
  'followed',
  'popular',
  'recent',
  'added',
  'bestsellers',
  'new_releases',
] as const

/** The rows of a server that has not chosen any. @param leading categories that get a row. */
export function defaultRows(leading: readonly CategoryDto[]): DiscoverRowDto[] {
  return [
    ...DEFAULT_KINDS.map((row) => ({ row, category: null })),
    ...leading.map((category) => ({ row: 'bestsellers' as const, category })),
  ]
}

/**
 * The chosen rows without categories that the catalogue has dropped, and with current names.
 * @param known the categories of each region, or null if the catalogue does not respond; all rows are then
 *   kept.
 */
export function existingRows(
  rows: readonly DiscoverRowDto[],
  known: ReadonlyMap<Region, readonly Category[] | null>,
): DiscoverRowDto[] {
  return rows.flatMap(({ row, category }) => {
    const there = category && known.get(category.region)
    if (!category || !there) return [{ row, category }]
    const same = there.find(({ id }) => id === category.id)
    return same ? [{ row, category: { ...same, region: category.region } }] : []
  })
}
