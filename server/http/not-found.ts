import type { H3Event } from 'h3'
import { defineError } from '../errors'
import { sendProblem } from './problem'

const notFound = defineError({ code: 'not_found', status: 404, title: 'Not found' })
const wrongMethod = defineError({ code: 'method_not_allowed', status: 405, title: 'Method not allowed' })

/** Answers an address that no route has: 405 where it has other methods, else 404. */
export async function answerNotFound(event: H3Event): Promise<void> {
  const handlers = event.context.matchedRoute?.handlers ?? {}
  const allowed = Object.keys(handlers)
    .filter((method) => method !== 'all' && method !== event.method.toLowerCase())
    .map((method) => method.toUpperCase())
  const error = allowed.length
    ? wrongMethod(`This address takes ${allowed.join(', ')}.`, { headers: { allow: allowed.join(', ') } })
    : notFound('There is nothing at this address.')
  await sendProblem(event, error)
}
