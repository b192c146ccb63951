import { and, eq } from 'drizzle-orm'
import { bind } from '#server/domain/bind'
import type { Database, Transaction } from '#server/db/database'
import { statusOf } from '#server/db/tables/connection-status'
import type { ConnectionStatus } from './connections.types'

/** What is stored of one indexer. */
export interface StoredIntegration {
  name: string
  enabled: boolean
  /** Encrypted; another text after every change, whatever it was. */
  sealedSettings: string
  /** What the configuration file said when it was last applied, per setting. */
  fileDigests: Readonly<Record<string, string>>
}

/** One indexer with how it is doing. */
export type IntegrationRow = StoredIntegration & ConnectionStatus

/** A change of one indexer: as it was read, null when it had no row, and as it shall be. */
export interface Replacement {
  before: StoredIntegration | null
  /** A status only where it is another one now. */
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

/** Stores what is set for each indexer. */
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

/** Every stored indexer by name; those that were never changed have no row. */
async function findAll({ database, columns, indexers }: Context): Promise<Map<string, IntegrationRow>> {
  const rows = await database.read.select(columns).from(indexers)
  return new Map(rows.map((row) => [row.name, row]))
}

/**
 * Makes changes while everything is as it was read, all of them or none.
 * @param also what else is stored with them.
 * @returns false when somebody else, or another instance, was quicker.
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

/** Writes down how an indexer is doing, unless its settings are others by now. */
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
