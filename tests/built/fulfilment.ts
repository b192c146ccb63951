import { expect, onTestFinished } from 'vitest'
import { startCatalogueFake } from '#fakes/catalogue'
import { startProwlarrFake, type ProwlarrFake } from '#fakes/prowlarr'
import { bookDetailsSchema } from '#contract/books'
import type { PostgresDatabase } from '#tests/support/postgres-database'
import { startGate } from '#tests/support/service-gate'
import { configureProwlarr } from '#tests/support/prowlarr'
import type { ServerProcess } from '#tests/support/server-process'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { initialise } from './setup'

/** Titles in the fake catalogue for which the fake Prowlarr has good releases. */
export const BOOKS = {
  EM00LNK0EM: 'The Ash Ferry',
  EM000GPEOM: 'The Salt Lantern',
  EM007E6Y3V: 'The Last Lamplighter',
  EM00B0UA2M: 'Winterglass',
  EM00C8HBD8: 'The Moth Cartographer',
  EM00ZIU2MA: 'The Tidewright',
} as const
export const ALL = Object.keys(BOOKS)

/**
 * The services around the servers: a catalogue, and a Prowlarr behind a gate.
 * @param sendTo receives the torrents that Prowlarr sends.
 */
export async function startServices(sendTo?: (torrent: { id: string; name: string }) => void) {
  const [catalogue, prowlarr] = await Promise.all([
    startCatalogueFake(),
    startProwlarrFake({ sendTo: sendTo ?? null }),
  ])
  const gate = await startGate(prowlarr.url)
  onTestFinished(async () => {
    await Promise.all([catalogue.close(), gate.close(), prowlarr.close()])
  })
  const env = {
    SVC_APP__CONFIG_DIR: await temporaryDirectory(),
    SVC_CATALOGUE__BASE_URL: catalogue.baseUrl,
  }
  return { prowlarr, gate, env }
}

export const call = (server: ServerProcess, method: string, path: string, body?: unknown) =>
  fetch(`${server.url}api/${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })

/** Sets a server up to grab whatever is wanted. */
export async function setUp(
  server: ServerProcess,
  prowlarr: ProwlarrFake,
  gate: { url: string },
): Promise<void> {
  await initialise(server)
  const connection = { apiKey: prowlarr.apiKey, baseUrl: gate.url }
  await configureProwlarr((path, init) => fetch(server.url.replace(/\/$/, '') + path, init), connection)
  expect((await call(server, 'PATCH', 'settings/download', { auto_download: true })).status).toBe(204)
}

export async function want(server: ServerProcess, asins: readonly string[]): Promise<void> {
  for (const asin of asins) expect((await call(server, 'POST', `requests/${asin}`)).status).toBe(201)
}

export async function statusOf(server: ServerProcess, asin: string): Promise<string | null> {
  const answer = await call(server, 'GET', `books/${asin}`)
  return bookDetailsSchema.parse(await answer.json()).book.status
}

export const statuses = (server: ServerProcess, asins: readonly string[]) =>
  Promise.all(asins.map((asin) => statusOf(server, asin)))

/** The books of all grabs, one entry per grab. */
export const grabbedBooks = (prowlarr: ProwlarrFake) =>
  prowlarr.grabs.map(({ guid }) => ALL.find((asin) => guid.includes(asin)) ?? guid).toSorted()

/** The environment of a server on a PostgreSQL database. */
export const postgresVariables = ({ host, port, database, user, password }: PostgresDatabase) => ({
  SVC_DB__USE_POSTGRES: 'true',
  SVC_DB__POSTGRES_HOST: host,
  SVC_DB__POSTGRES_PORT: String(port),
  SVC_DB__POSTGRES_DB: database,
  SVC_DB__POSTGRES_USER: user,
  SVC_DB__POSTGRES_PASSWORD: password,
  SVC_DB__POSTGRES_SSL_MODE: 'disable',
})
