import type { H3Event } from 'h3'

/**
 * Milliseconds for which a client may read nothing. Until then, its response stays in memory and relies on
 * permissions checked at its start.
 */
const SILENCE_TIMEOUT = 60_000

/**
 * Waits until the client has read what was written, because a response buffers without limit. Cuts off a
 * client that reads nothing for too long.
 */
export function untilTaken(response: H3Event['node']['res']): Promise<void> | void {
  if (!response.writableNeedDrain || response.destroyed) return
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(silence)
      response.off('drain', goOn)
      response.off('close', goOn)
      resolve()
    }
    const silence = setTimeout(() => {
      response.destroy()
      goOn()
    }, SILENCE_TIMEOUT)
    response.on('drain', goOn)
    response.on('close', goOn)
  })
}
