import sharp from 'sharp'
import { beginsAsCover, coverProblem, MOST_PIXELS } from '#server/domain/catalogue/cover-limits.rules'

/** Of 0 to 6: half the time of the default for the same size within a few per cent, measured on drawn covers. */
const EFFORT = 2

// Covers are seen once: a cache of operations would only hold memory. One thread is quick enough.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Makes a square WebP of a picture with sharp. Whoever imports this loads sharp.
 * @throws where the bytes are no picture of an allowed format and size.
 */
export async function squarePicture(
  picture: Uint8Array,
  edge: number,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  // Other readers of the library, that of SVG among them, do not even see the header.
  if (!beginsAsCover(picture)) throw new Error('A cover is a JPEG, PNG, WebP, GIF or AVIF')
  const input = sharp(picture, { limitInputPixels: MOST_PIXELS, sequentialRead: true, pages: 1 })
  // Reads the header alone.
  const { format, width, height, isProgressive } = await input.metadata()
  const problem = coverProblem({ format, width, height, progressive: isProgressive })
  if (problem !== null) throw new Error(problem)
  const made = await input
    .autoOrient()
    .resize(edge, edge, { fit: 'cover', withoutEnlargement: true })
    .webp({ quality, effort: EFFORT })
    .toBuffer()
  return new Uint8Array(made)
}
