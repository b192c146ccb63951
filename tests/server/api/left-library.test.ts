import { beforeEach, expect, it } from 'vitest'
import { bookDetailsSchema } from '#contract/books'
import { problemSchema } from '#contract/common'
import { addCaller } from '#tests/support/callers'
import { onEachDatabase } from '#tests/support/databases'
import { ASIN, HOUR, ITEM, serveShelf } from './shelf.fixture'

onEachDatabase('A book that has left the library', (database) => {
  /** Whether the library does not respond. */
  let isDown: boolean
  let connection: string
  let tess: Record<string, string>
  let uma: Record<string, string>

  const { prowlarr, shelf, server, clock, send, connect, walk } = serveShelf(database, { fetch: reach })
  function reach(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const address = input instanceof Request ? input.url : String(input)
    if (isDown && address.startsWith(shelf.url)) return Promise.reject(new TypeError('fetch failed'))
    return fetch(input, init)
  }

  beforeEach(async () => {
    isDown = false
    tess = await addCaller(server.app, 'trusted', 'tess')
    uma = await addCaller(server.app, 'untrusted', 'uma')
    connection = await connect('Shelf')
  })

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
    await connect('Other')
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
