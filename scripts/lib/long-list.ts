import { MOST_ENTRIES } from '#contract/lists'
import type { Database } from '#server/db/database'
import type { StoredCandidate } from '#server/db/stored-candidate'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { bulkInsert } from './bulk-insert'
import { asinAt } from './large-data'

/** The id of a list as long as one may be. */
export const LONG_LIST_ID = 'f5a8a0b4-6c43-4a3e-9a52-0c8c4f1f7d10'
const CANDIDATES = 5

/** Gives root a list of which every entry is matched, with as many books to choose from as are kept. */
export async function addLongList(database: Database): Promise<void> {
  const root = await createUsersRepository({ database }).findRoot()
  if (!root) throw new Error('Nobody is root yet')
  const now = new Date()
  await bulkInsert(database, database.tables.lists, 1, () => ({
    ...{ id: LONG_LIST_ID, userId: root.id, source: 'titles', region: 'us', open: false },
    ...{ turnAt: now, createdAt: now, updatedAt: now },
  }))
  await bulkInsert(database, database.tables.listEntries, MOST_ENTRIES, entryAt)
}

const entryAt = (at: number) => ({
  ...{ listId: LONG_LIST_ID, number: at + 1, title: `A Book of Many ${at}`, author: 'Ann Ash' },
  ...{ state: at % 10 === 0 ? 'check' : 'sure', selected: at % 10 !== 0, requesting: false },
  asin: asinAt(at),
  candidates: Array.from({ length: CANDIDATES }, (_, other) => candidateAt(at + other)),
})

const candidateAt = (at: number): StoredCandidate => ({
  asin: asinAt(at),
  region: 'us',
  title: `A Book of Many ${at}`,
  subtitle: 'A Novel',
  authors: ['Ann Ash'],
  narrators: ['June Park', 'Ada Moor'],
  series: [{ title: 'Many', position: String(at) }],
  language: 'en',
  edition: 'unabridged',
  releaseDate: '2019-05-02',
  runtimeMin: 600,
})
