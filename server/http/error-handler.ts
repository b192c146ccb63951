import { getConfig, getLogger } from '@logtape/logtape'
import { send, setResponseHeader, setResponseStatus } from 'h3'
import type { NitroErrorHandler } from 'nitropack/types'
import { createLog } from '#server/log'
import { defineProblem, problemOf } from '#server/problem'

const notStarted = defineProblem('not_started', 503, 'Not started')

/**
 * Answers requests that fail before there is an application: after a failed start, on platforms that accept requests
 * anyway. The gateway answers everything else.
 */
const errorHandler: NitroErrorHandler = async (error, event) => {
  const problem = problemOf(notStarted(), crypto.randomUUID())
  logUnanswered(error.cause ?? error)
  setResponseStatus(event, problem.status, problem.title)
  setResponseHeader(event, 'content-type', 'application/problem+json')
  setResponseHeader(event, 'cross-origin-resource-policy', 'same-origin')
  await send(event, JSON.stringify(problem))
}

/** An early failure, as with an invalid variable, happens before the log is set up. */
function logUnanswered(error: unknown): void {
  if (getConfig() === null) {
    createLog({ level: 'ERROR', terminal: false, write: (line) => void process.stderr.write(line) })
  }
  getLogger('earmark').error('The server could not start: {error}', { error })
}

export default errorHandler
