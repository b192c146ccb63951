import { beforeEach, expect, it, vi } from 'vitest'
import { readRow } from '#server/domain/integrations/drivers/prowlarr.schemas'
import { createTestRepositories } from '#tests/support/fulfilment'
import { createReleasesRepository } from '#server/domain/fulfilment/search/releases.repository'
import { onEachDatabase } from '#tests/support/databases'
import { ASIN, fulfilmentOver, handDriven, type TestFulfilment } from './fulfilment.fixture'

const ROWS = 400
const SHELF = { id: 1, name: 'Shelf' }

/** A row that an indexer may send, as the driver reads it. */
function row(at: number) {
  const text = JSON.stringify({
    guid: `row ${at}`,
    title: `${'(The \u0000 Salt e\u0301\ud800'.repeat(500)} ${at}`,
    indexer: 'Shelf \u0000 \udfff',
    indexerFlags: ['\u0000'],
    publishDate: '\u0000',
  })
  const read = readRow(text, SHELF, (shown) => shown)
  if ('leftOut' in read) throw new Error(read.leftOut.reason)
  return read.release
}

onEachDatabase('a search that finds what databases refuse', (database) => {
  let server: TestFulfilment
  beforeEach(async () => {
    const driven = handDriven()
    driven.behaviour.search = async () => Array.from({ length: ROWS }, (_, at) => row(at))
    server = fulfilmentOver(database(), { driven })
    await server.want()
  })

  it('is stored and listed completely, while others get their turn', async () => {
    const book = await createTestRepositories(database()).searches.findBook(ASIN)
    if (!book) throw new Error('There is no book')
    const { id, state, cause } = await server.releaseSearch.complete(
      book,
      { actor: 'root' },
      new AbortController().signal,
    )
    expect({ state, cause }).toEqual({ state: 'finished', cause: null })
    let now = performance.now()
    const turns = vi.spyOn(globalThis, 'setImmediate')
    const slow = vi.spyOn(performance, 'now').mockImplementation(() => (now += 2))
    const listed = await createReleasesRepository({ database: database() }).list(id)
    const yields = turns.mock.calls.length
    turns.mockRestore()
    slow.mockRestore()
    expect(listed.map(({ rank }) => rank)).toEqual(Array.from({ length: ROWS }, (_, at) => at + 1))
    expect(new Set(listed.map(({ facts }) => facts.guid)).size).toBe(ROWS)
    // A few dozen rows at a time.
    expect(yields).toBeGreaterThan(5)
  })
})
