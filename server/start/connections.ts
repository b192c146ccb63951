import type { Server, ServerResponse } from 'node:http'

/** Milliseconds in which a reader has to take something of an answer that waits for it. */
const STALL_TIMEOUT = 60_000

/**
 * Closes connections whose reader has stopped in the middle of an answer. Quiet ones for which nothing waits, such as
 * an event stream, stay open.
 * @param timeout milliseconds.
 */
export function closeStalled(server: Server, timeout = STALL_TIMEOUT): void {
  server.setTimeout(timeout, (socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
}

/**
 * Prepares a server for being stopped in order. Call it before the server listens.
 * @returns a function that stops it: answers under way are finished, the last of each connection says so, and after a
 *   number of milliseconds connections are cut.
 */
export function createStop(server: Server): (timeout: number) => Promise<void> {
  const open = new Set<ServerResponse>()
  let stopping = false
  const sayLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  // Before the handler, which may answer at once.
  server.prependListener('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (stopping) sayLast(response)
  })
  return (timeout) =>
    new Promise((resolve) => {
      stopping = true
      open.forEach(sayLast)
      const giveUp = setTimeout(() => server.closeAllConnections(), timeout)
      // Answers that had begun keep their connection for another request, which will not arrive.
      const closeIdle = setInterval(() => server.closeIdleConnections(), 50)
      server.close(() => {
        clearTimeout(giveUp)
        clearInterval(closeIdle)
        resolve()
      })
      server.closeIdleConnections()
    })
}
