import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { StoredIndexerAnswer } from '#server/db/stored-release'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import { ASIN, BOOK, fulfilmentOver, SHELF, USENET, type TestFulfilment } from './fulfilment.fixture'

const MINUTE = 60_000
const never = new AbortController().signal

onEachDatabase('a search whose server was killed', (database) => {
  let clock: ReturnType<typeof standingClock>
  let server: TestFulfilment

  beforeEach(async () => {
    clock = standingClock()
    server = fulfilmentOver(database(), { clock })
    await server.want()
  })

  /** Stores what a server leaves behind that ends in the middle of a search. */
  async function leave(leaseEndsIn: number): Promise<void> {
    const { releaseSearches } = database().tables
    const answers: StoredIndexerAnswer[] = [
      { id: SHELF.id, name: SHELF.name, state: 'answered', found: 3, cause: null, query: 'words' },
      { id: USENET.id, name: USENET.name, state: 'asking', found: 0, cause: null, query: null },
    ]
    await database().write(async (transaction) => {
      await transaction.insert(releaseSearches).values({
        id: 'left',
        asin: ASIN,
        state: 'running',
        actor: 'root',
        indexers: answers,
        found: 3,
        accepted: 1,
        leaseOwner: 'a server that has gone',
        leaseUntil: new Date(clock.read().getTime() + leaseEndsIn),
        startedAt: clock.read(),
      })
    })
  }

  async function left() {
    const { releaseSearches } = database().tables
    const [search] = await database()
      .read.select()
      .from(releaseSearches)
      .where(eq(releaseSearches.id, 'left'))
    return search
  }

  it('is ended by the sweep, with every indexer that had not answered, and reported once', async () => {
    await leave(-1)
    await server.releaseSearch.sweep()
    await server.releaseSearch.sweep()
    expect(await left()).toMatchObject({
      state: 'failed',
      cause: { code: 'search_interrupted', params: {} },
      leaseOwner: null,
      leaseUntil: null,
      finishedAt: null,
      found: 3,
    })
    expect((await left())?.indexers.map(({ state }) => state)).toEqual(['answered', 'failed'])
    expect((await server.history()).filter((kind) => kind === 'search_failed')).toHaveLength(1)
    expect(server.pages.filter((topic) => topic === 'releases')).toHaveLength(1)
  })

  it('is left alone while its lease lasts', async () => {
    await leave(MINUTE)
    await server.releaseSearch.sweep()
    expect(await left()).toMatchObject({ state: 'running', leaseOwner: 'a server that has gone' })
  })

  it('does not count as a current search', async () => {
    await leave(-1)
    await server.releaseSearch.sweep()
    const book = { ...BOOK, correctedAt: null }
    const search = await server.releaseSearch.complete(book, { actor: null }, never)
    expect(search).toMatchObject({ state: 'finished', found: 1 })
    expect(search.id).not.toBe('left')
  })

  it('does not end other callers’ wait for a search of this book', async () => {
    await leave(MINUTE)
    const book = { ...BOOK, correctedAt: null }
    const waiting = server.releaseSearch.complete(book, { actor: null }, never)
    clock.advance(2 * MINUTE)
    await server.releaseSearch.sweep()
    expect(await waiting).toMatchObject({ state: 'finished', found: 1 })
  })
})
