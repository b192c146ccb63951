import { afterEach, beforeEach, expect, it } from 'vitest'
import { startCatalogueFake, type CatalogueFake } from '#fakes/catalogue'
import { KEY, startAudiobookshelf, type AudiobookshelfFake } from '#fakes/libraries/audiobookshelf'
import { startProwlarrFake, type ProwlarrFake } from '#fakes/prowlarr'
import { bookDetailsSchema } from '#contract/books'
import { problemSchema } from '#contract/common'
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

onEachDatabase('A book that has left the library', (database) => {
  let catalogue: CatalogueFake
  let prowlarr: ProwlarrFake
  let shelf: AudiobookshelfFake
  let server: TestApp
  let clock: ReturnType<typeof standingClock>
  /** Whether the library does not respond. */
  let isDown: boolean
  let connection: string
  let admin: Record<string, string>
  let tess: Record<string, string>
  let uma: Record<string, string>

  beforeEach(async () => {
    ;[catalogue, prowlarr, shelf] = await Promise.all([
      startCatalogueFake(),
      startProwlarrFake(),
      startAudiobookshelf(),
    ])
    clock = standingClock(new Date().toISOString())
    isDown = false
    server = await startTestApp({
      environment: { ...ROOT_ENVIRONMENT, SVC_CATALOGUE__BASE_URL: catalogue.baseUrl },
      database: { ...database(), close: () => Promise.resolve() },
      clock: clock.read,
      fetch: (input, init) =>
        isDown && addressOf(input).startsWith(shelf.url)
          ? Promise.reject(new TypeError('fetch failed'))
          : fetch(input, init),
    })
    admin = await addCaller(server.app, 'admin')
    tess = await addCaller(server.app, 'trusted', 'tess')
    uma = await addCaller(server.app, 'untrusted', 'uma')
    await configureProwlarr((path, init) => server.fetch(path, { ...init, headers: admin }), prowlarr)
    await send('PATCH', '/api/settings/download', { auto_download: true })
    const settings = { audiobookshelf_base_url: shelf.url, audiobookshelf_api_key: KEY }
    const added = await send('POST', '/api/connections', {
      driver: 'Audiobookshelf',
      name: 'Shelf',
      settings,
    })
    connection = connectionSchema.parse(await added.json()).id
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

  /** The outcome of a request: the status, and the code of a problem. */
  async function ask(headers: Record<string, string>): Promise<string> {
    const answer = await server.fetch(`/api/requests/${ASIN}`, { method: 'POST', headers })
    const body: unknown = await answer.json()
    return answer.ok ? `${answer.status}` : `${answer.status} ${problemSchema.parse(body).code}`
  }

  async function seen(headers = tess) {
    const answer = await server.fetch(`/api/books/${ASIN}`, { headers })
    const { book, actions, timeline } = bookDetailsSchema.parse(await answer.json())
    return { status: book.status, left: book.left_library, actions, steps: timeline.map(({ kind }) => kind) }
  }

  async function work(): Promise<void> {
    await server.app.fulfilment.worker.workDue()
    await server.app.fulfilment.worker.settled()
  }

  /** Does what the jobs do two hours later: walks the library, and processes what it found. */
  async function walk(): Promise<void> {
    clock.advance(2 * HOUR)
    const { signal } = new AbortController()
    await server.app.library.refresh(signal)
    await server.app.arrivals.checkArrivals(signal)
  }

  async function arrive(): Promise<void> {
    expect(await ask(tess)).toBe('201')
    await work()
    shelf.add(ITEM)
    await walk()
    expect(await seen()).toMatchObject({ status: 'available', left: false })
  }

  it('is requested again by a member, fulfilled and available once more, and keeps its history', async () => {
    await arrive()
    expect(await ask(uma)).toBe('409 already_available')
    const first = (await seen()).steps
    shelf.remove(ITEM.id)
    await walk()
    expect(await seen()).toMatchObject({ status: 'available', left: true, steps: [...first, 'left_library'] })
    expect((await seen()).actions).toEqual(['request', 'request_without_approval', 'withdraw'])
    expect(await ask(tess)).toBe('201')
    expect(await seen()).toMatchObject({ status: 'waiting', left: false })
    await work()
    expect((await seen()).status).toBe('grabbed')
    expect(prowlarr.grabs).toHaveLength(2)
    shelf.add({ ...ITEM, id: 'marsh-2' })
    await walk()
    const { status, left, steps } = await seen()
    expect([status, left, steps.slice(0, first.length)]).toEqual(['available', false, first])
    expect(steps.filter((kind) => kind === 'arrived')).toHaveLength(2)
    expect(await ask(uma)).toBe('409 already_available')
  })

  it('waits for approval if an untrusted user requests it, and is fulfilled once approved', async () => {
    await arrive()
    shelf.remove(ITEM.id)
    await walk()
    expect(await ask(uma)).toBe('201')
    expect(await seen()).toMatchObject({ status: 'available', left: true })
    expect(await ask(uma)).toBe('409 already_requested')
    expect((await seen(uma)).actions).toEqual(['withdraw'])
    await send('POST', `/api/requests/${ASIN}/approve`, {})
    expect(await seen()).toMatchObject({ status: 'waiting', left: false })
  })

  it('is back as soon as the library has it again', async () => {
    await arrive()
    shelf.remove(ITEM.id)
    await walk()
    expect((await seen()).left).toBe(true)
    shelf.add(ITEM)
    await walk()
    const { status, left, steps } = await seen()
    expect([status, left, steps.slice(-2)]).toEqual(['available', false, ['left_library', 'arrived']])
    expect(await ask(uma)).toBe('409 already_available')
    await walk()
    expect((await seen()).steps).toEqual(steps)
  })

  it('is not in a library that is switched off, or that was never read to its end', async () => {
    await arrive()
    await send('PATCH', `/api/connections/${connection}`, { enabled: false })
    await send('POST', '/api/connections', {
      driver: 'Audiobookshelf',
      name: 'Other',
      settings: { audiobookshelf_base_url: shelf.url, audiobookshelf_api_key: KEY },
    })
    shelf.remove(ITEM.id)
    await walk()
    expect((await seen()).left).toBe(false)
    await send('PATCH', `/api/connections/${connection}`, { enabled: true })
    isDown = true
    await walk()
    expect((await seen()).left).toBe(false)
    isDown = false
    await walk()
    expect((await seen()).left).toBe(true)
  })

  it('may have been marked as available by an administrator, once the library was seen to have it', async () => {
    expect(await ask(tess)).toBe('201')
    await send('PATCH', `/api/requests/${ASIN}/downloaded`)
    shelf.add(ITEM)
    await walk()
    expect(await seen()).toMatchObject({ status: 'available', left: false })
    shelf.remove(ITEM.id)
    await walk()
    expect(await seen()).toMatchObject({ status: 'available', left: true })
    expect(await ask(uma)).toBe('201')
  })

  it('is not one that an administrator marked as available and the library never had since', async () => {
    expect(await ask(tess)).toBe('201')
    await send('PATCH', `/api/requests/${ASIN}/downloaded`)
    await walk()
    expect(await seen()).toMatchObject({ status: 'available', left: false })
    await send('POST', `/api/requests/${ASIN}/revert`)
    shelf.add(ITEM)
    await walk()
    expect((await seen()).steps.at(-1)).toBe('arrived')
    clock.advance(HOUR)
    await send('POST', `/api/requests/${ASIN}/revert`)
    clock.advance(HOUR)
    await send('PATCH', `/api/requests/${ASIN}/downloaded`)
    shelf.remove(ITEM.id)
    await walk()
    expect(await seen()).toMatchObject({ status: 'available', left: false })
    expect(await ask(uma)).toBe('409 already_available')
  })
})

function addressOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : String(input)
}
