import { and, eq } from 'drizzle-orm'
import { bind } from '#server/domain/bind'
import type { Database, Transaction } from '#server/db/database'
import { statusOf } from '#server/db/tables/connection-status'
import type {
  ConnectionStatus,
  Replacement,
  StateStore,
  StoredIndexer,
  StoredState,
} from './connections.types'

export type IndexersRepository = ReturnType<typeof createIndexersRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { indexers } = database.tables
  const columns = {
    id: indexers.name,
    enabled: indexers.enabled,
    sealedSettings: indexers.settings,
    fileDigests: indexers.fileDigests,
    ...statusOf(indexers),
  }
  return { database, indexers, columns }
}
type Context = ReturnType<typeof contextOf>

/** Stores the settings of each indexer; one never changed has no row. */
export function createIndexersRepository(dependencies: { database: Database }) {
  const bound = bind(contextOf(dependencies), { find, findAll, replace, note })
  return { table: 'indexers', ...bound } satisfies StateStore<StoredIndexer>
}

async function find(context: Context, name: string): Promise<StoredIndexer | null> {
  const { database, columns, indexers } = context
  const [row] = await database.read.select(columns).from(indexers).where(eq(indexers.name, name))
  return row ?? null
}

/** All stored indexers by name. */
async function findAll({ database, columns, indexers }: Context): Promise<Map<string, StoredIndexer>> {
  const rows = await database.read.select(columns).from(indexers)
  return new Map(rows.map((row) => [row.id, row]))
}

async function replace(
  { indexers }: Context,
  within: Transaction,
  { id, before, after, own = {} }: Replacement<StoredIndexer>,
  now: Date,
): Promise<boolean> {
  const { sealedSettings, ...rest } = after
  const { fileDigests = before?.fileDigests } = own
  const row = { ...rest, settings: sealedSettings, fileDigests: { ...fileDigests }, updatedAt: now }
  const done = before
    ? await within
        .update(indexers)
        .set(row)
        .where(and(eq(indexers.name, id), eq(indexers.settings, before.sealedSettings)))
        .returning({ name: indexers.name })
    : await within
        .insert(indexers)
        .values({ name: id, ...row })
        .onConflictDoNothing()
        .returning({ name: indexers.name })
  return done.length > 0
}

async function note(
  { database, indexers }: Context,
  { id, sealedSettings }: Pick<StoredState, 'id' | 'sealedSettings'>,
  status: ConnectionStatus,
): Promise<void> {
  await database.write((transaction) =>
    transaction
      .update(indexers)
      .set({ ...status })
      .where(and(eq(indexers.name, id), eq(indexers.settings, sealedSettings))),
  )
}
