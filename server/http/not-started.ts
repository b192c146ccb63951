import { defineProblem, problemOf } from '#server/errors/problem'

const problem = defineProblem('not_started', 503)

/** The response after a failed start, when there is no application. */
export function notStarted(): Response {
  const { status, title } = problem()
  const headers = {
    'content-type': 'application/problem+json',
    'cross-origin-resource-policy': 'same-origin',
  }
  const body = JSON.stringify(problemOf(problem(), crypto.randomUUID()))
  return new Response(body, { status, statusText: title, headers })
}
