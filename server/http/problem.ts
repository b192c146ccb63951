import { isError, send, setResponseHeader, setResponseStatus, type H3Event } from 'h3'
import type { Problem } from '#contract/common'
import { databaseFailure, isForeignKeyViolation, type DatabaseFailure } from '#server/db/failures'
import { withoutParameters } from '#server/db/shown-error'
import { AppError, defineError } from '#server/errors'
import './context'
import { loggedPath } from './address'
import { methodNotAllowed, nothingHere } from './http.errors'

const internal = defineError({ code: 'internal', status: 500, title: 'Internal error' })

const goneMeanwhile = defineError({ code: 'gone_meanwhile', status: 409, title: 'Gone meanwhile' })

const databaseErrors: Record<DatabaseFailure, (cause: unknown) => AppError> = {
  unavailable: (cause) =>
    defineError({ code: 'database_unavailable', status: 503, title: 'Database unavailable' })(
      'The database does not answer. Try again in a moment.',
      { headers: { 'retry-after': '5' }, cause },
    ),
  full: (cause) =>
    defineError({ code: 'storage_full', status: 507, title: 'Storage full' })(
      'The disk of the server is full; nothing was changed. An administrator has to make room.',
      { cause },
    ),
  read_only: (cause) =>
    defineError({ code: 'storage_read_only', status: 507, title: 'Storage read-only' })(
      'The server may not write to its database; nothing was changed. An administrator has to mend that.',
      { cause },
    ),
}

/** Makes any thrown value a coded error. Unexpected ones become `internal`, with the value as cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const failure = databaseFailure(error)
  if (failure) return databaseErrors[failure](error)
  if (isForeignKeyViolation(error)) {
    return goneMeanwhile('What this belongs to was removed meanwhile. Nothing was changed.', { cause: error })
  }
  if (isError(error) && error.cause instanceof AppError) return error.cause
  if (isError(error) && !error.unhandled && error.statusCode < 500) return clientError(error.statusCode)
  return internal('Something went wrong. The log of the server says more under this request’s id.', {
    cause: error,
  })
}

/** What the router and the file server refuse. Of all routes, only the page's has no answer of its own to that. */
function clientError(status: number): AppError {
  if (status === 404) return nothingHere()
  if (status === 405) return methodNotAllowed(['GET'])
  return defineError({ code: 'bad_request', status, title: 'Bad request' })(
    'The request cannot be understood.',
  )
}

/** Answers a thrown value as problem+json and logs what nobody expected. */
export async function sendProblem(event: H3Event, thrown: unknown): Promise<void> {
  const error = toAppError(thrown)
  const { app, requestId } = event.context
  if (error.status >= 500 && error.cause !== undefined) {
    app.log.error('Request {requestId} failed: {method} {path}: {error}', {
      requestId,
      method: event.method,
      path: loggedPath(event.path),
      error: error.cause,
    })
  }
  if (event.node.res.headersSent) {
    // The answer has begun: cutting it off is the only way left to say that it is not whole.
    event.node.res.destroy()
    return
  }
  const problem: Problem = {
    type: 'about:blank',
    title: error.title,
    status: error.status,
    detail: error.message,
    code: error.code,
    params: error.params,
    ...(error.errors && { errors: error.errors }),
    ...(app.config.debug && error.cause !== undefined && { debug: describe(error.cause) }),
    request_id: requestId,
  }
  setResponseStatus(event, error.status, error.title)
  setResponseHeader(event, 'cache-control', 'no-store')
  setResponseHeader(event, 'content-type', 'application/problem+json')
  for (const [name, value] of Object.entries(error.headers)) setResponseHeader(event, name, value)
  await send(event, JSON.stringify(problem))
}

function describe(cause: unknown): string {
  const shown = withoutParameters(cause)
  return shown instanceof Error ? (shown.stack ?? shown.message) : String(shown)
}
