import { and, asc, eq, max } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { statusOf } from '#server/db/tables/connection-status'
import { isUniqueViolation } from '#server/db/failures'
import { bind } from '#server/domain/bind'
import { nameKey } from '#server/domain/name-key.rules'
import type {
  ConnectionStatus,
  Replacement,
  StateStore,
  StoredConnection,
  StoredState,
} from './connections.types'
import { takenName } from './integrations.errors'

export type ConnectionsRepository = ReturnType<typeof createConnectionsRepository>

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
  const bound = bind(contextOf(dependencies), {
    list,
    find,
    findNamed,
    add,
    replace,
    putInOrder,
    note,
    remove,
  })
  return { table: 'connections', ...bound } satisfies StateStore<StoredConnection>
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

async function findNamed(context: Context, name: string): Promise<StoredConnection | null> {
  const { database, columns, connections } = context
  const isNamed = eq(connections.nameKey, nameKey(name))
  const [row] = await database.read.select(columns).from(connections).where(isNamed)
  return row ?? null
}

/** Adds a connection with the lowest priority. @returns false if the name or the id is taken. */
async function add(
  { connections }: Context,
  within: Transaction,
  { sealedSettings, ...connection }: Omit<StoredConnection, 'priority'>,
  now: Date,
): Promise<boolean> {
  const [highest] = await within.select({ priority: max(connections.priority) }).from(connections)
  const priority = (highest?.priority ?? 0) + 1
  const key = nameKey(connection.name)
  const row = {
    ...connection,
    priority,
    nameKey: key,
    settings: sealedSettings,
    createdAt: now,
    updatedAt: now,
  }
  const added = await within
    .insert(connections)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: connections.id })
  return added.length > 0
}

/** Sets the order of connections, first to last. */
async function putInOrder(
  { connections }: Context,
  within: Transaction,
  ids: readonly string[],
): Promise<void> {
  for (const [place, id] of ids.entries()) {
    await within
      .update(connections)
      .set({ priority: place + 1 })
      .where(eq(connections.id, id))
  }
}

/** @throws AppError `connection_name_taken`. */
async function replace(
  { connections }: Context,
  within: Transaction,
  { before, after, own }: Replacement<StoredConnection>,
  now: Date,
): Promise<boolean> {
  if (!before) return false
  const { sealedSettings, ...rest } = after
  const { name } = { ...before, ...own }
  try {
    const replaced = await within
      .update(connections)
      .set({ ...rest, name, nameKey: nameKey(name), settings: sealedSettings, updatedAt: now })
      .where(and(eq(connections.id, before.id), eq(connections.settings, before.sealedSettings)))
      .returning({ id: connections.id })
    return replaced.length > 0
  } catch (error) {
    throw isUniqueViolation(error) ? takenName(name) : error
  }
}

async function note(
  { database, connections }: Context,
  { id, sealedSettings }: Pick<StoredState, 'id' | 'sealedSettings'>,
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
async function remove({ connections }: Context, within: Transaction, id: string): Promise<boolean> {
  const removed = await within
    .delete(connections)
    .where(eq(connections.id, id))
    .returning({ id: connections.id })
  return removed.length > 0
}
