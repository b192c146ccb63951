import { eq, inArray, isNotNull } from 'drizzle-orm'
import type { Cause } from '#contract/cause'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'

/** A connection that is left alone, as every instance sees it. */
export interface StoredRest {
  cause: Cause
  /** When it is probed next. */
  nextAt: Date
  /** Until when it has asked to be left alone; null if it has not. */
  askedUntil: Date | null
  /** Failed probes in a row. */
  failures: number
}

export type RestsRepository = ReturnType<typeof createRestsRepository>

/** Stores which connections are left alone, beside the schedules of the polls that follow downloads. */
export function createRestsRepository({ database }: { database: Database }) {
  return bind(database, { find, store, forget, hasten })
}

/** The schedule of a connection’s probe, beside those of the polls. */
export const probeKey = (connectionId: string) => `wait for ${connectionId}`

/** @returns null if it has not failed since it last worked. */
async function find(database: Database, connectionId: string): Promise<StoredRest | null> {
  const { downloadPolls: polls } = database.tables
  const { cause, nextAt, askedUntil, failures } = polls
  const [row] = await database.read
    .select({ cause, nextAt, askedUntil, failures })
    .from(polls)
    .where(eq(polls.connectionId, probeKey(connectionId)))
  return row?.cause ? { ...row, cause: row.cause } : null
}

/** Leaves a connection alone; whoever probes it now keeps the lease. */
async function store(database: Database, connectionId: string, rest: StoredRest): Promise<void> {
  const { downloadPolls: polls } = database.tables
  await database.write((within) =>
    within
      .insert(polls)
      .values({ connectionId: probeKey(connectionId), ...rest })
      .onConflictDoUpdate({ target: polls.connectionId, set: rest }),
  )
}

/** Lets connections be called again. */
async function forget(
  database: Database,
  within: Transaction,
  connectionIds: readonly string[],
): Promise<void> {
  const { downloadPolls: polls } = database.tables
  await within.delete(polls).where(inArray(polls.connectionId, connectionIds.map(probeKey)))
}

/** Makes every probe due; a connection that asked to be left alone is not called by it. */
async function hasten(database: Database, now: Date): Promise<void> {
  const { downloadPolls: polls } = database.tables
  await database.write((within) => within.update(polls).set({ nextAt: now }).where(isNotNull(polls.cause)))
}
