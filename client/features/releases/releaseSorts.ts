import type { OfferedReleaseDto } from '#contract/fulfilment'

type Direction = 'ascending' | 'descending'

/** The sort orders, and the initial direction of each: best, largest, most seeded and newest first. */
const FIRST_DIRECTIONS = {
  score: 'descending',
  title: 'ascending',
  indexer: 'ascending',
  size: 'descending',
  seeders: 'descending',
  age: 'ascending',
} as const satisfies Record<string, Direction>

export type ReleaseSortKey = keyof typeof FIRST_DIRECTIONS
export interface ReleaseSort {
  by: ReleaseSortKey
  direction: Direction
}

const isKey = (value: string): value is ReleaseSortKey => Object.hasOwn(FIRST_DIRECTIONS, value)
export const RELEASE_SORT_KEYS: readonly ReleaseSortKey[] = Object.keys(FIRST_DIRECTIONS).filter(isKey)

export const firstSort = (by: ReleaseSortKey): ReleaseSort => ({ by, direction: FIRST_DIRECTIONS[by] })

export const turned = ({ by, direction }: ReleaseSort): ReleaseSort => ({
  by,
  direction: direction === 'ascending' ? 'descending' : 'ascending',
})

type Value = string | number | null
const VALUES: Record<Exclude<ReleaseSortKey, 'score'>, (release: OfferedReleaseDto) => Value> = {
  title: ({ title }) => title,
  indexer: ({ indexer }) => indexer,
  size: ({ size }) => size,
  seeders: ({ seeders }) => seeders,
  age: ({ publish_date: published }) => (published === null ? null : -Date.parse(published)),
}

/**
 * Sorts releases.
 * @param ranked best first, as compared by the server: criterion by criterion, not by total points.
 * @returns unknown values last, and ties in order of rank.
 */
export function sortReleases(
  ranked: readonly OfferedReleaseDto[],
  { by, direction }: ReleaseSort,
): readonly OfferedReleaseDto[] {
  if (by === 'score') return direction === 'descending' ? ranked : ranked.toReversed()
  const valueOf = VALUES[by]
  const sign = direction === 'ascending' ? 1 : -1
  return ranked.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * compare(a, b)
  })
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), undefined, { numeric: true })
}

/** The unique key of a release. */
export const releaseKey = ({ guid, indexer_id }: OfferedReleaseDto): string => `${indexer_id} ${guid}`
