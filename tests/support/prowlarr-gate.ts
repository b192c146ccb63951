import type { ServerResponse } from 'node:http'
import { startFakeServer, type ReceivedRequest } from '#fakes/fake-server'

/** What becomes of a request: passed on, kept before or after that for ever, or answered in another way. */
export type Decision = 'pass' | 'keep' | 'pass and keep' | ((response: ServerResponse) => void)

/** A way to another service on which a test stops whatever it likes. */
export async function startGate(target: string) {
  let decide: (request: ReceivedRequest) => Decision = () => 'pass'
  const kept: ReceivedRequest[] = []

  async function forward({ method, path, query, headers, body }: ReceivedRequest): Promise<Response> {
    const key = headers['x-api-key']
    return fetch(`${target}${path}?${query.toString()}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(typeof key === 'string' && { 'x-api-key': key }),
      },
      ...(body !== '' && { body }),
    })
  }

  const server = await startFakeServer(async (request, response) => {
    const decision = decide(request)
    if (typeof decision === 'function') return decision(response)
    if (decision === 'keep') return void kept.push(request)
    const answer = await forward(request)
    const body = await answer.text()
    if (decision === 'pass and keep') return void kept.push(request)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(body)
  })

  return {
    url: server.url,
    /** Requests that are kept, in their order. */
    kept,
    /** Decides from now on what becomes of each request; what is kept stays kept. */
    decide(how: (request: ReceivedRequest) => Decision): void {
      decide = how
    },
    close: server.close,
  }
}
