import type { ServerResponse } from 'node:http'
import { startFakeServer, type ReceivedRequest } from './fake-server'

/** Responds to one request; by default with 204. */
export type Behaviour = (call: ReceivedRequest, response: ServerResponse) => void | Promise<void>

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/** Starts a service on a loopback port that accepts messages, and misbehaves as a test wants. */
export async function startWebhookReceiver(
  behave: Behaviour = (_call, response) => void response.writeHead(204).end(),
) {
  const waiting = new Set<() => void>()
  const server = await startFakeServer((call, response) => {
    for (const check of waiting) check()
    return behave(call, response)
  })

  return {
    url: server.url,
    calls: server.received,
    close: server.close,
    /** Resolves when this many requests have arrived. */
    received: (count: number): Promise<ReceivedRequest[]> =>
      new Promise((resolve) => {
        const check = () => {
          if (server.received.length < count) return
          waiting.delete(check)
          resolve(server.received)
        }
        waiting.add(check)
        check()
      }),
  }
}
