import { and, eq, gt } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { hasCome, isLeaseFree } from '#server/db/due'
import { bind } from '#server/domain/bind'

export type PollsRepository = ReturnType<typeof createPollsRepository>

/** Stores when each download client is polled next, and each connection that books wait for, and by whom. */
export function createPollsRepository({ database }: { database: Database }) {
  return bind(database, { claim, renew, finish, bringForward })
}

/** The schedule of a client that a server may poll now. */
interface ClaimedPoll {
  /** When it was due. */
  nextAt: Date
  /** Failed polls in a row. */
  failures: number
}

/** No poll is planned further ahead, in milliseconds. */
const NEVER_PLANNED = 60 * 60_000

/** @returns the claimed poll, or else when the client may be polled next. */
async function claim(
  database: Database,
  connectionId: string,
  { now, owner, leaseUntil }: { now: Date; owner: string; leaseUntil: Date },
): Promise<ClaimedPoll | Date> {
  const { downloadPolls: polls } = database.tables
  return database.write(async (within) => {
    const first = { connectionId, nextAt: now, failures: 0 }
    await within.insert(polls).values(first).onConflictDoNothing()
    const [claimed] = await within
      .update(polls)
      .set({ leaseOwner: owner, leaseUntil })
      .where(
        and(
          eq(polls.connectionId, connectionId),
          hasCome(polls.nextAt, now, NEVER_PLANNED),
          isLeaseFree(polls.leaseUntil, now),
        ),
      )
      .returning({ nextAt: polls.nextAt, failures: polls.failures })
    if (claimed) return claimed
    const [row] = await within
      .select({ nextAt: polls.nextAt, leaseUntil: polls.leaseUntil })
      .from(polls)
      .where(eq(polls.connectionId, connectionId))
    return new Date(Math.max(Number(row?.nextAt ?? now), Number(row?.leaseUntil ?? 0)))
  })
}

/** @returns false if another server holds it by now. */
async function renew(
  database: Database,
  connectionId: string,
  owner: string,
  leaseUntil: Date,
): Promise<boolean> {
  const { downloadPolls: polls } = database.tables
  return database.write(async (within) => {
    const renewed = await within
      .update(polls)
      .set({ leaseUntil })
      .where(and(eq(polls.connectionId, connectionId), eq(polls.leaseOwner, owner)))
      .returning({ connectionId: polls.connectionId })
    return renewed.length > 0
  })
}

/** Lets any server poll the client from the given time on. */
async function finish(
  database: Database,
  connectionId: string,
  owner: string,
  next: { nextAt: Date; failures: number },
): Promise<void> {
  const { downloadPolls: polls } = database.tables
  await database.write((within) =>
    within
      .update(polls)
      .set({ ...next, leaseOwner: null, leaseUntil: null })
      .where(and(eq(polls.connectionId, connectionId), eq(polls.leaseOwner, owner))),
  )
}

/** Brings polls forward to a given time, except for clients that cannot be reached. */
async function bringForward(database: Database, within: Transaction, at: Date): Promise<void> {
  const { downloadPolls: polls } = database.tables
  await within
    .update(polls)
    .set({ nextAt: at })
    .where(and(gt(polls.nextAt, at), eq(polls.failures, 0)))
}
