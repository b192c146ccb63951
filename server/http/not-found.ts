import type { H3Event } from 'h3'
import { methodNotAllowed, addressNotFound } from './http.errors'
import { sendProblem } from './problem'

/** Answers a request for an unknown route: 405 if the address has other methods, else 404. */
export async function sendNotFound(event: H3Event): Promise<void> {
  const handlers = event.context.matchedRoute?.handlers ?? {}
  const methods = Object.keys(handlers)
    .filter((method) => method !== 'all' && method !== event.method.toLowerCase())
    .map((method) => method.toUpperCase())
  await sendProblem(event, methods.length > 0 ? methodNotAllowed(methods) : addressNotFound())
}
