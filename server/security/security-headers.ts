import { pagePolicy } from '#contract/page-policy'
import type { RequestOrigin } from './origin'

/** The headers of an asset that the platform serves instead of this server. */
export const ASSET_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * The headers of every response.
 * @param nonce allows the page's own script tags.
 */
export function securityHeaders(origin: RequestOrigin, nonce: string): Record<string, string> {
  return {
    'content-security-policy': pagePolicy(`'nonce-${nonce}'`),
    ...ASSET_HEADERS,
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    // Only a trusted proxy can say that people use https; over http the header would be ignored.
    ...(origin.protocol === 'https' && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
