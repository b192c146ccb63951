import type { H3Event } from 'h3'

/** Milliseconds for which a client may take nothing of what is there: its answer holds memory and rights until then. */
const SILENCE_TIMEOUT = 60_000

/**
 * Waits until the client has taken what was written, as an answer takes in whatever it is given. A client that takes
 * nothing for too long is cut off.
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
