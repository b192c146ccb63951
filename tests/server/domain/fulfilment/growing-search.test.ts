import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Database, Transaction } from '#server/db/database'
import type { OfferedRelease, SearchableIndexer } from '#server/domain/integrations/integrations.types'
import { onEachDatabase } from '#tests/support/databases'
import { createTestRepositories } from '#tests/support/fulfilment'
import { ASIN, fulfilmentOver, handDriven, later, lesser, offer } from './fulfilment.fixture'

const writtenRows = z.array(z.object({ guid: z.string() }))

/** The same object; `see` gets every method call, and may replace the result. */
function watched<T extends object>(
  thing: T,
  see: (method: string | symbol, given: unknown[], result: unknown) => unknown,
): T {
  return new Proxy(thing, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => see(method, given, Reflect.apply(value, target, given))
    },
  })
}

/** The same database, but the guid of every fully written release is recorded. */
function noting(database: Database): { database: Database; written: string[] } {
  const written: string[] = []
  const note = (within: Transaction) =>
    watched(within, (method, [table], builder) =>
      method === 'insert' && table === database.tables.releases && typeof builder === 'object' && builder
        ? watched(builder, (_values, [rows], result) => {
            written.push(...writtenRows.parse(rows).map(({ guid }) => guid))
            return result
          })
        : builder,
    )
  const write: Database['write'] = (work) => database.write((within) => work(note(within)))
  return { database: { ...database, write }, written }
}

onEachDatabase('a growing search', (database) => {
  it('stores a release once, and ranks it among later ones', async () => {
    const indexers: SearchableIndexer[] = [1, 2].map((id) => ({
      id,
      name: `Shelf ${id}`,
      protocol: 'torrent',
    }))
    const answers = [later<OfferedRelease[]>(), later<OfferedRelease[]>()]
    const driven = handDriven()
    driven.behaviour.indexers = async () => indexers
    driven.behaviour.search = async ({ id }) => answers[id - 1]?.promise ?? []
    const noted = noting(database())
    const server = fulfilmentOver(noted.database, { driven })
    await server.want()
    const book = await createTestRepositories(database()).searches.findBook(ASIN)
    if (!book) throw new Error('There is no book')
    const ended = server.releaseSearch.complete(book, { actor: 'root' }, new AbortController().signal)
    answers[0]?.resolve([lesser('middle', 9), lesser('worst', 2)])
    await expect.poll(() => noted.written.length).toBe(2)
    answers[1]?.resolve([offer({ guid: 'best', indexer_id: 2 })])
    const { id, found } = await ended
    expect(found).toBe(3)
    expect(noted.written.toSorted()).toEqual(['best', 'middle', 'worst'])
    const rows = await database().read.select().from(database().tables.releases)
    const ranked = rows
      .filter(({ searchId }) => searchId === id)
      .toSorted((one, other) => one.rank - other.rank)
    expect(ranked.map(({ rank, guid }) => `${rank} ${guid}`)).toEqual(['1 best', '2 middle', '3 worst'])
  })
})
