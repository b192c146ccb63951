import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'

/** A failed download to remove from its client. */
export interface DueRemoval {
  grabId: string
  /** Title of the release. */
  title: string
  downloadId: string
  /** When the removal is next attempted. */
  removeAt: Date
  /** Since when the client has not shown it; null while it does. */
  missingSince: Date | null
  failedAt: Date
}

/** Scheduled removals from a client, including later ones; next first. */
export async function listRemovals(
  { read, tables: { downloads } }: Database,
  connectionId: string,
): Promise<DueRemoval[]> {
  const { grabId, title, downloadId, removeAt, missingSince, changedAt: failedAt } = downloads
  const rows = await read
    .select({ grabId, title, downloadId, removeAt, missingSince, failedAt })
    .from(downloads)
    .where(and(isNotNull(removeAt), eq(downloads.connectionId, connectionId), eq(downloads.state, 'failed')))
    .orderBy(asc(removeAt))
  return rows.flatMap((row) => {
    const { removeAt: at, downloadId: id } = row
    return at === null || id === null ? [] : [{ ...row, removeAt: at, downloadId: id }]
  })
}

/** Stores when a removal is tried next. @param plan has null in `removeAt` once it is done or given up. */
export async function planRemoval(
  { tables: { downloads } }: Database,
  within: Transaction,
  grabId: string,
  plan: { removeAt: Date | null; missingSince: Date | null },
): Promise<void> {
  await within.update(downloads).set(plan).where(eq(downloads.grabId, grabId))
}
