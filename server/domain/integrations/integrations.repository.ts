import { and, eq } from 'drizzle-orm'
import { bind } from '#server/domain/bind'
import type { Database, Transaction } from '#server/db/database'
import { statusOf } from '#server/db/tables/connection-status'
import type { ConnectionStatus } from './connections.types'

/** The stored settings of one indexer. */
export interface StoredIntegration {
  name: string
  enabled: boolean
  /** Encrypted. Every change gives a different text, even one to the same settings. */
  sealedSettings: string
  /** Digests of the file's values when it was last applied, by setting. */
  fileDigests: Readonly<Record<string, string>>
}

/** One indexer with its status. */
type IntegrationRow = StoredIntegration & ConnectionStatus

/** A change to one indexer: the state as it was read, or null if it had no row, and the new state. */
export interface Replacement {
  before: StoredIntegration | null
  /** The status is included only if it changes. */
  after: StoredIntegration & Partial<ConnectionStatus>
}

export type IntegrationsRepository = ReturnType<typeof createIntegrationsRepository>

/** Thrown inside a transaction to roll it back. */
class Overtaken extends Error {}

const contextOf = ({ database }: { database: Database }) => {
  const { indexers } = database.tables
  const columns = {
    name: indexers.name,
    enabled: indexers.enabled,
    sealedSettings: indexers.settings,
    fileDigests: indexers.fileDigests,
    ...statusOf(indexers),
  }
  return { database, indexers, columns }
}
type Context = ReturnType<typeof contextOf>

/** Stores the settings of each indexer. */
export function createIntegrationsRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), { find, findAll, replace, note })
}

async function replaceOne(
  { indexers }: Context,
  { before, after }: Replacement,
  at: Date,
  transaction: Transaction,
): Promise<boolean> {
  const { name, sealedSettings, fileDigests, ...rest } = after
  const row = { ...rest, settings: sealedSettings, fileDigests: { ...fileDigests }, updatedAt: at }
  const done = before
    ? await transaction
        .update(indexers)
        .set(row)
        .where(and(eq(indexers.name, before.name), eq(indexers.settings, before.sealedSettings)))
        .returning({ name: indexers.name })
    : await transaction
        .insert(indexers)
        .values({ name, ...row })
        .onConflictDoNothing()
        .returning({ name: indexers.name })
  return done.length > 0
}

async function find(context: Context, name: string): Promise<IntegrationRow | null> {
  const { database, columns, indexers } = context
  const [row] = await database.read.select(columns).from(indexers).where(eq(indexers.name, name))
  return row ?? null
}

/** All stored indexers by name; an indexer that was never changed has no row. */
async function findAll({ database, columns, indexers }: Context): Promise<Map<string, IntegrationRow>> {
  const rows = await database.read.select(columns).from(indexers)
  return new Map(rows.map((row) => [row.name, row]))
}

/**
 * Applies all changes or none. They apply only if nothing has changed since it was read.
 * @param also what else to store in the same transaction.
 * @returns false if another person or instance was faster.
 */
async function replace(
  context: Context,
  changes: readonly Replacement[],
  at: Date,
  also?: (transaction: Transaction) => Promise<void>,
): Promise<boolean> {
  const { database } = context
  try {
    await database.write(async (transaction) => {
      for (const change of changes) {
        if (!(await replaceOne(context, change, at, transaction))) throw new Overtaken()
      }
      await also?.(transaction)
    })
    return true
  } catch (error) {
    if (error instanceof Overtaken) return false
    throw error
  }
}

/** Stores an indexer's status, unless its settings have changed. */
async function note(
  { database, indexers }: Context,
  { name, sealedSettings }: Pick<StoredIntegration, 'name' | 'sealedSettings'>,
  status: ConnectionStatus,
): Promise<void> {
  await database.write((transaction) =>
    transaction
      .update(indexers)
      .set({ ...status })
      .where(and(eq(indexers.name, name), eq(indexers.settings, sealedSettings))),
  )
}
