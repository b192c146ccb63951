import type { NitroErrorHandler } from 'nitropack/types'
import { sendRedirect } from 'h3'
import { sendProblem } from './problem'
import './context'

/** The last resort for what no route caught: the same problem+json as everywhere. */
const errorHandler: NitroErrorHandler = async (error, event) => {
  const { baseUrl } = event.context.app.config
  // Outside the base path there is nothing but the way into it.
  if (error.statusCode === 404 && baseUrl !== '/' && event.node.req.originalUrl === '/') {
    await sendRedirect(event, baseUrl, 302)
    return
  }
  await sendProblem(event, error)
}

export default errorHandler
