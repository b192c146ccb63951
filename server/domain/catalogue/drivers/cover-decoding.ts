import sharp from 'sharp'
import type { CoverOrder, CoverResult } from './cover-process.types'
import { squarePicture } from './square-picture'

/** The readers that see a picture here at all. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

/**
 * Decodes the pictures that the server sends to this process, until the server lets go of it.
 * @see cover-process.ts for the other side.
 */
export function decodeCovers(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  const answer = (result: CoverResult) => process.send?.(result)
  process.on('message', ({ id, picture, edge, quality }: CoverOrder) => {
    squarePicture(picture, edge, quality).then(
      (made) => answer({ id, made }),
      (error: unknown) => answer({ id, problem: error instanceof Error ? error.message : String(error) }),
    )
  })
  // Nobody waits for what is still being made.
  process.on('disconnect', () => process.exit(0))
}
