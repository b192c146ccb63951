import { send, setResponseHeader, setResponseStatus } from 'h3'
import type { NitroErrorHandler } from 'nitropack/types'

/**
 * Answers what failed before there was an application to answer it: a start that went wrong, where the
 * platform takes requests all the same. Everything else is answered by the entrance.
 */
const errorHandler: NitroErrorHandler = async (error, event) => {
  const problem = {
    type: 'about:blank',
    title: 'Not started',
    status: 503,
    detail: 'The server could not start. Its log says why.',
    code: 'not_started',
  }
  process.stderr.write(`${error.stack ?? error.message}\n`)
  setResponseStatus(event, problem.status, problem.title)
  setResponseHeader(event, 'content-type', 'application/problem+json')
  await send(event, JSON.stringify(problem))
}

export default errorHandler
