import {
  defineEventHandler,
  send,
  sendRedirect,
  setResponseHeader,
  setResponseHeaders,
  useBase,
  type EventHandler,
  type H3Event,
} from 'h3'
import type { App } from '#server/app'
import { isDocumentation, isReadable, pathOf } from './address'
import { allowOrigins } from '#server/security/cors'
import { guardHost } from '#server/security/host-guard'
import { addressNotFound, outsideBasePath, unreadableAddress } from './http.errors'
import { requestOrigin } from '#server/security/origin'
import type { Page } from './page'
import { preparePage } from './refusal-page'
import { sendProblem } from './problem'
import { refuseCrossSite } from '#server/security/same-origin'
import { securityHeaders } from '#server/security/security-headers'
import { isBelow } from '#server/security/stripped-prefix.rules'

interface GatewayOptions {
  /** Handles every request, with paths under the base path. */
  inside: EventHandler
  app: App
  page: Page
}

/**
 * The entry point of every request, whether for an asset, the API or a page. Attaches the application, an id
 * and the headers of every response, and hides the base path from all inner handlers.
 */
export function createGateway({ inside, app, page }: GatewayOptions): EventHandler {
  return defineEventHandler(async (event) => {
    receive(event, app, page)
    try {
      await admit(event, inside)
    } catch (error) {
      const own = preparePage(event, error)
      await (own === undefined ? sendProblem(event, error) : send(event, own))
    }
  })
}

/** Sets the request's context. A HEAD is handled as a GET; the server omits the body. */
function receive(event: H3Event, app: App, page: Page): void {
  const { context } = event
  context.app = app
  context.page = page
  context.requestId = crypto.randomUUID()
  context.nonce = crypto.randomUUID()
  context.origin = requestOrigin(event, app.config)
  if (context.origin.untrustedProxy) app.untrustedProxies.note(context.origin.address)
  context.headersOnly = event.method === 'HEAD'
  if (context.headersOnly) {
    event._method = 'GET'
    event.node.req.method = 'GET'
  }
  setResponseHeaders(event, securityHeaders(app.config, context.origin, context.nonce))
  setResponseHeader(event, 'x-request-id', context.requestId)
}

async function admit(event: H3Event, inside: EventHandler): Promise<void> {
  const { app } = event.context
  const { baseUrl, openapiEnabled } = app.config
  event.context.installationId = await app.installation.id()
  await guardHost(event)
  const path = pathOf(event.path)
  if (!isReadable(path)) throw unreadableAddress()
  const { strippedPrefix } = app
  strippedPrefix.refuseStripped(event, path)
  if (!isBelow(path, baseUrl)) {
    if (path !== '/') {
      strippedPrefix.noteOutside(event)
      throw outsideBasePath(baseUrl)
    }
    strippedPrefix.refuseLoop(event)
    await sendRedirect(event, baseUrl, 302)
    return
  }
  strippedPrefix.noteArrival(event)
  if (isDocumentation(path, baseUrl) && !openapiEnabled) throw addressNotFound()
  if (allowOrigins(event, path.slice(baseUrl.length - 1))) return send(event, '')
  refuseCrossSite(event)
  event.context.path = path.slice(baseUrl.length - 1)
  await useBase(baseUrl, inside)(event)
}
