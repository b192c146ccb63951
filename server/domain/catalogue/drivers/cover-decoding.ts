import sharp from 'sharp'
import type { CoverOrder, CoverResult } from './cover-process.types'
import { squarePicture } from './square-picture'

/** The only decoders that ever receive a picture. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

/**
 * Decodes pictures from the server in this process, until the server disconnects.
 * @see cover-process.ts for the other side.
 */
export function decodeCovers(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  const answer = (result: CoverResult) => process.send?.(result)
  process.on('message', ({ id, picture, edge, quality }: CoverOrder) => {
    void squarePicture(picture, edge, quality)
      .then(
        (made) => answer({ id, made }),
        (error: unknown) => answer({ id, problem: error instanceof Error ? error.message : String(error) }),
      )
      // The heap is too small to trigger a collection, while each picture leaves megabytes of copies outside
      // it.
      .finally(() => globalThis.gc?.())
  })
  // No one is waiting for work still in progress.
  process.on('disconnect', () => process.exit(0))
}
