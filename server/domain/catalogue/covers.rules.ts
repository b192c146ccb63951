import { COVER_SIZES } from '#contract/cover-sizes'
import type { Region } from '#contract/common'

/** The kept size to serve for a wanted edge length: the next larger one, or the largest. */
export function keptSize(wanted: number): number {
  return COVER_SIZES.find((size) => size >= wanted) ?? LARGEST
}

/** Every smaller size is made from this one, so that a cover is fetched once. */
export const LARGEST = COVER_SIZES[COVER_SIZES.length - 1] ?? 1024

/** Name a picture is kept under; made of letters, digits, dots and hyphens only. */
export function coverName(asin: string, region: Region, size: number): string {
  return `${asin}-${region}-${size}.webp`
}
