import { coverType } from '#server/domain/catalogue/cover-limits.rules'
import type { CoverImage } from '#server/domain/catalogue/covers.types'

/** For platforms that cannot decode pictures: returns them unchanged, whatever the size. */
export const unchangedCovers: CoverImage = {
  square(picture) {
    return coverType(picture) === null
      ? Promise.reject(new Error('A cover must be a JPEG, PNG, WebP, GIF or AVIF'))
      : Promise.resolve(new Uint8Array(picture))
  },
}
