import { COVER_SIZES } from '#contract/cover-sizes'

type CoverSize = (typeof COVER_SIZES)[number]

/**
 * The uses of covers: the width, for a picture's `sizes`, and the largest size worth loading, about twice the density
 * of the page. The lengths follow the classes around each cover.
 */
const USES = {
  /** At the top of a book's page. */
  hero: { sizes: '(min-width: 44rem) 20rem, 15rem', max: 512 },
  /** A search result, or a book of a series or person: a card where there is room, a row on phones. */
  card: { sizes: '(min-width: 44rem) 14rem, 7rem', max: 512 },
  /** In a row that scrolls sideways. */
  row: { sizes: '(min-width: 44rem) 10rem, 8.5rem', max: 320 },
  /** In a small grid, of three columns on phones. */
  tile: { sizes: '(min-width: 44rem) 10rem, 30vw', max: 320 },
  /** At the start of a line about a book: a request, an inbox or calendar entry, an edition. */
  line: { sizes: '4rem', max: 192 },
  /** Next to a list entry. */
  entry: { sizes: '(min-width: 44rem) 6rem, 4rem', max: 192 },
  suggestion: { sizes: '3rem', max: 192 },
} as const satisfies Record<string, { sizes: string; max: CoverSize }>

export type CoverUse = keyof typeof USES

/** @param src path of a cover on this server, without a size. */
export const coverAddress = (src: string, size: CoverSize) =>
  `${src}${src.includes('?') ? '&' : '?'}size=${size}`

/** Attributes of the picture, from which the browser picks the size for its screen. */
export function coverImage(src: string, use: CoverUse) {
  const { sizes, max } = USES[use]
  const kept = COVER_SIZES.filter((size) => size <= max)
  return {
    sizes,
    srcset: kept.map((size) => `${coverAddress(src, size)} ${size}w`).join(', '),
    src: coverAddress(src, max),
    width: max,
    height: max,
  }
}
