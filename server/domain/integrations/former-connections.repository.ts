import { and, desc, eq, gt, lte } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'

/** How long a deleted connection is remembered, in milliseconds. */
const KEPT = 90 * 24 * 60 * 60_000

/** A deleted connection. */
interface FormerConnection {
  id: string
  /** Name of the driver. */
  driver: string
  name: string
  /** Address of the server. @see serverAt */
  server: string
}

export type FormerConnectionsRepository = ReturnType<typeof createFormerConnectionsRepository>

/** Remembers deleted connections, so that a new one to the same server can be recognised. */
export function createFormerConnectionsRepository({ database }: { database: Database }) {
  return bind(database, { keep, find, forget, listIds })
}

/** Remembers a connection being deleted, and forgets those deleted long ago. */
async function keep(
  database: Database,
  within: Transaction,
  former: FormerConnection,
  now: Date,
): Promise<void> {
  const { formerConnections } = database.tables
  await within
    .delete(formerConnections)
    .where(lte(formerConnections.removedAt, new Date(now.getTime() - KEPT)))
  await within.insert(formerConnections).values({ ...former, removedAt: now })
}

/** The id of the connection last deleted for a server, preferring one with the same name, or null. @param taken ids to pass over. */
async function find(
  { read, tables: { formerConnections } }: Database,
  { driver, server, name }: Omit<FormerConnection, 'id'>,
  taken: ReadonlySet<string>,
  now: Date,
): Promise<string | null> {
  const { removedAt } = formerConnections
  const rows = await read
    .select({ id: formerConnections.id, name: formerConnections.name })
    .from(formerConnections)
    .where(
      and(
        eq(formerConnections.driver, driver),
        eq(formerConnections.server, server),
        gt(removedAt, new Date(now.getTime() - KEPT)),
      ),
    )
    .orderBy(desc(removedAt))
  const free = rows.filter(({ id }) => !taken.has(id))
  const former = free.find((row) => row.name === name) ?? free[0]
  return former?.id ?? null
}

/** Forgets a connection whose id is in use again. */
async function forget(database: Database, within: Transaction, id: string): Promise<void> {
  const { formerConnections } = database.tables
  await within.delete(formerConnections).where(eq(formerConnections.id, id))
}

/** The ids of all remembered connections. */
async function listIds({ read, tables: { formerConnections } }: Database, now: Date): Promise<string[]> {
  const rows = await read
    .select({ id: formerConnections.id })
    .from(formerConnections)
    .where(gt(formerConnections.removedAt, new Date(now.getTime() - KEPT)))
  return rows.map(({ id }) => id)
}
