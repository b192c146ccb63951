import { describe, expect, it, onTestFinished } from 'vitest'
import { startCatalogueFake } from '#fakes/catalogue'
import { sendJson, type ReceivedRequest } from '#fakes/fake-server'
import { startProwlarrFake, type ProwlarrFake } from '#fakes/prowlarr'
import { bookDetailsSchema } from '#contract/books'
import { startGate } from '../support/prowlarr-gate'
import { createPostgresDatabase } from '../support/postgres-database'
import { configureProwlarr } from '../support/prowlarr'
import type { ServerProcess } from '../support/server-process'
import { temporaryDirectory } from '../support/temporary-directory'
import { useArtefact } from './artefact'
import { initialise } from './setup'

/** Books of the fake catalogue that the fake Prowlarr has good releases of, by their titles. */
const BOOKS = {
  EM00LNK0EM: 'The Ash Ferry',
  EM000GPEOM: 'The Salt Lantern',
  EM007E6Y3V: 'The Last Lamplighter',
  EM00B0UA2M: 'Winterglass',
  EM00C8HBD8: 'The Moth Cartographer',
  EM00ZIU2MA: 'The Tidewright',
} as const
const [FERRY, LANTERN, LAMPLIGHTER, WINTERGLASS] = ['EM00LNK0EM', 'EM000GPEOM', 'EM007E6Y3V', 'EM00B0UA2M']
const ALL = Object.keys(BOOKS)

const artefact = useArtefact()

/** The world around the servers: a catalogue, and a Prowlarr behind a gate. */
async function surroundings() {
  const [catalogue, prowlarr] = await Promise.all([startCatalogueFake(), startProwlarrFake()])
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

const call = (server: ServerProcess, method: string, path: string, body?: unknown) =>
  fetch(`${server.url}api/${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })

/** Sets a server up so that it grabs whatever is wanted. */
async function setUp(server: ServerProcess, prowlarr: ProwlarrFake, gate: { url: string }): Promise<void> {
  await initialise(server)
  const connection = { apiKey: prowlarr.apiKey, baseUrl: gate.url }
  await configureProwlarr((path, init) => fetch(server.url.replace(/\/$/, '') + path, init), connection)
  expect((await call(server, 'PATCH', 'settings/download', { auto_download: true })).status).toBe(204)
}

async function want(server: ServerProcess, asins: readonly string[]): Promise<void> {
  for (const asin of asins) expect((await call(server, 'POST', `requests/${asin}`)).status).toBe(201)
}

async function statusOf(server: ServerProcess, asin: string): Promise<string | null> {
  const answer = await call(server, 'GET', `books/${asin}`)
  return bookDetailsSchema.parse(await answer.json()).book.status
}

const statuses = (server: ServerProcess, asins: readonly string[]) =>
  Promise.all(asins.map((asin) => statusOf(server, asin)))

/** The books that releases were handed over for, one for each time. */
const handedOver = (prowlarr: ProwlarrFake) =>
  prowlarr.grabs.map(({ guid }) => ALL.find((asin) => guid.includes(asin)) ?? guid).toSorted()

const isGrab = ({ method }: ReceivedRequest) => method === 'POST'
const isSearch = ({ method, path }: ReceivedRequest) => method === 'GET' && path.endsWith('/search')
const isHistory = ({ path }: ReceivedRequest) => path.endsWith('/history')

/** The book that a request to Prowlarr is about. */
function bookOf({ query, body }: ReceivedRequest): string | undefined {
  const words = query.get('query') ?? ''
  return Object.entries(BOOKS).find(([asin, title]) => body.includes(asin) || words.startsWith(title))?.[0]
}

describe('the built server, killed while it grabs', () => {
  it('hands every release over once, wherever it was, and leaves nothing behind', async () => {
    const { prowlarr, gate, env } = await surroundings()
    const forgotten = new Set<string>()
    gate.decide((request) => {
      const asin = bookOf(request)
      // In the search; before Prowlarr does anything; when it has done it; in the repeated search.
      if (asin === FERRY && isSearch(request)) return 'keep'
      if (asin === LANTERN && isGrab(request)) return 'keep'
      if (asin === LAMPLIGHTER && isGrab(request)) return 'pass and keep'
      if (asin === WINTERGLASS && isGrab(request)) {
        forgotten.add(asin)
        return (response) => sendJson(response, { message: 'Try searching again' }, 404)
      }
      if (asin === WINTERGLASS && isSearch(request) && forgotten.has(asin)) return 'keep'
      return 'pass'
    })
    const first = await artefact.start({ env })
    await setUp(first, prowlarr, gate)
    const books = [FERRY, LANTERN, LAMPLIGHTER, WINTERGLASS]
    await want(first, books)
    await expect.poll(() => new Set(gate.kept.map(bookOf)).size).toBe(books.length)
    await first.kill()

    // While it asks the history what became of them.
    gate.decide((request) => (isHistory(request) ? 'keep' : 'pass'))
    const second = await artefact.start({ env })
    await expect.poll(() => gate.kept.filter(isHistory).length).toBeGreaterThan(0)
    await second.kill()

    gate.decide(() => 'pass')
    const third = await artefact.start({ env })
    await expect
      .poll(() => statuses(third, books))
      .toEqual(['grabbed', 'grab_unconfirmed', 'grabbed', 'grab_unconfirmed'])
    expect(handedOver(prowlarr)).toEqual([FERRY, LAMPLIGHTER].toSorted())
    for (const asin of [LANTERN, WINTERGLASS]) {
      const answer = await call(third, 'POST', `requests/${asin}/confirm-grab`, { grabbed: false })
      expect(answer.status).toBe(204)
    }
    await expect.poll(() => statuses(third, books)).toEqual(books.map(() => 'grabbed'))
    expect(handedOver(prowlarr)).toEqual(books.toSorted())
  })

  it('does so too when it is killed at any moment, again and again', async () => {
    const { prowlarr, gate, env } = await surroundings()
    prowlarr.troubleGrabs({ kind: 'after', how: 'late', ms: 400 })
    const first = await artefact.start({ env })
    await setUp(first, prowlarr, gate)
    await want(first, ALL)
    await first.kill()
    for (const moment of [150, 700, 1500, 17_000]) {
      const server = await artefact.start({ env })
      await new Promise((resolve) => setTimeout(resolve, moment))
      await server.kill()
    }
    const last = await artefact.start({ env })
    const done = ['grabbed', 'grab_unconfirmed']
    await expect
      .poll(async () => (await statuses(last, ALL)).filter((status) => !done.includes(status ?? '')))
      .toEqual([])
    // What Prowlarr never heard of cannot be told from what is still under way; a person says so.
    for (const asin of ALL) {
      if ((await statusOf(last, asin)) !== 'grab_unconfirmed' || handedOver(prowlarr).includes(asin)) continue
      await call(last, 'POST', `requests/${asin}/confirm-grab`, { grabbed: false })
    }
    await expect.poll(() => statuses(last, ALL)).toEqual(ALL.map(() => 'grabbed'))
    expect(handedOver(prowlarr)).toEqual(ALL.toSorted())
  })
})

describe('two built servers on one PostgreSQL', () => {
  it('hand every release over once, whether Prowlarr answers late, twice or never, and one is killed', async () => {
    const { prowlarr, gate, env: common } = await surroundings()
    const database = await createPostgresDatabase()
    onTestFinished(database.drop)
    const env = {
      ...common,
      SVC_DB__USE_POSTGRES: 'true',
      SVC_DB__POSTGRES_HOST: database.host,
      SVC_DB__POSTGRES_PORT: String(database.port),
      SVC_DB__POSTGRES_DB: database.database,
      SVC_DB__POSTGRES_USER: database.user,
      SVC_DB__POSTGRES_PASSWORD: database.password,
      SVC_DB__POSTGRES_SSL_MODE: 'disable',
    }
    const [one, two] = await Promise.all([artefact.start({ env }), artefact.start({ env })])
    await setUp(one, prowlarr, gate)
    prowlarr.troubleGrabs({ kind: 'after', how: 'late', ms: 1000 })
    gate.decide((request) => (isGrab(request) && bookOf(request) === LANTERN ? 'pass and keep' : 'pass'))
    await want(one, [FERRY, LANTERN])
    await expect.poll(() => gate.kept.length).toBe(1)
    prowlarr.troubleGrabs({ kind: 'after', how: 'twice' })
    await want(two, ALL.slice(2))
    // Whichever of them waits for the answer that never comes, it is gone.
    const three = await artefact.start({ env })
    await Promise.all([one.kill(), two.kill()])
    await expect.poll(() => statuses(three, ALL)).toEqual(ALL.map(() => 'grabbed'))
    expect(handedOver(prowlarr)).toEqual(ALL.toSorted())
  })
})
