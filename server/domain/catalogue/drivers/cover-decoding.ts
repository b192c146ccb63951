import sharp from 'sharp'
import type { CoverJob, CoverResult } from './cover-process.types'
import { squarePicture } from './square-picture'

/** The only decoders that ever receive a picture. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

/**
 * Bytes of pictures after which garbage is collected. The heap is too small to trigger a collection, while each
 * picture leaves copies outside it; a collection takes 17 ms, more than decoding a usual cover.
 */
const COLLECT_AFTER = 1024 * 1024

/**
 * Decodes pictures from the server in this process, until the server disconnects.
 * @see cover-process.ts for the other side.
 */
export function decodeCovers(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  const answer = (result: CoverResult) => process.send?.(result)
  let uncollected = 0
  const collect = (bytes: number) => {
    uncollected += bytes
    if (uncollected < COLLECT_AFTER) return
    uncollected = 0
    globalThis.gc?.()
  }
  process.on('message', ({ id, picture, edge, quality }: CoverJob) => {
    void squarePicture(picture, edge, quality)
      .then(
        (made) => answer({ id, made }),
        (error: unknown) => answer({ id, problem: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => collect(picture.byteLength))
  })
  // No one is waiting for work still in progress.
  process.on('disconnect', () => process.exit(0))
}
