import type { ServerResponse } from 'node:http'
import { startFakeServer, type ReceivedRequest } from '#fakes/fake-server'

/**
 * The fate of a request: passed on, held forever before or after it is passed on, or given another response.
 */
type Decision = 'pass' | 'keep' | 'pass and keep' | ((response: ServerResponse) => void)

/** Headers that belong to a single connection, or are generated for the other one. */
const OWN_HEADERS = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']

/** A proxy to another service, in which a test can hold any request. */
export async function startGate(target: string) {
  let decide: (request: ReceivedRequest) => Decision = () => 'pass'
  const kept: ReceivedRequest[] = []
  const unanswered: ServerResponse[] = []

  async function forward({ method, path, query, headers, bytes }: ReceivedRequest): Promise<Response> {
    const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      OWN_HEADERS.includes(name) || value === undefined ? [] : [[name, String(value)]],
    )
    return fetch(`${target}${path}?${query.toString()}`, {
      method,
      headers: passed,
      redirect: 'manual',
      ...(bytes.length > 0 && { body: bytes }),
    })
  }

  function keep(request: ReceivedRequest, response: ServerResponse): void {
    kept.push(request)
    unanswered.push(response)
  }

  const server = await startFakeServer(async (request, response) => {
    const decision = decide(request)
    if (typeof decision === 'function') return decision(response)
    if (decision === 'keep') return keep(request, response)
    const answer = await forward(request)
    const body = await answer.text()
    if (decision === 'pass and keep') return keep(request, response)
    const passed = [...answer.headers].filter(([name]) => !OWN_HEADERS.includes(name))
    response.writeHead(answer.status, Object.fromEntries(passed)).end(body)
  })

  return {
    url: server.url,
    /** Held requests, in order. */
    kept,
    /** Decides the fate of each request from now on; held requests stay held. */
    decide(how: (request: ReceivedRequest) => Decision): void {
      decide = how
    },
    /** Drops held requests and lets everything pass. Whoever is still waiting is cut off. */
    open(): void {
      decide = () => 'pass'
      kept.length = 0
      for (const response of unanswered.splice(0)) response.destroy()
    },
    close: server.close,
  }
}
