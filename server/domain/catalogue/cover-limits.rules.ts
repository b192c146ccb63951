import type { CoverType } from './covers.types'

/** The header of a picture. */
interface PictureHeader {
  format: string
  /** Of one frame, in pixels. */
  width: number
  height: number
  /** Whether it is stored in several passes, so that the decoder must keep all of it in memory. */
  progressive: boolean
}

/*
 * Limits on decoding memory, measured with hostile pictures: about 50 MB at most. Covers in the catalogue are
 * JPEGs of 1 megapixel; the largest that anyone publishes are 2,400 by 2,400, or 5.8 megapixels.
 */
const MEGAPIXEL = 1_000_000
/** Decoded line by line, at a fraction of the size. */
const BASELINE_JPEG = 16 * MEGAPIXEL
/** Decoded line by line, or kept in memory once. */
const STREAMED_PIXELS = 6.25 * MEGAPIXEL
/** Kept in memory as a whole, even with 16 bits per channel. */
const BUFFERED_PIXELS = 4 * MEGAPIXEL
/** AVIF, whose decoder keeps several copies in memory. */
const MULTI_BUFFERED_PIXELS = 2 * MEGAPIXEL

/** A picture with more pixels is rejected, whatever its format. */
export const MAX_PIXELS = BASELINE_JPEG

/** The first bytes of each cover format. WebP and AVIF have a length before their signature. */
const SIGNATURES: readonly (readonly [CoverType, RegExp])[] = [
  ['image/jpeg', /^\u00ff\u00d8\u00ff/],
  ['image/png', /^\u0089PNG\r\n/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftyp(?:avif|avis|mif1|msf1)/],
]

/** The media type that the first bytes of a picture match, or null if it is not a cover format. */
export function coverType(picture: Uint8Array): CoverType | null {
  const head = String.fromCharCode(...picture.subarray(0, 12))
  return SIGNATURES.find(([, beginning]) => beginning.test(head))?.[0] ?? null
}

/**
 * Pixels allowed for a picture, or 0 if its format is not used for covers. SVG could make the renderer read
 * files.
 */
function allowedPixels({ format, progressive }: PictureHeader): number {
  switch (format) {
    case 'jpeg':
      return progressive ? BUFFERED_PIXELS : BASELINE_JPEG
    case 'png':
      return progressive ? BUFFERED_PIXELS : STREAMED_PIXELS
    case 'webp':
      return STREAMED_PIXELS
    case 'gif':
      return BUFFERED_PIXELS
    case 'heif':
      return MULTI_BUFFERED_PIXELS
    default:
      return 0
  }
}

/** Why a picture cannot be decoded, or null if it can. */
export function coverProblem(header: PictureHeader): string | null {
  const allowed = allowedPixels(header)
  if (allowed === 0) return `A cover cannot be ${header.format}`
  const pixels = header.width * header.height
  return pixels <= allowed ? null : `A cover of ${pixels} pixels as ${header.format} is too large`
}
