import { afterEach, beforeEach, expect, it } from 'vitest'
import { startCatalogueFake, type CatalogueFake } from '#fakes/catalogue'
import { KEY, startAudiobookshelf, type AudiobookshelfFake } from '#fakes/libraries/audiobookshelf'
import { startProwlarrFake, type ProwlarrFake } from '#fakes/prowlarr'
import { bookDetailsSchema } from '#contract/books'
import { connectionSchema } from '#contract/connections'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { onEachDatabase } from '#tests/support/databases'
import { configureProwlarr } from '#tests/support/prowlarr'
import { standingClock } from '#tests/support/records'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

/** A book of the fake catalogue. */
const ASIN = 'EM00B0UA2M'
const ITEM = { id: 'marsh', title: 'Songs of the Marsh', authors: ['Ada Moor'], asin: ASIN }
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

onEachDatabase('A library whose connection is deleted and added again', (database) => {
  let catalogue: CatalogueFake
  let prowlarr: ProwlarrFake
  let shelf: AudiobookshelfFake
  let server: TestApp
  let clock: ReturnType<typeof standingClock>
  let admin: Record<string, string>

  beforeEach(async () => {
    ;[catalogue, prowlarr, shelf] = await Promise.all([
      startCatalogueFake(),
      startProwlarrFake(),
      startAudiobookshelf(),
    ])
    clock = standingClock(new Date().toISOString())
    server = await startTestApp({
      environment: { ...ROOT_ENVIRONMENT, SVC_CATALOGUE__BASE_URL: catalogue.baseUrl },
      database: { ...database(), close: () => Promise.resolve() },
      clock: clock.read,
    })
    admin = await addCaller(server.app, 'admin')
    await configureProwlarr((path, init) => server.fetch(path, { ...init, headers: admin }), prowlarr)
    await send('PATCH', '/api/settings/download', { auto_download: true })
    shelf.add(ITEM)
  })
  afterEach(async () => {
    await server.close()
    await Promise.all([catalogue, prowlarr, shelf].map((fake) => fake.close()))
  })

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await server.fetch(path, { method, headers: admin, body: JSON.stringify(body) })
    expect(answer.ok, path).toBe(true)
    return answer
  }

  /** Adds the connection and has its library read. @returns its id. */
  async function connect(name: string, path = ''): Promise<string> {
    const settings = { audiobookshelf_base_url: shelf.url + path, audiobookshelf_api_key: KEY }
    const answer = await send('POST', '/api/connections', { driver: 'Audiobookshelf', name, settings })
    await walk()
    return connectionSchema.parse(await answer.json()).id
  }

  /** Does what the jobs do two hours later: walks the library, and processes what it found. */
  async function walk(): Promise<void> {
    clock.advance(2 * HOUR)
    const { signal } = new AbortController()
    await server.app.library.refresh(signal)
    await server.app.arrivals.checkArrivals(signal)
  }

  async function seen() {
    const answer = await server.fetch(`/api/books/${ASIN}`, { headers: admin })
    const { book } = bookDetailsSchema.parse(await answer.json())
    return { status: book.status, item: book.in_library?.item ?? null }
  }

  it('adds nothing new: earlier requests still wait', async () => {
    const id = await connect('Shelf')
    await send('POST', `/api/requests/${ASIN}`)
    await server.app.fulfilment.worker.workDue()
    await server.app.fulfilment.worker.settled()
    expect(await seen()).toEqual({ status: 'grabbed', item: `${id}/${ITEM.id}` })
    await send('DELETE', `/api/connections/${id}`)
    await walk()
    expect(await seen()).toEqual({ status: 'grabbed', item: null })
    clock.advance(30 * DAY)
    expect(await connect('The shelf', '/')).toBe(id)
    expect(await seen()).toEqual({ status: 'grabbed', item: `${id}/${ITEM.id}` })
    // An edition that is added now counts as the requested book.
    shelf.add({ ...ITEM, id: 'marsh-2' })
    await walk()
    expect((await seen()).status).toBe('available')
  })

  it('keeps its corrections', async () => {
    const id = await connect('Shelf')
    const item = `${id}/${ITEM.id}`
    await send('POST', `/api/requests/${ASIN}`)
    expect((await seen()).item).toBe(item)
    await send('PUT', `/api/books/${ASIN}/library`, { item, is: false })
    expect((await seen()).item).toBeNull()
    await send('DELETE', `/api/connections/${id}`)
    await walk()
    await connect('Shelf')
    expect((await seen()).item).toBeNull()
    await send('DELETE', `/api/books/${ASIN}/library`, { item })
    expect((await seen()).item).toBe(item)
  })
})
