import { defineEventHandler, sendRedirect, setResponseHeader, type EventHandler, type H3Event } from 'h3'
import { OIDC_ERRORS } from '#contract/oidc'
import type { App } from '#server/app'
import { ProviderFailure } from '#server/domain/oidc/oidc.errors'
import { AppError } from '#server/errors/app-error'
import { sendProblem } from './problem'
import { requestHeader } from '#server/security/request-header'

const CODES: readonly string[] = OIDC_ERRORS

/**
 * Creates the handler for a step of a browser's sign-in through a provider, which redirects. If it fails, the
 * sign-in page says why; programs receive the problem itself.
 * @param handle returns the address to redirect to.
 */
export function signInStep(handle: (app: App, event: H3Event) => Promise<string>): EventHandler {
  return defineEventHandler(async (event) => {
    const { app } = event.context
    setResponseHeader(event, 'cache-control', 'no-store')
    try {
      await sendRedirect(event, await handle(app, event), 302)
    } catch (error) {
      if (!(error instanceof AppError) || !CODES.includes(error.code)) return sendProblem(event, error)
      app.log.warn('Sign-in through OpenID Connect failed from {address}: {code}: {reason}', {
        address: event.context.origin.address,
        code: error.code,
        reason: error.message,
      })
      if (isProgram(event)) return sendProblem(event, error)
      await sendRedirect(event, `${app.config.baseUrl}login?${explanation(error)}`, 302)
    }
  })
}

/** The query for the sign-in page. Contains only known codes, because anyone can make up an address. */
function explanation(error: AppError): string {
  const at = error instanceof ProviderFailure && error.status === 502 ? error.step : undefined
  return new URLSearchParams({ error: error.code, ...(at && { at }) }).toString()
}

/** Whether a program made the request: browsers accept a page, programs something else. */
function isProgram(event: H3Event): boolean {
  const accepted = requestHeader(event, 'accept') ?? ''
  return accepted.includes('json') && !accepted.includes('text/html')
}
