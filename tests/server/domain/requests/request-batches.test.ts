import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { listRequestsQuery } from '#contract/requests'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { fillLarge } from '#scripts/lib/large-data'
import { openTestPostgres, openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { requestsOver } from './requests.fixture'

/** Several batches. */
const SIZES = { books: 400, users: 20, requests: 450, releases: 20, timeline: 20, deliveries: 20 }

const admin: CurrentUser = { id: 'user-0000', username: 'reader 0', role: 'admin', root: false }

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('a list that changes while it is read (%s)', (_name, open) => {
  let opened: OpenDatabase
  let fixture: ReturnType<typeof requestsOver>
  /** The number of requests since the list was filled. */
  let created = 0
  beforeAll(async () => {
    opened = await open()
    await fillLarge(opened.database, SIZES)
  })
  beforeEach(() => {
    fixture = requestsOver(opened.database)
  })
  afterAll(() => opened.remove())

  it.each(['date', 'title', 'requesters'])(
    'contains every book once that was and still is there, by %s',
    async (sort) => {
      const query = listRequestsQuery.parse({ sort })
      const before = (await fixture.requests.list(admin, query)).books.map(({ book }) => book.asin)
      const last = before.at(-1)
      const withdrawn = before.at(-2)
      if (last === undefined || withdrawn === undefined) throw new Error('There are no books')

      const { books } = await fixture.inBatches.requests(admin, query)
      const seen: string[] = []
      let changed = false
      for await (const batch of books) {
        seen.push(...batch.map(({ book }) => book.asin))
        if (changed) continue
        changed = true
        await askAgain(last)
        await fixture.requests.remove(admin, withdrawn)
      }
      expect(seen).toEqual(before.filter((asin) => asin !== withdrawn))
      const after = (await fixture.requests.list(admin, query)).books.map(({ book }) => book.asin)
      expect(after).toHaveLength(before.length - 1)
    },
  )

  /** Moves the last book by date and by number of requesters. */
  async function askAgain(asin: string): Promise<void> {
    const { requests } = opened.database.tables
    const at = new Date(Date.UTC(2100, 1, 1) + created++)
    await opened.database.write(async (within) => {
      const has = await within
        .select({ userId: requests.userId })
        .from(requests)
        .where(eq(requests.asin, asin))
      const others = Array.from({ length: 20 }, (_, user) => `user-${String(user).padStart(4, '0')}`)
      const more = others.filter((id) => !has.some(({ userId }) => userId === id))
      await within.insert(requests).values(
        more.slice(0, 5).map((userId) => ({
          id: crypto.randomUUID(),
          asin,
          userId,
          status: 'approved' as const,
          createdAt: at,
          updatedAt: at,
        })),
      )
    })
  }
})
