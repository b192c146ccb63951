import { and, asc, eq, max } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { statusOf } from '#server/db/tables/connection-status'
import { isUniqueViolation } from '#server/db/failures'
import { bind } from '#server/domain/bind'
import { nameKey } from '#server/domain/name-key.rules'
import type { ConnectionStatus, StoredConnection } from './connections.types'

export type ConnectionsRepository = ReturnType<typeof createConnectionsRepository>

/** What else to store in the same transaction. */
type Also = (transaction: Transaction) => Promise<void>

const contextOf = ({ database }: { database: Database }) => {
  const { connections } = database.tables
  const columns = {
    id: connections.id,
    driver: connections.driver,
    name: connections.name,
    enabled: connections.enabled,
    priority: connections.priority,
    sealedSettings: connections.settings,
    ...statusOf(connections),
  }
  return { database, connections, columns }
}
type Context = ReturnType<typeof contextOf>

/** Stores download clients and libraries. */
export function createConnectionsRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), { list, find, add, replace, note, remove })
}

/** What a change may set. The status is included only if it changes. */
type Changed = Pick<StoredConnection, 'name' | 'enabled' | 'sealedSettings'> & Partial<ConnectionStatus>

function toRow<T extends Changed>({ sealedSettings, ...connection }: T) {
  return { ...connection, nameKey: nameKey(connection.name), settings: sealedSettings }
}

/** @returns all connections, sorted by priority. */
function list({ database, columns, connections }: Context): Promise<StoredConnection[]> {
  return database.read
    .select(columns)
    .from(connections)
    .orderBy(asc(connections.priority), asc(connections.nameKey))
}

async function find(context: Context, id: string): Promise<StoredConnection | null> {
  const { database, columns, connections } = context
  const [row] = await database.read.select(columns).from(connections).where(eq(connections.id, id))
  return row ?? null
}

/** Adds a connection with the lowest priority. @returns false if the name is taken. */
async function add(
  { database, connections }: Context,
  connection: Omit<StoredConnection, 'priority'>,
  now: Date,
  also: Also,
): Promise<boolean> {
  return database.write(async (transaction) => {
    const [highest] = await transaction.select({ priority: max(connections.priority) }).from(connections)
    const priority = (highest?.priority ?? 0) + 1
    const added = await transaction
      .insert(connections)
      .values({ ...toRow({ ...connection, priority }), createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning({ id: connections.id })
    if (added.length > 0) await also(transaction)
    return added.length > 0
  })
}

/** Sets the order of connections, first to last. */
async function putInOrder(
  { connections }: Context,
  ids: readonly string[],
  transaction: Transaction,
): Promise<void> {
  for (const [place, id] of ids.entries()) {
    await transaction
      .update(connections)
      .set({ priority: place + 1 })
      .where(eq(connections.id, id))
  }
}

/**
 * Changes a connection if its settings have not changed since they were read.
 * @param order ids of all connections of its kind in their new order, or null to keep the order.
 * @returns `changed` if someone else changed or deleted the connection in the meantime.
 */
async function replace(
  context: Context,
  change: { before: StoredConnection; after: Changed; order: readonly string[] | null },
  now: Date,
  also: Also,
): Promise<'replaced' | 'changed' | 'name_taken'> {
  const { database, connections } = context
  const { before, after, order } = change
  try {
    return await database.write(async (transaction) => {
      const replaced = await transaction
        .update(connections)
        .set({ ...toRow(after), updatedAt: now })
        .where(and(eq(connections.id, before.id), eq(connections.settings, before.sealedSettings)))
        .returning({ id: connections.id })
      if (replaced.length === 0) return 'changed'
      if (order) await putInOrder(context, order, transaction)
      await also(transaction)
      return 'replaced'
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'name_taken'
    throw error
  }
}

/** Stores a connection's status, unless its settings have changed. */
async function note(
  { database, connections }: Context,
  { id, sealedSettings }: Pick<StoredConnection, 'id' | 'sealedSettings'>,
  status: ConnectionStatus,
): Promise<void> {
  await database.write((transaction) =>
    transaction
      .update(connections)
      .set({ ...status })
      .where(and(eq(connections.id, id), eq(connections.settings, sealedSettings))),
  )
}

/** @returns false if there is no such connection. */
async function remove({ database, connections }: Context, id: string, also: Also): Promise<boolean> {
  return database.write(async (transaction) => {
    const removed = await transaction
      .delete(connections)
      .where(eq(connections.id, id))
      .returning({ id: connections.id })
    if (removed.length > 0) await also(transaction)
    return removed.length > 0
  })
}
