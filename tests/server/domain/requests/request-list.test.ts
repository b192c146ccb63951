import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FulfilmentState } from '#contract/books'
import { listRequestsQuery, type ListRequestsQuery } from '#contract/requests'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { bookStatus } from '#server/domain/books/book-status.rules'
import { onEachDatabase } from '#tests/support/databases'
import { requestsOfEachTest } from './requests.fixture'

const STATES: readonly FulfilmentState[] = [
  'waiting',
  'searching',
  'not_found',
  'grab_unconfirmed',
  'grabbed',
  'downloading',
  'available',
  'failed',
]

const query = (options: Record<string, string> = {}): ListRequestsQuery => listRequestsQuery.parse(options)

onEachDatabase('the list of requests', (database) => {
  const { fixture, admin, tess, uma } = requestsOfEachTest(database)
  async function request(user: CurrentUser, facts: Parameters<typeof fixture.publish>[0]) {
    fixture.clock.advance(60_000)
    const { asin } = fixture.publish(facts)
    await fixture.requests.create(user, asin)
  }

  async function titles(user: CurrentUser, options: Record<string, string> = {}) {
    const { books } = await fixture.requests.list(user, query(options))
    return books.map(({ book }) => book.title)
  }

  async function fillShelf() {
    await request(tess, {
      asin: 'B000000001',
      title: 'Über Land',
      authors: ['Zed Ash'],
      releaseDate: '2024-03-01',
    })
    await request(uma, {
      asin: 'B000000002',
      title: 'The 100% Rule',
      authors: ['Amy Vole'],
      releaseDate: null,
    })
    await request(tess, {
      asin: 'B000000003',
      title: 'O’Mara’s Ark',
      authors: ['Mel Fox'],
      releaseDate: '1999-01-01',
    })
    await request(uma, {
      asin: 'B000000001',
      title: 'Über Land',
      authors: ['Zed Ash'],
      releaseDate: '2024-03-01',
    })
  }

  it('is empty at first', async () => {
    expect(await fixture.requests.list(admin, query())).toEqual({ books: [], total: 0 })
    expect(await fixture.requests.counts(admin)).toEqual({ total: 0, by_status: {} })
  })

  it('shows an administrator everyone’s, newest request first', async () => {
    await fillShelf()
    const { books, total } = await fixture.requests.list(admin, query())
    expect(total).toBe(3)
    expect(books.map(({ book, requests }) => [book.asin, requests.map((own) => own.user_username)])).toEqual([
      ['B000000001', ['Tess', 'Uma']],
      ['B000000003', ['Tess']],
      ['B000000002', ['Uma']],
    ])
    expect(books[0]).toMatchObject({ username: 'Root', requester_count: 2, download_error: null })
  })

  it('shows others their own, with the number of requesters', async () => {
    await fillShelf()
    const { books, total } = await fixture.requests.list(tess, query())
    expect(total).toBe(2)
    expect(books.map(({ book }) => book.asin)).toEqual(['B000000003', 'B000000001'])
    expect(books[1]).toMatchObject({ requests: [{ user_username: 'Tess' }], requester_count: 2 })
    expect(books[1]?.requests).toHaveLength(1)
  })

  describe('filtered by person', () => {
    it('shows an administrator that person’s books, regardless of case, with all requests', async () => {
      await fillShelf()
      const { books, total } = await fixture.requests.list(admin, query({ user: 'uMA' }))
      expect(total).toBe(2)
      expect(books.map(({ book }) => book.asin)).toEqual(['B000000001', 'B000000002'])
      expect(books[0]?.requests).toHaveLength(2)
      expect(await titles(admin, { user: 'nobody' })).toEqual([])
    })

    it('shows others their own, whatever name they give', async () => {
      await fillShelf()
      expect(await titles(tess, { user: 'Uma' })).toEqual(['O’Mara’s Ark', 'Über Land'])
    })
  })

  describe('searched', () => {
    beforeEach(fillShelf)

    it.each([
      ['uber', ['Über Land']],
      ['land ÜBER', ['Über Land']],
      ["o'mara ark", ['O’Mara’s Ark']],
      ['vole', ['The 100% Rule']],
      ['B000000003', ['O’Mara’s Ark']],
      ['100%', ['The 100% Rule']],
      ['%', []],
      ['_', []],
      ['\\', []],
      ["' or 1=1 --", []],
      ['uber fox', []],
      ['l ub', ['Über Land']],
      ['and', []],
    ])('for %s finds %o', async (q, found) => {
      expect(await titles(admin, { q })).toEqual(found)
    })

    it('counts the matches', async () => {
      expect((await fixture.requests.list(admin, query({ q: 'a', limit: '1' }))).total).toBe(3)
    })
  })

  describe('sorted', () => {
    beforeEach(fillShelf)

    it.each([
      [{ sort: 'date', order: 'asc' }, ['The 100% Rule', 'O’Mara’s Ark', 'Über Land']],
      [{ sort: 'title', order: 'asc' }, ['O’Mara’s Ark', 'The 100% Rule', 'Über Land']],
      [{ sort: 'title', order: 'desc' }, ['Über Land', 'The 100% Rule', 'O’Mara’s Ark']],
      [{ sort: 'author', order: 'asc' }, ['The 100% Rule', 'O’Mara’s Ark', 'Über Land']],
      [{ sort: 'release', order: 'asc' }, ['O’Mara’s Ark', 'Über Land', 'The 100% Rule']],
      [{ sort: 'release', order: 'desc' }, ['Über Land', 'O’Mara’s Ark', 'The 100% Rule']],
      [{ sort: 'requesters', order: 'desc' }, ['Über Land', 'O’Mara’s Ark', 'The 100% Rule']],
    ])('by %o', async (options, sorted) => {
      expect(await titles(admin, options)).toEqual(sorted)
    })
  })

  it('is paged without repeating or omitting a book', async () => {
    for (let index = 0; index < 7; index += 1) {
      const { asin } = fixture.publish({ asin: `B00000020${index}`, title: `Book ${index}` })
      await fixture.requests.create(tess, asin)
    }
    const pages = await Promise.all(
      ['0', '3', '6', '9'].map((offset) => fixture.requests.list(admin, query({ limit: '3', offset }))),
    )
    expect(pages.map(({ books }) => books.length)).toEqual([3, 3, 1, 0])
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7])
    const asins = pages.flatMap(({ books }) => books.map(({ book }) => book.asin))
    expect(new Set(asins).size).toBe(7)
    expect((await fixture.requests.list(admin, query({ offset: '5' }))).books).toHaveLength(2)
  })

  describe('by status', () => {
    /** One book for every possible combination of fulfilment and requests. */
    async function fillEveryStatus() {
      const { fulfilments, requests } = database().tables
      const cases: [FulfilmentState | null, 'pending' | 'approved' | 'declined'][] = [
        [null, 'pending'],
        [null, 'approved'],
        [null, 'declined'],
        ...STATES.map((state): [FulfilmentState, 'approved'] => [state, 'approved']),
      ]
      for (const [index, [state, status]] of cases.entries()) {
        const asin = `B0000003${String(index).padStart(2, '0')}`
        await request(tess, { asin, title: asin })
        await database().write(async (transaction) => {
          await transaction.update(requests).set({ status }).where(eq(requests.asin, asin))
          if (state) await transaction.update(fulfilments).set({ state }).where(eq(fulfilments.asin, asin))
          else await transaction.delete(fulfilments).where(eq(fulfilments.asin, asin))
        })
      }
      return cases.map(([state, status]) =>
        bookStatus(state, { pending: 0, approved: 0, declined: 0, [status]: 1 }),
      )
    }

    it('agrees with the rules on every book’s status, in lists, filters and counts', async () => {
      const expected = await fillEveryStatus()
      const { books } = await fixture.requests.list(admin, query({ order: 'asc' }))
      expect(books.map(({ book }) => book.status)).toEqual(expected)
      const counts = await fixture.requests.counts(admin)
      expect(counts.total).toBe(expected.length)
      for (const status of new Set(expected)) {
        if (!status) continue
        const number = expected.filter((other) => other === status).length
        expect(counts.by_status[status]).toBe(number)
        const { books: filtered, total } = await fixture.requests.list(admin, query({ status }))
        expect(total).toBe(number)
        expect(filtered.every(({ book }) => book.status === status)).toBe(true)
      }
    })

    it('separates downloaded books from those that are wanted and still to get', async () => {
      await fillEveryStatus()
      const downloaded = await fixture.requests.list(admin, query({ filter: 'downloaded' }))
      const rest = await fixture.requests.list(admin, query({ filter: 'not_downloaded' }))
      expect(downloaded.books.map(({ book }) => book.status).toSorted()).toEqual([
        'available',
        'downloading',
        'grabbed',
      ])
      expect(downloaded.books.every(({ book }) => book.downloaded)).toBe(true)
      expect(rest.books.every(({ book }) => !book.downloaded)).toBe(true)
      expect(rest.books.map(({ book }) => book.status).toSorted()).toEqual([
        'failed',
        'grab_unconfirmed',
        'not_found',
        'searching',
        'waiting',
        'waiting',
      ])
      expect(rest.total).toBe(6)
    })

    it('shows as still to get what waits for approval only on demand, and never what was declined', async () => {
      await fillEveryStatus()
      const toGet = async (status: 'waiting_for_approval' | 'declined') =>
        (await fixture.requests.list(admin, query({ filter: 'not_downloaded', status }))).books
      expect((await toGet('waiting_for_approval')).map(({ book }) => book.status)).toEqual([
        'waiting_for_approval',
      ])
      expect(await toGet('declined')).toEqual([])
    })

    it('leaves out of someone’s list still to get what was declined for them, although others get it', async () => {
      await request(tess, { asin: 'B000000001', title: 'Wanted by others' })
      await request(uma, { asin: 'B000000001', title: 'Wanted by others' })
      await fixture.decisions.decline(admin, 'B000000001', { username: 'Uma' })
      const toGet = async (reader: CurrentUser, whose: Record<string, string> = {}) =>
        (await fixture.requests.list(reader, query({ filter: 'not_downloaded', ...whose }))).total
      expect([await toGet(admin), await toGet(tess), await toGet(uma)]).toEqual([1, 1, 0])
      expect([await toGet(admin, { user: 'Tess' }), await toGet(admin, { user: 'Uma' })]).toEqual([1, 0])
    })

    it('finds those with a stored search that found something', async () => {
      const { releaseSearches } = database().tables
      const found = { B000000001: 3, B000000002: 0, B000000003: 2 }
      for (const asin of Object.keys(found)) await request(tess, { asin, title: asin })
      await request(tess, { asin: 'B000000004', title: 'Never searched' })
      const at = new Date()
      await database().write(async (within) => {
        for (const [asin, number] of Object.entries(found)) {
          await within.insert(releaseSearches).values({
            id: `search of ${asin}`,
            asin,
            state: asin === 'B000000003' ? 'failed' : 'finished',
            indexers: [],
            found: number,
            startedAt: at,
          })
        }
      })
      expect(await titles(admin, { filter: 'with_releases' })).toEqual(['B000000001'])
    })

    it('counts for others only their own books', async () => {
      await fillEveryStatus()
      await request(uma, { asin: 'B000000400' })
      expect(await fixture.requests.counts(uma)).toEqual({ total: 1, by_status: { waiting_for_approval: 1 } })
    })
  })

  describe('a request that waits while others are approved', () => {
    const ASIN = 'B000000001'

    beforeEach(async () => {
      await request(uma, { asin: ASIN, title: 'Über Land' })
      await request(tess, { asin: ASIN, title: 'Über Land' })
      await request(tess, { asin: 'B000000002', title: 'Other' })
    })
    const waiting = { status: 'waiting_for_approval' }

    it('is found under its own status and under pending approvals, and counted as one book', async () => {
      expect(await titles(admin, waiting)).toEqual(['Über Land'])
      expect(await titles(admin, { status: 'waiting' })).toEqual(['Other', 'Über Land'])
      expect(await fixture.requests.counts(admin)).toEqual({
        total: 2,
        by_status: { waiting: 2, waiting_for_approval: 1 },
      })
      expect(await titles(admin, { ...waiting, q: 'other' })).toEqual([])
    })

    it('is found there by the person who waits and not by the others', async () => {
      expect(await titles(uma, waiting)).toEqual(['Über Land'])
      expect((await fixture.requests.counts(uma)).by_status).toEqual({ waiting: 1, waiting_for_approval: 1 })
      expect(await titles(tess, waiting)).toEqual([])
      expect((await fixture.requests.counts(tess)).by_status).toEqual({ waiting: 2 })
    })

    it('disappears from there once it is approved', async () => {
      const { failed } = await fixture.bulk.change(admin, { asins: [ASIN], action: 'approve' })
      expect(failed).toEqual([])
      expect(await titles(admin, waiting)).toEqual([])
      expect((await fixture.requests.counts(admin)).by_status).toEqual({ waiting: 2 })
    })

    it('counts for dashboards as on the page', async () => {
      expect(await fixture.dashboards.counts(admin)).toMatchObject({ total: 2, pending: 1, approved: 2 })
    })
  })

  it('shows the next search of a book while that is automatic, or on request', async () => {
    const { fulfilments } = database().tables
    await request(tess, { asin: 'B000000001' })
    const nextAttemptAt = new Date('2026-06-02T12:00:00Z')
    const plan = async (asked: boolean) => {
      await database().write(async (transaction) => {
        await transaction.update(fulfilments).set({ state: 'not_found', nextAttemptAt, asked })
      })
      const { books } = await fixture.requests.list(tess, query())
      return [books[0]?.book.next_try_at, (await fixture.books.find(tess, 'B000000001')).book.next_try_at]
    }
    const shown = [nextAttemptAt.toISOString(), nextAttemptAt.toISOString()]
    expect(await plan(false)).toEqual(shown)
    fixture.setAutoDownload(false)
    expect(await plan(false)).toEqual([null, null])
    expect(await plan(true)).toEqual(shown)
    fixture.setAutoDownload(true)
    expect(await plan(false)).toEqual(shown)
  })

  it('leaves out books that no one wants any more', async () => {
    await fillShelf()
    await fixture.requests.remove(admin, 'B000000003')
    expect(await titles(admin)).toEqual(['Über Land', 'The 100% Rule'])
  })
})
