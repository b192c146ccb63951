import { setResponseHeaders, type H3Event } from 'h3'
import { guardPage } from '#server/security/page-guard'

/**
 * Answers with the web interface.
 * @throws AppError 401 with a challenge if the browser's own dialog asks for credentials.
 */
export async function sendPage(event: H3Event): Promise<string> {
  await guardPage(event)
  return sendPublicPage(event)
}

/** Answers with the web interface, even to those who could not sign in. */
export async function sendPublicPage(event: H3Event): Promise<string> {
  const { page, nonce, path, app } = event.context
  const html = await page(nonce, app.config.baseUrl.slice(0, -1) + path)
  setResponseHeaders(event, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  return html
}
