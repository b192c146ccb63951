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

/** Every region, in the order of the picker. */
export const REGIONS_IN_ORDER: readonly Region[] = Object.keys(ORDER).filter(isRegion)
