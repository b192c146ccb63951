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

/** The rows of a server on which nobody has chosen any. @param leading categories that have a row. */
export function defaultRows(leading: readonly CategoryDto[]): DiscoverRowDto[] {
  return [
    ...DEFAULT_KINDS.map((row) => ({ row, category: null })),
    ...leading.map((category) => ({ row: 'bestsellers' as const, category })),
  ]
}

/**
 * The rows without those of categories that the catalogue no longer has, and the others under their present names.
 * @param known the categories of each region; null where the catalogue does not say, and all of them stay.
 */
export function rowsStillThere(
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
