import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, type ReceivedRequest } from '#fakes/fake-server'

/** A service's response to an invalid request. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: unknown = { error: message },
  ) {
    super(message)
  }
}

/**
 * Starts a service that validates every request and keeps accepted ones.
 * @param take validates and responds; it throws a {@link Refusal} for a request that the real service would
 *   refuse.
 */
export async function startStrictReceiver<Taken>(
  take: (request: ReceivedRequest, response: ServerResponse) => Taken,
) {
  const taken: Taken[] = []
  const refused: string[] = []
  const server = await startFakeServer((request, response) => {
    try {
      if (request.method !== 'POST') throw new Refusal(405, 'Only POST is accepted')
      taken.push(take(request, response))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push(error.message)
      sendJson(response, error.body, error.status)
    }
  })
  return {
    ...server,
    /** Accepted requests, oldest first. */
    taken,
    /** The reasons for refusals. */
    refused,
  }
}

/** The body of a request that has to be a JSON object. */
export function readObject(request: ReceivedRequest): Record<string, unknown> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('application/json')) throw new Refusal(400, `The body is ${type}, not JSON`)
  try {
    const value: unknown = JSON.parse(request.body)
    if (isObject(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refusal(400, 'The body is not a JSON object')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
