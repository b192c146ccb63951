import type { RequestOrigin } from './origin'

/**
 * The headers of every answer.
 * @param nonce allows the page's own script tags.
 * Scripts come from this server alone; styles may be inline, as components position themselves with them.
 */
export function securityHeaders(origin: RequestOrigin, nonce: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Only a proxy that is trusted can say that people use https; over http the header would be ignored.
    ...(origin.protocol === 'https' && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
