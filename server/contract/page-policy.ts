/**
 * The content security policy of the page: it loads content only from this server. Styles may be inline, as
 * components use them for positioning.
 * @param scripts further sources of scripts.
 */
export function pagePolicy(...scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
