import { CLIENTS } from '#fakes/download-clients/all'
import type { Database } from '#server/db/database'
import type { StoredRelease } from '#server/db/stored-release'
import { createBooksRepository } from '#server/domain/books/books.repository'

/** Followed downloads, spread evenly over the clients. */
export const DOWNLOADS = 500

const indexes = Array.from({ length: DOWNLOADS }, (_, index) => index)

/** The client that has a download. */
function clientAt(index: number): (typeof CLIENTS)[number] {
  const client = CLIENTS[index % CLIENTS.length]
  if (!client) throw new Error('There is no download client')
  return client
}

/** Ids of a client's downloads. */
export const idsOf = (name: string): string[] =>
  indexes.flatMap((index) => {
    const client = clientAt(index)
    return client.name === name ? [client.idOf(index)] : []
  })

/** Stores books with downloads in progress, spread over the clients. */
export async function fillDownloads(database: Database, at: Date): Promise<void> {
  const books = createBooksRepository({ database })
  const { fulfilments, grabs, downloads } = database.tables
  const times = { createdAt: at, updatedAt: at }
  const rows = indexes.map((index) => {
    const facts = releaseAt(index)
    const { guid, title, indexer_id: indexerId, protocol } = facts
    const asin = `B${String(index).padStart(9, '0')}`
    const grabId = crypto.randomUUID()
    const { name: client, idOf } = clientAt(index)
    return {
      asin,
      grab: { id: grabId, asin, guid, indexerId, title, facts, state: 'grabbed' as const, ...times },
      download: {
        grabId,
        asin,
        current: true,
        title,
        protocol,
        connectionId: client,
        client,
        downloadId: idOf(index),
        foundBy: 'hash' as const,
        state: 'downloading' as const,
        createdAt: at,
        changedAt: at,
      },
    }
  })
  // A transaction may take at most 15 s on PostgreSQL, and a busy machine needs that long for all books.
  for (let from = 0; from < rows.length; from += 100) {
    await database.write(async (within) => {
      for (const { asin } of rows.slice(from, from + 100)) await books.store(within, bookOf(asin), at)
    })
  }
  await database.write(async (within) => {
    await within
      .insert(fulfilments)
      .values(rows.map(({ asin }) => ({ asin, state: 'downloading' as const, ...times })))
    await within.insert(grabs).values(rows.map(({ grab }) => grab))
    await within.insert(downloads).values(rows.map(({ download }) => download))
  })
}

const bookOf = (asin: string): Parameters<ReturnType<typeof createBooksRepository>['store']>[1] => ({
  asin,
  region: 'us',
  title: `Book ${asin}`,
  subtitle: null,
  authors: ['Ada Moor'],
  narrators: ['Ben Hale'],
  series: [],
  language: 'en',
  edition: 'unabridged',
  releaseDate: '2020-05-01',
  runtimeMin: 600,
  summary: null,
  coverUrl: null,
  sampleUrl: null,
  publisher: null,
  categories: [],
})

function releaseAt(index: number): StoredRelease {
  const { protocol, idOf } = clientAt(index)
  const isUsenet = protocol === 'usenet'
  return {
    guid: `release ${index}`,
    indexer_id: 1,
    indexer: 'Spoken Shelf',
    title: `Book ${index} by Ada Moor`,
    size: 500_000_000,
    publish_date: null,
    info_url: null,
    indexer_flags: [],
    protocol,
    seeders: isUsenet ? null : 5,
    leechers: isUsenet ? null : 1,
    grabs: 1,
    categories: [3030],
    info_hash: isUsenet ? null : idOf(index),
    query: 'book',
    metadata: null,
  }
}
