import type { Region } from '#contract/common'
import { keysOf } from './keysOf'

/** In menu order; a missing one fails to compile. */
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

export const { isKey: isRegion, keys: REGIONS_IN_ORDER } = keysOf(ORDER)

/** English-language regions, largest first. */
const ENGLISH: readonly Region[] = ['us', 'uk', 'ca', 'au', 'in']
/** As many as fit into a row below the results. */
const MAX_LIKELY = 3

/** Other regions likely to sell a book. */
export function likelyRegions(region: Region): Region[] {
  return ENGLISH.filter((other) => other !== region).slice(0, MAX_LIKELY)
}
