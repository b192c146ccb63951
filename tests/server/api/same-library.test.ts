import { beforeEach, expect, it } from 'vitest'
import { bookDetailsSchema } from '#contract/books'
import { onEachDatabase } from '#tests/support/databases'
import { ASIN, HOUR, ITEM, serveShelf } from './shelf.fixture'

const DAY = 24 * HOUR

onEachDatabase('A library whose connection is deleted and added again', (database) => {
  const { shelf, server, clock, send, otherEdition, connect, walk } = serveShelf(database)
  beforeEach(async () => shelf.add(await otherEdition()))

  /** Adds the connection and has its library read. @returns its id. */
  async function connectAndWalk(name: string, path?: string): Promise<string> {
    const id = await connect(name, path)
    await walk()
    return id
  }

  async function seen() {
    const answer = await send('GET', `/api/books/${ASIN}`)
    const { book } = bookDetailsSchema.parse(await answer.json())
    return { status: book.status, item: book.in_library?.item ?? null }
  }

  it('adds nothing new: earlier requests still wait', async () => {
    const id = await connectAndWalk('Shelf')
    await send('POST', `/api/requests/${ASIN}?again=true`)
    await server.app.fulfilment.worker.workDue()
    await server.app.fulfilment.worker.settled()
    expect(await seen()).toEqual({ status: 'grabbed', item: `${id}/${ITEM.id}` })
    await send('DELETE', `/api/connections/${id}`)
    await walk()
    expect(await seen()).toEqual({ status: 'grabbed', item: null })
    clock.advance(30 * DAY)
    expect(await connectAndWalk('The shelf', '/')).toBe(id)
    expect(await seen()).toEqual({ status: 'grabbed', item: `${id}/${ITEM.id}` })
    // An edition that is added now counts as the requested book.
    shelf.add({ ...(await otherEdition()), id: 'marsh-2' })
    await walk()
    expect((await seen()).status).toBe('available')
  })

  it('keeps its corrections', async () => {
    const id = await connectAndWalk('Shelf')
    const item = `${id}/${ITEM.id}`
    await send('POST', `/api/requests/${ASIN}`)
    expect((await seen()).item).toBe(item)
    await send('PUT', `/api/books/${ASIN}/library`, { item, is: false })
    expect((await seen()).item).toBeNull()
    await send('DELETE', `/api/connections/${id}`)
    await walk()
    await connectAndWalk('Shelf')
    expect((await seen()).item).toBeNull()
    await send('DELETE', `/api/books/${ASIN}/library`, { item })
    expect((await seen()).item).toBe(item)
  })
})
