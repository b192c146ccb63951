import { beforeEach, describe, expect, it } from 'vitest'
import type { FakeItem } from '#fakes/libraries/audiobookshelf'
import { bookDetailsSchema, requestedBookSchema } from '#contract/books'
import { quotaStandingSchema } from '#contract/quotas'
import { addCaller } from '#tests/support/callers'
import { onEachDatabase } from '#tests/support/databases'
import { ASIN, ITEM, serveShelf } from './shelf.fixture'

type Caller = Record<string, string>

onEachDatabase('A book that the library has', (database) => {
  const { shelf, server, prowlarr, otherEdition, connect, send, walk } = serveShelf(database)
  let trusted: Caller
  let member: Caller
  let other: Caller

  beforeEach(async () => {
    trusted = await addCaller(server.app, 'trusted', 'tess')
    member = await addCaller(server.app, 'untrusted', 'uma')
    other = await addCaller(server.app, 'untrusted', 'otto')
  })

  /** Adds it to the library, which is then read. */
  async function owned(item: FakeItem = ITEM): Promise<void> {
    shelf.add(item)
    await connect('Shelf')
    await walk()
  }

  async function request(headers: Caller, query = '', body?: unknown) {
    const options = { method: 'POST', headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await server.fetch(`/api/requests/${ASIN}${query}`, options)
    expect(answer.status).toBe(201)
    return requestedBookSchema.parse(await answer.json())
  }

  /** The book as someone sees it. */
  async function seen(headers: Caller) {
    const answer = await server.fetch(`/api/books/${ASIN}`, { headers })
    const { book, requests, actions, timeline } = bookDetailsSchema.parse(await answer.json())
    return {
      status: book.status,
      requests: requests.map(({ status }) => status),
      actions,
      history: timeline.map(({ kind }) => kind),
    }
  }

  async function work(): Promise<void> {
    await server.app.fulfilment.worker.workDue()
    await server.app.fulfilment.worker.settled()
  }

  it('is available at once to whoever requests it, and not fetched again', async () => {
    await owned()
    expect(await request(trusted)).toMatchObject({
      book: { status: 'available', in_library: { same_edition: true } },
      requests: [{ status: 'approved' }],
    })
    await work()
    expect(prowlarr.grabs).toEqual([])
    expect(await seen(trusted)).toMatchObject({ status: 'available', history: ['requested', 'arrived'] })
    expect(await seen(other)).toMatchObject({ status: 'available', requests: [], actions: [] })
  })

  it('needs no quota that is left', async () => {
    await owned()
    await send('PUT', '/api/users/uma', { quota: { requests: 1, days: 30 } })
    const byHand = { title: 'Another Book', author: 'Ada Moor' }
    await server.fetch('/api/requests/manual', {
      method: 'POST',
      headers: member,
      body: JSON.stringify(byHand),
    })
    const quota = await server.fetch('/api/requests/quota', { headers: member })
    expect(await quota.json()).toMatchObject({ left: 0 })
    expect(await request(member)).toMatchObject({ book: { status: 'available' } })
  })

  it('is not taken for what a note asks for, if it may be another edition', async () => {
    await owned(await otherEdition())
    const asked = await request(member, '', { wishes: { note: 'The reading by June Hart, please' } })
    expect(asked.requests).toMatchObject([{ status: 'pending' }])
  })

  it('needs no approval and uses up no quota, even in an edition that may be another one', async () => {
    await send('PUT', '/api/users/uma', { quota: { requests: 1, days: 30 } })
    await owned(await otherEdition())
    expect(await request(member)).toMatchObject({
      book: { status: 'available', in_library: { same_edition: false } },
      requests: [{ status: 'approved' }],
    })
    const quota = await server.fetch('/api/requests/quota', { headers: member })
    expect(await quota.json()).toMatchObject({ left: 1 })
  })

  it.each([
    ['asks for another edition', '?again=true', undefined],
    ['has wishes for it', '', { wishes: { max_size_mb: 100_000 } }],
  ])('is requested from an administrator by a member who %s', async (_, query, body) => {
    await owned(await otherEdition())
    expect(await request(member, query, body)).toMatchObject({ book: { status: 'waiting_for_approval' } })
    await walk()
    expect(await seen(member)).toMatchObject({ status: 'waiting_for_approval', requests: ['pending'] })
    // To everyone else, the library has it.
    expect((await seen(other)).status).toBe('available')
    await send('POST', `/api/requests/${ASIN}/approve`)
    await work()
    expect(prowlarr.grabs).toHaveLength(1)
  })

  it('does not end what others wait for when somebody joins them', async () => {
    await owned(await otherEdition())
    await request(trusted, '?again=true')
    expect(await request(member)).toMatchObject({ book: { status: 'waiting' } })
  })

  it('is known to be the edition that a member asks for once more', async () => {
    await owned()
    expect(await request(member, '?again=true')).toMatchObject({ book: { status: 'available' } })
  })

  it('is searched for when an administrator wants it again, until a new copy arrives', async () => {
    await owned()
    const admin = await addCaller(server.app, 'admin', 'ada')
    expect((await seen(admin)).actions).toContain('request_again')
    expect(await request(admin, '?again=true')).toMatchObject({ book: { status: 'waiting' } })
    await work()
    await walk()
    expect(prowlarr.grabs).toHaveLength(1)
    expect((await seen(admin)).status).toBe('grabbed')
    shelf.add({ ...ITEM, id: 'marsh-2' })
    await walk()
    expect((await seen(admin)).status).toBe('available')
  })

  it.each([
    ['who waits came first', true],
    ['whose request is approved came first', false],
  ])('leaves nothing to decide once it is marked, if the person %s', async (_, isMemberFirst) => {
    for (const caller of isMemberFirst ? [member, trusted] : [trusted, member]) await request(caller)
    await send('PATCH', `/api/requests/${ASIN}/downloaded`)
    expect(await seen(member)).toMatchObject({ status: 'available', requests: ['approved'] })
    const counts = await send('GET', '/api/requests/counts')
    expect(await counts.json()).toEqual({ total: 1, by_status: { available: 1 } })
    const dashboard = await send('GET', '/api/v1/request/count')
    expect(await dashboard.json()).toMatchObject({ total: 1, pending: 0, approved: 0, available: 1 })
  })

  it('is available to someone whose request waited when the library was read', async () => {
    await connect('Shelf')
    await walk()
    await request(member)
    shelf.add(ITEM)
    await walk()
    expect(await seen(member)).toMatchObject({ status: 'available', requests: ['approved'] })
  })

  describe('and turns out not to have', () => {
    async function left() {
      const answer = await server.fetch('/api/requests/quota', { headers: member })
      return quotaStandingSchema.parse(await answer.json()).left
    }

    it.each(['revert', 'failed'] as const)(
      'waits for approval like every request of a member, and counts: %s',
      async (action) => {
        await send('PUT', '/api/users/uma', { quota: { requests: 1, days: 30 } })
        await owned(await otherEdition())
        expect((await request(member)).requests).toMatchObject([{ status: 'approved' }])
        await send('POST', `/api/requests/${ASIN}/${action}`)
        expect(await seen(member)).toMatchObject({ status: 'waiting_for_approval', requests: ['pending'] })
        expect(await left()).toBe(0)
        await work()
        expect(prowlarr.grabs).toEqual([])
        await send('POST', `/api/requests/${ASIN}/approve`)
        await work()
        expect(prowlarr.grabs).toHaveLength(1)
        // An approval that was given for the book to be got holds.
        await send('POST', `/api/requests/${ASIN}/revert`)
        expect(await seen(member)).toMatchObject({ status: 'waiting', requests: ['approved'] })
      },
    )

    it('waits for approval again if it waited when it was marked by mistake', async () => {
      await request(member)
      await send('PATCH', `/api/requests/${ASIN}/downloaded`)
      expect((await seen(member)).requests).toEqual(['approved'])
      await send('POST', `/api/requests/${ASIN}/revert`)
      expect((await seen(member)).requests).toEqual(['pending'])
    })

    it('is searched for without a new approval only for people who need none', async () => {
      for (const caller of [member, trusted]) await request(caller)
      await send('PATCH', `/api/requests/${ASIN}/downloaded`)
      await send('POST', `/api/requests/${ASIN}/revert`)
      expect(await seen(trusted)).toMatchObject({ status: 'waiting', requests: ['approved'] })
      expect((await seen(member)).requests).toEqual(['pending'])
    })

    it('is approved for no one by an administrator who wants it again', async () => {
      await owned(await otherEdition())
      await request(member)
      const admin = await addCaller(server.app, 'admin', 'ada')
      await request(admin, '?again=true')
      expect((await seen(member)).requests).toEqual(['pending'])
    })
  })
})
