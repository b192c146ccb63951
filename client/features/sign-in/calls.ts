import type { getSession, init, InitBody, login, loginBody, logout } from '#contract/auth'
import type { takeOverAccount } from '#contract/oidc'
import type { z } from 'zod'
import type { Http } from '#client/app/http'

/** Calls about who is asking and how this server is set up. */
export function sessionApi(http: Http) {
  return {
    read: () => http.call<typeof getSession>({ method: 'GET', path: '/api/session' }),
    setUp: (body: InitBody) => http.call<typeof init>({ method: 'POST', path: '/api/init', body }),
    signIn: (body: z.input<typeof loginBody>) =>
      http.callForNothing<typeof login>({ method: 'POST', path: '/api/auth/login', body }),
    /** Finishes a first sign-in through the provider with the password of the account of that name. */
    takeOver: (password: string) =>
      http.call<typeof takeOverAccount>({
        method: 'POST',
        path: '/api/auth/oidc/takeover',
        body: { password },
      }),
    signOut: () => http.call<typeof logout>({ method: 'POST', path: '/api/auth/logout' }),
  }
}
