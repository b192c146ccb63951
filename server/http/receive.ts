import { setResponseHeader, type H3Event } from 'h3'
import type { App } from '../app'
import './context'
import { requestOrigin } from './origin'

/**
 * Gives a request what every handler relies on: the application, an id that is also answered, and where it
 * came from. A HEAD is handled as the GET it stands for; the server leaves the body out.
 */
export function receive(event: H3Event, app: App): void {
  event.context.app = app
  event.context.requestId = crypto.randomUUID()
  event.context.origin = requestOrigin(event, app.config)
  setResponseHeader(event, 'x-request-id', event.context.requestId)
  if (event.node.req.method === 'HEAD') event.node.req.method = 'GET'
}
