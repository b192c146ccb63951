import { getConfig, getLogger } from '@logtape/logtape'
import { sendWebResponse } from 'h3'
import type { NitroErrorHandler } from 'nitropack/types'
import { createLog } from '#server/platform/log'
import { notStarted } from './not-started'

/**
 * Answers requests when there is no application: after a failed start, on platforms that still accept
 * requests. The gateway answers all others.
 */
const errorHandler: NitroErrorHandler = async (error, event) => {
  logUnanswered(error.cause ?? error)
  await sendWebResponse(event, notStarted())
}

/** An early failure, such as an invalid variable, happens before the log is set up. */
function logUnanswered(error: unknown): void {
  if (getConfig() === null) {
    createLog({ level: 'ERROR', terminal: false, write: (line) => void process.stderr.write(line) })
  }
  getLogger('earmark').error('The server could not start: {error}', { error })
}

export default errorHandler
