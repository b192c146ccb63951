import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { bookStatus } from '#server/domain/books/book-status.rules'
import type { RequestCounts } from '#server/domain/books/books.types'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { onEachDatabase } from '#tests/support/databases'
import { addUser, catalogueBook } from '#tests/support/records'

onEachDatabase('what lists sort and filter by', (database) => {
  const asin = 'B000000001'
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

  async function add(userId: string, status: 'pending' | 'approved' | 'declined', second: number) {
    const { requests } = database().tables
    const row = { id: `${userId}'s`, asin, userId, status, createdAt: at(second), updatedAt: at(second) }
    await database().write((within) => within.insert(requests).values(row))
  }

  /** The values of the columns, and what the rules derive from the rows. */
  async function columnsAndRules() {
    const { audiobooks, requests, fulfilments } = database().tables
    const [book] = await database().read.select().from(audiobooks).where(eq(audiobooks.asin, asin))
    const rows = await database().read.select().from(requests).where(eq(requests.asin, asin))
    const [fulfilment] = await database().read.select().from(fulfilments).where(eq(fulfilments.asin, asin))
    const counted = (status: keyof RequestCounts) => rows.filter((row) => row.status === status).length
    const counts = {
      pending: counted('pending'),
      approved: counted('approved'),
      declined: counted('declined'),
    }
    const newest = Math.max(...rows.map(({ createdAt }) => createdAt.getTime()))
    return {
      columns: {
        status: book?.status,
        requesters: book?.requesters,
        requestedAt: book?.requestedAt,
        counts: { pending: book?.pending, approved: book?.approved, declined: book?.declined },
      },
      rules: {
        status: bookStatus(fulfilment?.state ?? null, counts),
        requesters: rows.length,
        requestedAt: rows.length === 0 ? null : new Date(newest),
        counts,
      },
    }
  }

  it('follows every change of requests and fulfilments, by any writer', async () => {
    const { requests, fulfilments, users } = database().tables
    for (const name of ['Tess', 'Uma', 'Vic']) await addUser(database(), name, 'trusted')
    await database().write((within) =>
      createBooksRepository({ database: database() }).store(within, catalogueBook({ asin }), at(0)),
    )
    const fulfilment = { asin, state: 'waiting' as const, createdAt: at(9), updatedAt: at(9) }
    const steps: (() => Promise<unknown>)[] = [
      async () => undefined,
      () => add('Tess', 'pending', 3),
      () => add('Uma', 'declined', 5),
      () => database().write((within) => within.delete(requests).where(eq(requests.userId, 'Tess'))),
      () => add('Vic', 'approved', 7),
      () => database().write((within) => within.update(requests).set({ status: 'approved' })),
      () => database().write((within) => within.insert(fulfilments).values(fulfilment)),
      () => database().write((within) => within.update(fulfilments).set({ state: 'grabbed' })),
      () => database().write((within) => within.delete(users).where(eq(users.id, 'Vic'))),
      () => database().write((within) => within.delete(fulfilments)),
      () => database().write((within) => within.delete(users)),
    ]
    const seen = []
    for (const step of steps) {
      await step()
      const { columns, rules } = await columnsAndRules()
      expect(columns).toEqual(rules)
      seen.push(columns.status)
    }
    expect(seen).toEqual([
      null,
      'waiting_for_approval',
      'waiting_for_approval',
      'declined',
      'waiting',
      'waiting',
      'waiting',
      'grabbed',
      'grabbed',
      'waiting',
      null,
    ])
  })

  it('is unaffected by a change that is rolled back', async () => {
    await addUser(database(), 'Tess', 'trusted')
    await database().write((within) =>
      createBooksRepository({ database: database() }).store(within, catalogueBook({ asin }), at(0)),
    )
    const { requests } = database().tables
    const row = {
      id: '1',
      asin,
      userId: 'Tess',
      status: 'pending' as const,
      createdAt: at(1),
      updatedAt: at(1),
    }
    const failing = database().write(async (within) => {
      await within.insert(requests).values(row)
      throw new Error('not this time')
    })
    await expect(failing).rejects.toThrow('not this time')
    const { columns, rules } = await columnsAndRules()
    expect(columns).toEqual(rules)
    expect(columns.requesters).toBe(0)
  })
})
