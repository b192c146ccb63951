import { pagePolicy } from '#contract/page-policy'
import type { Config } from '#server/platform/config'
import type { RequestOrigin } from './origin'

/** The headers of an asset that the platform serves instead of this server. */
export const ASSET_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * The headers of every response. Strict-Transport-Security binds the whole host name, with the other services on its
 * ports and paths, so this server sends it only when asked to.
 * @param nonce allows the page's own script tags.
 */
export function securityHeaders(
  { hsts }: Pick<Config, 'hsts'>,
  { protocol }: RequestOrigin,
  nonce: string,
): Record<string, string> {
  return {
    'content-security-policy': pagePolicy(`'nonce-${nonce}'`),
    ...ASSET_HEADERS,
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    // Only a trusted proxy can say that people use https; over http the header would be ignored.
    ...(hsts && protocol === 'https' && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
