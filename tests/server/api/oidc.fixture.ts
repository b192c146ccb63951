import { afterAll, afterEach, beforeEach } from 'vitest'
import type { Database } from '#server/db/database'
import { createHttpBrowser, type HttpBrowser } from '#tests/support/http-browser'
import {
  changeSecurity,
  lasting,
  startOidcApp,
  type TestOidc,
  type TestOidcOptions,
} from '#tests/support/oidc'
import { standIn } from '#tests/support/stand-in'

/** The application under login type oidc that each test of a file starts, and a browser for Ada. */
export function oidcOfEachTest() {
  let oidc: TestOidc
  let browser: HttpBrowser
  let stored: Database | undefined
  afterEach(() => oidc.close())
  return {
    oidc: standIn(() => oidc),
    browser: standIn(() => browser),
    async start(options: TestOidcOptions = {}): Promise<void> {
      oidc = await startOidcApp({ ...options, ...(stored && { database: lasting(stored) }) })
      browser = createHttpBrowser()
      oidc.provider.accounts.set('s-1', { preferred_username: 'Ada' })
    },
    change: (settings: Record<string, unknown>) => changeSecurity(oidc.server, settings),
    /** Makes the tests of a suite use its database; each other test gets a new file. */
    storeIn(database: () => Database): void {
      beforeEach(() => {
        stored = database()
      })
      afterAll(() => {
        stored = undefined
      })
    },
  }
}
