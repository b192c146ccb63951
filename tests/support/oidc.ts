import { CLIENT, startOidcProvider, type OidcProviderOptions } from '#fakes/oidc-provider'
import type { Database } from '#server/db/database'
import { startTestApp, type TestApp, type TestAppOptions } from './app'
import { createHttpBrowser, type HttpBrowser } from './http-browser'
import { ROOT_ENVIRONMENT, ROOT_LOGIN, signIn } from './root'

export interface TestOidcOptions extends TestAppOptions {
  provider?: Partial<OidcProviderOptions>
  /** Settings in addition to the provider's. */
  settings?: Record<string, unknown>
  /** Public address with the base path and no trailing slash; by default, the server's. */
  publicAddress?: string
}

/** A database that the application does not close, because the suite does. */
export const lasting = (database: Database): Database => ({ ...database, close: () => Promise.resolve() })

/**
 * Changes the security settings as the root administrator, who under oidc signs in through the backup form.
 * With a provider address, enters the client secret again, because the server sends it only to the address it
 * was entered for.
 */
export async function changeSecurity(server: TestApp, changes: Record<string, unknown>): Promise<Response> {
  const cookie = await signIn(server)
  return server.fetch('/api/settings/security', {
    method: 'PATCH',
    headers: { cookie },
    body: JSON.stringify({
      ...(typeof changes['oidc_endpoint'] === 'string' && { oidc_client_secret: CLIENT.secret }),
      ...changes,
      root_username: ROOT_LOGIN.username,
      root_password: ROOT_LOGIN.password,
    }),
  })
}

/** The application under login type oidc with a real provider, both on loopback. */
export async function startOidcApp(options: TestOidcOptions = {}) {
  const server = await startTestApp({
    ...options,
    environment: { ...ROOT_ENVIRONMENT, ...options.environment },
  })
  const address = options.publicAddress ?? server.url
  const provider = await startOidcProvider({
    redirectUris: [`${address}/auth/oidc`],
    afterLogoutUris: [`${address}/login`],
    ...options.provider,
  })
  const forced = options.environment?.['SVC_APP__FORCE_LOGIN_TYPE'] !== undefined
  const changed = await changeSecurity(server, {
    oidc_endpoint: provider.endpoint,
    oidc_client_id: CLIENT.id,
    oidc_client_secret: CLIENT.secret,
    oidc_scope: 'openid profile groups',
    oidc_group_claim: 'groups',
    ...options.settings,
    ...(!forced && { login_type: 'oidc' }),
  })
  if (changed.status !== 204) throw new Error(`The settings were refused: ${await changed.text()}`)

  const isBack = ({ href }: URL) => href.startsWith(`${address}/auth/oidc?`)
  return {
    server,
    provider,
    /** The callback address to which a browser is sent after signing in at the provider. */
    async visit(browser: HttpBrowser, subject: string, next = '/requests'): Promise<URL> {
      const start = `${address}/auth/oidc/login?next=${encodeURIComponent(next)}`
      const there = await browser.follow(start, isBack)
      if (isBack(there.address) || there.answer === undefined) return there.address
      if (there.address.origin !== provider.issuer) return there.address
      return (await browser.submit(there.address, { account: subject }, isBack)).address
    },
    /** Completes a sign-in. @returns the address of the final page, without the host. */
    async signIn(browser: HttpBrowser, subject: string, next?: string): Promise<string> {
      const back = await this.visit(browser, subject, next)
      const { address: end } = await browser.follow(back.href, ({ origin }) => origin !== back.origin)
      return end.href.replace(new URL(address).origin, '')
    },
    /** The user signed in with a browser; null if there is none. */
    async user(browser: HttpBrowser): Promise<unknown> {
      const answer = await browser.request(`${address}/api/users/me`)
      return answer.status === 200 ? answer.json() : null
    },
    /** Names and roles of all users, by name. */
    async users(): Promise<string[]> {
      const { users } = await server.app.users.list({ limit: 100, offset: 0 })
      return users.map(({ username, role }) => `${username} ${role}`)
    },
    newBrowser: () => createHttpBrowser(),
    async close() {
      await provider.close()
      await server.close()
    },
  }
}

export type TestOidc = Awaited<ReturnType<typeof startOidcApp>>
