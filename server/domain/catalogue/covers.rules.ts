import { COVER_SIZES } from '#contract/cover-sizes'
import type { Region } from '#contract/common'

/** The stored size to serve for an edge length: the next larger size, or the largest. */
export function keptSize(wanted: number): number {
  return COVER_SIZES.find((size) => size >= wanted) ?? LARGEST
}

/** All smaller sizes are made from the largest one, so that a cover is fetched only once. */
export const LARGEST = COVER_SIZES[COVER_SIZES.length - 1] ?? 1024

/** File name of a stored picture: only letters, digits, dots and hyphens. */
export function coverName(asin: string, region: Region, size: number): string {
  return `${asin}-${region}-${size}.webp`
}
