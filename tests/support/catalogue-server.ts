import { afterAll, beforeAll } from 'vitest'
import { startCatalogueFake, type CatalogueFake } from '#fakes/catalogue'
import type { Role } from '#contract/common'
import type { Database } from '#server/db/database'
import { startTestApp, type TestApp, type TestAppOptions } from './app'
import { addCaller } from './callers'
import { ROOT_ENVIRONMENT } from './root'
import { standIn } from './stand-in'

type Headers = Record<string, string>

/**
 * Starts the fake catalogue, and the application over it, for all tests of the suite that calls this. What it returns
 * works from the first hook on.
 */
export function serveCatalogue({ environment, ...options }: TestAppOptions = {}) {
  const callers: { role: Role; username: string; headers: Headers }[] = []
  let catalogue: CatalogueFake
  let server: TestApp
  beforeAll(async () => {
    catalogue = await startCatalogueFake()
    const always = { ...ROOT_ENVIRONMENT, SVC_CATALOGUE__BASE_URL: catalogue.baseUrl }
    server = await startTestApp({ ...options, environment: { ...always, ...environment } })
    for (const { role, username, headers } of callers) {
      Object.assign(headers, await addCaller(server.app, role, username))
    }
  })
  afterAll(async () => {
    await server.close()
    await catalogue.close()
  })

  /** Adds a user with an API key. @returns the headers with the key. */
  function caller(role: Role, username: string = role): Headers {
    const headers = {}
    callers.push({ role, username, headers })
    return headers
  }
  return {
    server: standIn(() => server),
    catalogue: standIn(() => catalogue),
    caller,
    // Only those that a suite names exist, so that it may still add others of these names.
    get admin() {
      return caller('admin')
    },
    get trusted() {
      return caller('trusted')
    },
    get untrusted() {
      return caller('untrusted')
    },
    /** The ASIN of a book of the catalogue. */
    asinOf: (title: string) => catalogue.books.find((book) => book.title === title)?.asin ?? '',
    /** Deletes all rows of some tables. */
    async empty(...names: (keyof Database['tables'])[]): Promise<void> {
      const { tables, write } = server.app.database
      await write(async (transaction) => {
        for (const name of names) await transaction.delete(tables[name])
      })
    },
  }
}
