import { and, desc, eq, exists, gt, lte, sql } from 'drizzle-orm'
import type { Role } from '#contract/common'
import type { Database, Transaction } from '#server/db/database'
import type { Row } from '#server/db/tables'
import { bind } from '#server/domain/bind'

/** An invitation as administrators see it: with the names of people, and the current role of an existing user. */
export type StoredInvitation = Omit<Row<'invitations'>, 'tokenHash' | 'userId'> & { username: string | null }

export type InvitationsRepository = ReturnType<typeof createInvitationsRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { invitations, users } = database.tables
  /** Unused and not expired, and its creator may still invite. */
  const isOpen = (now: Date) =>
    and(
      gt(invitations.expiresAt, now),
      exists(
        database.read
          .select({ one: sql`1` })
          .from(users)
          .where(and(eq(users.id, invitations.invitedBy), eq(users.role, 'admin'))),
      ),
    )
  const user = sql`from ${users} where ${users.id} = ${invitations.userId}`
  const shown = {
    id: invitations.id,
    role: sql<Role>`coalesce((select ${users.role} ${user}), ${invitations.role})`,
    username: sql<string | null>`(select ${users.username} ${user})`,
    invitedBy: sql<string>`(select ${users.username} from ${users} where ${users.id} = ${invitations.invitedBy})`,
    createdAt: invitations.createdAt,
    expiresAt: invitations.expiresAt,
  }
  return { database, invitations, shown, isOpen }
}
type Context = ReturnType<typeof contextOf>

export function createInvitationsRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), { insert, list, find, take, delete: remove, deleteFor, deleteBy })
}

/** Stores an invitation, and deletes expired ones. */
async function insert(
  { invitations }: Context,
  transaction: Transaction,
  invitation: Row<'invitations'>,
): Promise<void> {
  await transaction.delete(invitations).where(lte(invitations.expiresAt, invitation.createdAt))
  await transaction.insert(invitations).values(invitation)
}

/** A page of the open invitations, newest first, and the total. */
async function list(
  { database, invitations, shown, isOpen }: Context,
  page: { limit: number; offset: number; now: Date },
): Promise<{ invitations: StoredInvitation[]; total: number }> {
  const open = isOpen(page.now)
  const [rows, total] = await Promise.all([
    database.read
      .select(shown)
      .from(invitations)
      .where(open)
      .orderBy(desc(invitations.createdAt), desc(invitations.id))
      .limit(page.limit)
      .offset(page.offset),
    database.read.$count(invitations, open),
  ])
  return { invitations: rows, total }
}

/** The open invitation of a link; undefined if there is none. */
async function find(
  { database, invitations, shown, isOpen }: Context,
  tokenHash: string,
  now: Date,
): Promise<(StoredInvitation & { userId: string | null }) | undefined> {
  const [found] = await database.read
    .select({ ...shown, userId: invitations.userId })
    .from(invitations)
    .where(and(eq(invitations.tokenHash, tokenHash), isOpen(now)))
  return found
}

/**
 * Marks an invitation as used. @returns false if it is no longer open: only one of several concurrent callers gets
 * true.
 */
async function take(
  { invitations, isOpen }: Context,
  transaction: Transaction,
  id: string,
  now: Date,
): Promise<boolean> {
  const taken = await transaction
    .delete(invitations)
    .where(and(eq(invitations.id, id), isOpen(now)))
    .returning({ id: invitations.id })
  return taken.length > 0
}

/** @returns whom it was for, null for a new user; undefined if there is no such invitation. */
async function remove(
  { invitations, shown }: Context,
  transaction: Transaction,
  id: string,
): Promise<{ username: string | null } | undefined> {
  const [found] = await transaction
    .select({ username: shown.username })
    .from(invitations)
    .where(eq(invitations.id, id))
  const removed = await transaction
    .delete(invitations)
    .where(eq(invitations.id, id))
    .returning({ id: invitations.id })
  return removed.length > 0 ? found : undefined
}

/** Deletes the open invitations that a user made, for good. @returns how many. */
async function deleteBy({ invitations }: Context, transaction: Transaction, userId: string): Promise<number> {
  const deleted = await transaction
    .delete(invitations)
    .where(eq(invitations.invitedBy, userId))
    .returning({ id: invitations.id })
  return deleted.length
}

/** Deletes a user's links for a new password. */
async function deleteFor({ invitations }: Context, transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(invitations).where(eq(invitations.userId, userId))
}
