import { isError, send, setResponseHeader, setResponseStatus, type H3Event } from 'h3'
import type { Problem } from '#contract/common'
import { databaseFailure, isForeignKeyViolation, type DatabaseFailure } from '#server/db/failures'
import { withoutParameters } from '#server/db/shown-error'
import { AppError } from '#server/errors/app-error'
import { defineProblem, problemOf } from '#server/errors/problem'
import { loggedPath } from './address'
import { methodNotAllowed, addressNotFound } from './http.errors'

const internal = defineProblem('internal', 500)

const goneMeanwhile = defineProblem('gone_meanwhile', 409)

const full = defineProblem('storage_full', 507)
const readOnly = defineProblem('storage_read_only', 507)
const replaced = defineProblem('storage_replaced', 503)
const damaged = defineProblem('storage_damaged', 503)
const unavailable = defineProblem('database_unavailable', 503)
const databaseErrors: Record<DatabaseFailure, (cause: unknown) => AppError> = {
  unavailable: (cause) => unavailable({}, { headers: { 'retry-after': '5' }, cause }),
  full: (cause) => full({}, { cause }),
  read_only: (cause) => readOnly({}, { cause }),
  replaced: (cause) => replaced({}, { cause }),
  damaged: (cause) => damaged({}, { cause }),
}

/** Converts any thrown value to a coded error. Unexpected ones become `internal`, with the value as cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const failure = databaseFailure(error)
  if (failure) return databaseErrors[failure](error)
  if (isForeignKeyViolation(error)) return goneMeanwhile({}, { cause: error })
  if (isError(error) && error.cause instanceof AppError) return error.cause
  if (isError(error) && !error.unhandled && error.statusCode < 500) return clientError(error.statusCode)
  return internal({}, { cause: error })
}

/** Errors of the router and the file server. All routes except the page's handle these themselves. */
function clientError(status: number): AppError {
  if (status === 404) return addressNotFound()
  if (status === 405) return methodNotAllowed(['GET'])
  return defineProblem('bad_request', status)({ why: 'unclear' })
}

/** Sends a thrown value as problem+json and logs unexpected ones. */
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
    // The response has begun: cutting it off is the only way to show that it is incomplete.
    event.node.res.destroy()
    return
  }
  const problem: Problem & { debug?: string } = {
    ...problemOf(error, requestId),
    ...(app.config.debug && error.cause !== undefined && { debug: describe(error.cause) }),
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
