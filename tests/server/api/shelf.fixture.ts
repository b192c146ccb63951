import { afterEach, beforeEach, expect } from 'vitest'
import { startCatalogueFake, type CatalogueFake } from '#fakes/catalogue'
import { KEY, startAudiobookshelf, type AudiobookshelfFake } from '#fakes/libraries/audiobookshelf'
import { startProwlarrFake, type ProwlarrFake } from '#fakes/prowlarr'
import { bookDetailsSchema } from '#contract/books'
import { connectionSchema } from '#contract/connections'
import type { Database } from '#server/db/database'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { configureProwlarr } from '#tests/support/prowlarr'
import { standingClock } from '#tests/support/records'
import { ROOT_ENVIRONMENT } from '#tests/support/root'
import { standIn } from '#tests/support/stand-in'

/** A book of the fake catalogue. */
export const ASIN = 'EM00B0UA2M'
export const ITEM = { id: 'marsh', title: 'Songs of the Marsh', authors: ['Ada Moor'], asin: ASIN }
export const HOUR = 60 * 60_000

/** For each test of a suite, a server that downloads automatically, and an Audiobookshelf that it may be connected to. */
export function serveShelf(database: () => Database, options: { fetch?: typeof fetch } = {}) {
  let catalogue: CatalogueFake
  let prowlarr: ProwlarrFake
  let shelf: AudiobookshelfFake
  let server: TestApp
  let clock: ReturnType<typeof standingClock>
  let admin: Record<string, string>
  beforeEach(async () => {
    const starting = [startCatalogueFake(), startProwlarrFake(), startAudiobookshelf()] as const
    ;[catalogue, prowlarr, shelf] = await Promise.all(starting)
    clock = standingClock(new Date().toISOString())
    server = await startTestApp({
      ...options,
      environment: { ...ROOT_ENVIRONMENT, SVC_CATALOGUE__BASE_URL: catalogue.baseUrl },
      database: { ...database(), close: () => Promise.resolve() },
      clock: clock.read,
    })
    admin = await addCaller(server.app, 'admin')
    await configureProwlarr((path, init) => server.fetch(path, { ...init, headers: admin }), prowlarr)
    await send('PATCH', '/api/settings/download', { auto_download: true })
  })
  afterEach(async () => {
    await server.close()
    await Promise.all([catalogue, prowlarr, shelf].map((fake) => fake.close()))
  })

  /** Calls as an administrator, successfully. */
  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await server.fetch(path, { method, headers: admin, body: JSON.stringify(body) })
    expect(answer.ok, path).toBe(true)
    return answer
  }
  return {
    prowlarr: standIn(() => prowlarr),
    shelf: standIn(() => shelf),
    server: standIn(() => server),
    clock: standIn(() => clock),
    send,
    /** An item without an ASIN, which has the book's text and length and so may be another edition. */
    async otherEdition() {
      const { book } = bookDetailsSchema.parse(await (await send('GET', `/api/books/${ASIN}`)).json())
      const { title, authors, runtime_length_min } = book
      return { ...ITEM, asin: null, title, authors, duration: (runtime_length_min ?? 0) * 60 }
    },
    /** Adds a connection to the shelf. @returns its id. */
    async connect(name: string, path = ''): Promise<string> {
      const settings = { audiobookshelf_base_url: shelf.url + path, audiobookshelf_api_key: KEY }
      const answer = await send('POST', '/api/connections', { driver: 'Audiobookshelf', name, settings })
      return connectionSchema.parse(await answer.json()).id
    },
    /** Does what the jobs do two hours later: walks the library, and processes what it found. */
    async walk(): Promise<void> {
      clock.advance(2 * HOUR)
      const { signal } = new AbortController()
      await server.app.library.refresh(signal)
      await server.app.arrivals.checkArrivals(signal)
    },
  }
}
