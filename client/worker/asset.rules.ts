/**
 * Whether an answer is the file that was asked for: a proxy whose sign-in has ended leads to its own page instead, which
 * would then be kept for as long as the build.
 */
export const isAsset = ({
  ok,
  redirected,
  headers,
}: Pick<Response, 'ok' | 'redirected' | 'headers'>): boolean =>
  ok && !redirected && !/^text\/html\b/i.test(headers.get('content-type') ?? '')
