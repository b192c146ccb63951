import type { CoverImage } from '#server/domain/catalogue/covers.types'

/** Decodes covers in this process. Loads the library when the first cover is needed. */
export function createCoverImage(): CoverImage {
  return {
    async square(picture, edge, quality) {
      const { squarePicture } = await import('./square-picture')
      return squarePicture(picture, edge, quality)
    },
  }
}
