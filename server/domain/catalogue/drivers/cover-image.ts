import type { CoverImage } from '#server/domain/catalogue/covers.types'

/** Makes covers in this process. The library for it is loaded when the first cover is needed. */
export function createCoverImage(): CoverImage {
  return {
    async square(picture, edge, quality) {
      const { squarePicture } = await import('./square-picture')
      return squarePicture(picture, edge, quality)
    },
  }
}
