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
export function waitForDrain(response: H3Event['node']['res']): Promise<void> | void {
  if (!response.writableNeedDrain || response.destroyed) return
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(silence)
      response.off('drain', resume)
      response.off('close', resume)
      resolve()
    }
    const silence = setTimeout(() => {
      response.destroy()
      resume()
    }, SILENCE_TIMEOUT)
    response.on('drain', resume)
    response.on('close', resume)
  })
}
