import { expect, it } from 'vitest'
import { createFulfilmentsRepository } from '#server/domain/fulfilment/fulfilments.repository'
import { mayAttempt } from '#server/domain/fulfilment/transitions.rules'
import { onEachDatabase } from '#tests/support/databases'
import { createTestRepositories } from '#tests/support/fulfilment'
import { catalogueBook } from '#tests/support/records'

const HOUR = 3_600_000
const NOW = new Date('2026-06-01T12:00:00Z')
/** The last one was planned while the clock was wrong, unless the book waits for its release date. */
const TIMES = [null, ...[-1000, 1000, 2 * HOUR, 30 * HOUR].map((ahead) => new Date(NOW.getTime() + ahead))]
const BOTH = [false, true]

/** Around every pause that the server makes, and beyond all. */
const AROUND = [1, 6, 24].flatMap((hours) =>
  [-1, 0, 1].map((more) => new Date(NOW.getTime() + hours * HOUR + more)),
)

onEachDatabase('a book', (database) => {
  it('that failed is due by the same rule in the database and in the code', async () => {
    const { books } = createTestRepositories(database())
    const repository = createFulfilmentsRepository({ database: database(), books })
    const { fulfilments } = database().tables
    const rows = [...TIMES.slice(1), ...AROUND].flatMap((nextAttemptAt) =>
      BOTH.flatMap((asked) =>
        [0, 1, 2, 3, 5].flatMap((misses) =>
          [0, 1].flatMap((failures) =>
            (['waiting', 'not_found'] as const).map((state) => ({
              ...{ state, stopped: false, atOnce: false },
              ...{ nextAttemptAt, asked, misses, failures },
            })),
          ),
        ),
      ),
    )
    const stored = rows.map((row, at) => ({ ...row, asin: `B${String(at).padStart(9, '0')}` }))
    await database().write(async (within) => {
      // One by one: a statement in a Durable Object has at most a hundred parameters.
      for (const row of stored) {
        await books.store(within, catalogueBook({ asin: row.asin }), NOW)
        await within.insert(fulfilments).values({ ...row, createdAt: NOW, updatedAt: NOW })
      }
    })
    const due = { now: NOW, automatic: true, possible: true }
    const lease = { owner: 'one', leaseUntil: new Date(NOW.getTime() + 60_000) }
    const claimed = await repository.claim({ ...due, ...lease, limit: 1000 })
    const expected = stored.filter((row) => mayAttempt(row, due)).map(({ asin }) => asin)
    expect(claimed.map(({ asin }) => asin).sort()).toEqual(expected)
    expect(expected.length).toBeLessThan(stored.length)
  })

  it('is searched for when a worker claims it as due, and otherwise not', async () => {
    const { books } = createTestRepositories(database())
    const repository = createFulfilmentsRepository({ database: database(), books })
    const rows = (['waiting', 'not_found', 'searching'] as const).flatMap((state) =>
      // The next search is planned when this one ends.
      (state === 'searching' ? [null] : TIMES).flatMap((nextAttemptAt) =>
        BOTH.flatMap((stopped) =>
          BOTH.flatMap((asked) =>
            BOTH.flatMap((atOnce) =>
              [0, 2].map((misses) => ({
                state,
                nextAttemptAt,
                stopped,
                asked,
                atOnce,
                misses,
                failures: 0,
              })),
            ),
          ),
        ),
      ),
    )
    const stored = rows.map((row, at) => ({ ...row, asin: `B${String(at).padStart(9, '0')}` }))
    const { fulfilments } = database().tables
    await database().write(async (within) => {
      // One by one: a statement in a Durable Object has at most a hundred parameters.
      for (const row of stored) {
        await books.store(within, catalogueBook({ asin: row.asin }), NOW)
        await within.insert(fulfilments).values({ ...row, createdAt: NOW, updatedAt: NOW })
      }
    })
    for (const automatic of BOTH) {
      for (const possible of BOTH) {
        const due = { now: NOW, automatic, possible }
        const lease = { owner: 'one', leaseUntil: new Date(NOW.getTime() + 60_000) }
        const claimed = await repository.claim({ ...due, ...lease, limit: 1000 })
        const expected = stored.filter((row) => mayAttempt(row, due)).map(({ asin }) => asin)
        expect(claimed.map(({ asin }) => asin).sort()).toEqual(expected)
        await database().write((within) =>
          within.update(fulfilments).set({ leaseOwner: null, leaseUntil: null }),
        )
      }
    }
  })
})
