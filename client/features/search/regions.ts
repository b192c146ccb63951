import type { Region } from '#contract/common'

/** In the order of the picker; the type makes a forgotten one fail to compile. */
const ORDER = {
  us: 0,
  ca: 1,
  uk: 2,
  au: 3,
  de: 4,
  fr: 5,
  it: 6,
  es: 7,
  br: 8,
  jp: 9,
  in: 10,
} satisfies Record<Region, number>

export function isRegion(value: string): value is Region {
  return Object.hasOwn(ORDER, value)
}

/** Where books are sold in English, the largest first. */
const ENGLISH: readonly Region[] = ['us', 'uk', 'ca', 'au', 'in']
/** Fit beside each other under the results. */
const MOST_LIKELY = 3

/** Where a book is likely to be that a region does not sell. */
export function likelyRegions(region: Region): Region[] {
  return ENGLISH.filter((other) => other !== region).slice(0, MOST_LIKELY)
}

/** Every region, in the order of the picker. */
export const REGIONS_IN_ORDER: readonly Region[] = Object.keys(ORDER).filter(isRegion)
