/**
 * Whether a response is the requested file. Once someone's sign-in at an authenticating proxy has ended, the
 * proxy redirects to its own page, which would otherwise be cached for as long as the build.
 */
export const isAsset = ({
  ok,
  redirected,
  headers,
}: Pick<Response, 'ok' | 'redirected' | 'headers'>): boolean =>
  ok && !redirected && !/^text\/html\b/i.test(headers.get('content-type') ?? '')
