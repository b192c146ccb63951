import type { CoverImage } from '../covers.types'

/** No SVG: it could make the renderer read other files. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])
/** In pixels; covers are at most about 3,000 wide. */
const MAX_PIXELS = 40_000_000
/** Of 0 to 6: half the time of the default for the same size within a few per cent, measured on drawn covers. */
const EFFORT = 2

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Covers are seen once: a cache of operations would only hold memory. One thread is quick enough.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Makes covers with sharp, which is loaded when the first cover is needed. */
export function createCoverImage(): CoverImage {
  let loading: ReturnType<typeof loadSharp> | undefined

  return {
    async square(picture, edge, quality) {
      loading ??= loadSharp()
      const sharp = await loading
      const input = sharp(picture, { limitInputPixels: MAX_PIXELS })
      const { format } = await input.metadata()
      if (!FORMATS.has(format)) throw new Error(`A cover cannot be ${format}`)
      const made = await input
        .autoOrient()
        .resize(edge, edge, { fit: 'cover', withoutEnlargement: true })
        .webp({ quality, effort: EFFORT })
        .toBuffer()
      return new Uint8Array(made)
    },
  }
}
