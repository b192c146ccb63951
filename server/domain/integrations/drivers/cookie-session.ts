/**
 * Keeps the session cookies of one address and account, for clients that want a login before the first call.
 * @param signIn returns the cookies.
 */
export function createCookieSession<A>(signIn: (at: A) => Promise<string>) {
  let session: { key: string; cookies: Promise<string> } | null = null

  /** Signs in again at the next call, as when the client has forgotten the session. */
  function forget(cookies: Promise<string>): void {
    if (session?.cookies === cookies) session = null
  }

  return {
    forget,
    open(at: A): Promise<string> {
      const key = JSON.stringify(at)
      if (session?.key === key) return session.cookies
      const cookies = signIn(at)
      session = { key, cookies }
      // After a failure, the next call tries again.
      cookies.catch(() => forget(cookies))
      return cookies
    },
  }
}

/** The cookies that a response sets, as a request sends them. */
export function cookiesIn(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .join('; ')
}
