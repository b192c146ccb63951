import { hasCome, isLeaseFree } from '#server/db/due'
import { LONGEST_CHECK_PAUSE } from './follow.rules'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { isOneOf, rowsFrom, textValue } from '#server/db/sql-values'
import type { Row } from '#server/db/tables'
import { bind } from '#server/domain/bind'
import type { BookFacts } from '#server/domain/books/books.types'
import type { KnownBook, SeenBook } from './follow.rules'
import type { Follow, Followed, Follower } from './follow.types'

/** The series or person that one instance checks while its lease lasts. */
export type ClaimedCheck = Followed & Pick<Row<'followed'>, 'lookedAt' | 'failures'>

export type FollowsRepository = ReturnType<typeof createFollowsRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { followed, follows, followedBooks } = database.tables
  const subject = {
    id: followed.id,
    kind: followed.kind,
    region: followed.region,
    key: followed.key,
    name: followed.name,
  }
  return { database, followed, follows, followedBooks, subject }
}
type Context = ReturnType<typeof contextOf>

/** Stores who follows what, the books at the last check, and when the next check is due. */
export function createFollowsRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), {
    list,
    count: countOf,
    add,
    setRequests,
    remove,
    claim,
    renew,
    finish,
    postpone,
    listFollowers,
    forget,
    listKnown,
    saveKnown,
    removeKnown,
  })
}

const selected = ({ database, follows, followed, subject }: Context) =>
  database.read
    .select({ id: follows.id, requests: follows.requests, since: follows.since, followed: subject })
    .from(follows)
    .innerJoin(followed, eq(followed.id, follows.followedId))

/** The series and people that a person follows, sorted by name. */
async function list(context: Context, userId: string): Promise<Follow[]> {
  const { follows, followed } = context
  return selected(context).where(eq(follows.userId, userId)).orderBy(asc(followed.name), asc(follows.id))
}

/** How many other series and people a person follows. */
async function countOf(
  { follows }: Context,
  within: Transaction,
  { userId, besides }: { userId: string; besides: string },
): Promise<number> {
  return within.$count(follows, and(eq(follows.userId, userId), ne(follows.followedId, besides)))
}

/** Records that a person follows something. If they already do, updates whether to request new books. */
async function add(
  { followed, follows }: Context,
  within: Transaction,
  { subject, userId, requests, now }: { subject: Followed; userId: string; requests: boolean; now: Date },
): Promise<Follow> {
  // A series has the catalogue's title; a person's name keeps the spelling of the first follower.
  const name = subject.kind === 'series' ? subject.name : sql`${followed.name}`
  // Locks the row even if it exists, because unfollowing deletes what no one follows.
  const [kept] = await within
    .insert(followed)
    .values({ ...subject, dueAt: now })
    .onConflictDoUpdate({ target: followed.id, set: { name } })
    .returning({ name: followed.name })
  const [stored] = await within
    .insert(follows)
    .values({ id: crypto.randomUUID(), userId, followedId: subject.id, requests, since: now })
    .onConflictDoUpdate({ target: [follows.userId, follows.followedId], set: { requests } })
    .returning({ id: follows.id, since: follows.since })
  if (!stored || !kept) throw new Error('The insert of a follow returned no row')
  return { ...stored, followed: { ...subject, ...kept }, requests }
}

/** @returns undefined if the person does not follow it. */
async function setRequests(
  context: Context,
  { id, userId, requests }: { id: string; userId: string; requests: boolean },
): Promise<Follow | undefined> {
  const { database, follows } = context
  const own = and(eq(follows.id, id), eq(follows.userId, userId))
  await database.write((within) => within.update(follows).set({ requests }).where(own))
  const [found] = await selected(context).where(own)
  return found
}

/** Also deletes a series or person that no one follows any more. @returns whether the user followed it. */
async function remove(context: Context, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { database, followed, follows } = context
  const own = and(eq(follows.id, id), eq(follows.userId, userId))
  return database.write(async (within) => {
    const [found] = await within.select({ subject: follows.followedId }).from(follows).where(own)
    if (!found) return false
    // Locked before counting the followers, because someone may be following it right now.
    await within
      .update(followed)
      .set({ name: sql`${followed.name}` })
      .where(eq(followed.id, found.subject))
    const removed = await within.delete(follows).where(own).returning({ id: follows.id })
    if ((await within.$count(follows, eq(follows.followedId, found.subject))) === 0) {
      await forget(context, within, found.subject)
    }
    return removed.length > 0
  })
}

const isFree = ({ followed }: Context, now: Date) =>
  and(hasCome(followed.dueAt, now, LONGEST_CHECK_PAUSE), isLeaseFree(followed.leaseUntil, now))

/** Claims the check that has been due longest. @returns null if no check is due. */
async function claim(
  context: Context,
  { owner, until, now }: { owner: string; until: Date; now: Date },
): Promise<ClaimedCheck | null> {
  const { database, followed, subject } = context
  const [due] = await database.read
    .select({ id: followed.id })
    .from(followed)
    .where(isFree(context, now))
    .orderBy(asc(followed.dueAt))
    .limit(1)
  if (!due) return null
  const [claimed] = await database.write((within) =>
    within
      .update(followed)
      .set({ leaseOwner: owner, leaseUntil: until })
      .where(and(eq(followed.id, due.id), isFree(context, now)))
      .returning({ ...subject, lookedAt: followed.lookedAt, failures: followed.failures }),
  )
  return claimed ?? null
}

const own = ({ followed }: Context, { id, owner }: { id: string; owner: string }) =>
  and(eq(followed.id, id), eq(followed.leaseOwner, owner))

/** @returns false if another server has claimed it. */
async function renew(
  context: Context,
  claimed: { id: string; owner: string; until: Date },
): Promise<boolean> {
  const { database, followed } = context
  const renewed = await database.write((within) =>
    within
      .update(followed)
      .set({ leaseUntil: claimed.until })
      .where(own(context, claimed))
      .returning({ id: followed.id }),
  )
  return renewed.length > 0
}

/** Ends a completed check. @returns false if the lease was lost. */
async function finish(
  context: Context,
  within: Transaction,
  check: { id: string; owner: string; lookedAt: Date; dueAt: Date },
): Promise<boolean> {
  const { followed } = context
  const { lookedAt, dueAt } = check
  const finished = await within
    .update(followed)
    .set({ lookedAt, dueAt, failures: 0, leaseOwner: null, leaseUntil: null })
    .where(own(context, check))
    .returning({ id: followed.id })
  return finished.length > 0
}

/** Ends a failed check. */
async function postpone(
  context: Context,
  check: { id: string; owner: string; failures: number; dueAt: Date },
): Promise<void> {
  const { database, followed } = context
  const { failures, dueAt } = check
  await database.write((within) =>
    within
      .update(followed)
      .set({ failures, dueAt, leaseOwner: null, leaseUntil: null })
      .where(own(context, check)),
  )
}

async function listFollowers(
  { follows }: Context,
  within: Transaction,
  followedId: string,
): Promise<Follower[]> {
  return within
    .select({ userId: follows.userId, requests: follows.requests })
    .from(follows)
    .where(eq(follows.followedId, followedId))
    .orderBy(asc(follows.userId))
}

/** Deletes a series or person that no one follows. */
async function forget({ followed }: Context, within: Transaction, id: string): Promise<void> {
  await within.delete(followed).where(eq(followed.id, id))
}

async function listKnown(
  { followedBooks }: Context,
  within: Transaction,
  followedId: string,
): Promise<KnownBook[]> {
  return within
    .select({
      asin: followedBooks.asin,
      announced: followedBooks.announced,
      releaseDate: followedBooks.releaseDate,
    })
    .from(followedBooks)
    .where(eq(followedBooks.followedId, followedId))
}

/** Stores the books seen and, for upcoming and recent ones, the facts to show. */
async function saveKnown(
  { database, followedBooks }: Context,
  within: Transaction,
  followedId: string,
  seen: readonly SeenBook<BookFacts>[],
): Promise<void> {
  if (seen.length === 0) return
  const rows = seen.map((each) => ({ ...each, announced: String(each.announced) }))
  await within
    .insert(followedBooks)
    .select(
      rowsFrom(database, rows, [
        textValue(database, followedId),
        sql`value->'book'->>'asin'`,
        sql`case when value->>'announced' = 'true' then true else false end`,
        sql`value->>'releaseDate'`,
        sql`case when value->>'releaseDate' is not null then value->'book' end`,
      ]),
    )
    .onConflictDoUpdate({
      target: [followedBooks.followedId, followedBooks.asin],
      set: {
        announced: sql`excluded.announced`,
        releaseDate: sql`excluded.release_date`,
        book: sql`excluded.book`,
      },
    })
}

/** Deletes books that are no longer announced. */
async function removeKnown(
  { database, followedBooks }: Context,
  within: Transaction,
  followedId: string,
  asins: readonly string[],
): Promise<void> {
  if (asins.length === 0) return
  await within
    .delete(followedBooks)
    .where(and(eq(followedBooks.followedId, followedId), isOneOf(database, followedBooks.asin, asins)))
}
