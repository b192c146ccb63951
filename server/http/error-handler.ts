import { getConfig, getLogger } from '@logtape/logtape'
import { send, setResponseHeader, setResponseStatus } from 'h3'
import type { NitroErrorHandler } from 'nitropack/types'
import { createLog } from '#server/log'
import { defineProblem, problemOf } from '#server/problem'

const notStarted = defineProblem('not_started', 503, 'Not started')

/**
 * Answers what failed before there was an application to answer it: a start that went wrong, where the
 * platform takes requests all the same. Everything else is answered by the gateway.
 */
const errorHandler: NitroErrorHandler = async (error, event) => {
  const problem = problemOf(notStarted(), crypto.randomUUID())
  logUnanswered(error.cause ?? error)
  setResponseStatus(event, problem.status, problem.title)
  setResponseHeader(event, 'content-type', 'application/problem+json')
  setResponseHeader(event, 'cross-origin-resource-policy', 'same-origin')
  await send(event, JSON.stringify(problem))
}

/** A start that fails early, as with a bad variable, has not set up the log yet. */
function logUnanswered(error: unknown): void {
  if (getConfig() === null) {
    createLog({ level: 'ERROR', terminal: false, write: (line) => void process.stderr.write(line) })
  }
  getLogger('earmark').error('The server could not start: {error}', { error })
}

export default errorHandler
