import { and, asc, desc, eq, lt, or } from 'drizzle-orm'
import type { PersonVerdict } from '#contract/judged-pairs'
import type { Verdict } from '#contract/releases'
import type { Database, Transaction } from '#server/db/database'
import { isOneOf } from '#server/db/sql-values'
import type { StoredOffer, StoredWanted } from '#server/db/stored-release'
import { bind } from '#server/domain/bind'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'

/** A release and a book, with the ruling of a person and the verdict of the ranking. */
export interface JudgedPair {
  said: PersonVerdict
  book: StoredWanted
  offer: StoredOffer
  verdict: Verdict
}

/** A person's ruling on a release. */
export interface StoredRuling extends ReleaseIdentity {
  said: PersonVerdict
  /** Username. */
  actor: string
  at: Date
}

/** Number of pairs kept across all books. */
const KEPT = 5000

export type JudgedPairsRepository = ReturnType<typeof createJudgedPairsRepository>

interface JudgedPairsContext {
  database: Database
  kept: number
}

/**
 * Stores people's rulings on releases.
 * @param dependencies.kept how many pairs to keep; the oldest are deleted first.
 */
export function createJudgedPairsRepository(
  dependencies: Omit<JudgedPairsContext, 'kept'> & { kept?: number },
) {
  const context: JudgedPairsContext = { kept: KEPT, ...dependencies }
  return bind(context, { save, find, remove, listOf, listIds, read })
}

/** Stores a pair, replacing any earlier ruling on the same release and book, and deletes the oldest. */
async function save(
  { database, kept }: JudgedPairsContext,
  within: Transaction,
  pair: JudgedPair & StoredRuling & { asin: string },
): Promise<void> {
  const { judgedPairs: pairs } = database.tables
  await within
    .insert(pairs)
    .values({ id: crypto.randomUUID(), ...pair })
    .onConflictDoUpdate({ target: [pairs.asin, pairs.indexerId, pairs.guid], set: pair })
  const [last] = await within
    .select({ id: pairs.id, at: pairs.at })
    .from(pairs)
    .orderBy(desc(pairs.at), desc(pairs.id))
    .limit(1)
    .offset(kept - 1)
  if (!last) return
  await within
    .delete(pairs)
    .where(or(lt(pairs.at, last.at), and(eq(pairs.at, last.at), lt(pairs.id, last.id))))
}

const isAbout = (
  { tables: { judgedPairs: pairs } }: Database,
  asin: string,
  { guid, indexerId }: ReleaseIdentity,
) => and(eq(pairs.asin, asin), eq(pairs.indexerId, indexerId), eq(pairs.guid, guid))

/** The ruling on a release of a book, with the verdict at the time; null if there is none. */
async function find(
  { database }: JudgedPairsContext,
  within: Transaction,
  asin: string,
  release: ReleaseIdentity,
): Promise<Pick<JudgedPair, 'said' | 'verdict'> | null> {
  const { judgedPairs: pairs } = database.tables
  const [pair] = await within
    .select({ said: pairs.said, verdict: pairs.verdict })
    .from(pairs)
    .where(isAbout(database, asin, release))
  return pair ?? null
}

/** @returns the ruling; null if there was none. */
async function remove(
  { database }: JudgedPairsContext,
  within: Transaction,
  asin: string,
  release: ReleaseIdentity,
): Promise<PersonVerdict | null> {
  const { judgedPairs: pairs } = database.tables
  const [removed] = await within
    .delete(pairs)
    .where(isAbout(database, asin, release))
    .returning({ said: pairs.said })
  return removed?.said ?? null
}

/** The rulings on the releases of a book. */
async function listOf({ database }: JudgedPairsContext, asin: string): Promise<StoredRuling[]> {
  const { judgedPairs: pairs } = database.tables
  const { guid, indexerId, said, actor, at } = pairs
  return database.read.select({ guid, indexerId, said, actor, at }).from(pairs).where(eq(pairs.asin, asin))
}

/** Ids of all pairs, oldest first. */
async function listIds({ database }: JudgedPairsContext): Promise<string[]> {
  const { judgedPairs: pairs } = database.tables
  const rows = await database.read.select({ id: pairs.id }).from(pairs).orderBy(asc(pairs.at), asc(pairs.id))
  return rows.map(({ id }) => id)
}

/** Some pairs in the order of their ids, without those deleted since. */
async function read({ database }: JudgedPairsContext, ids: string[]): Promise<JudgedPair[]> {
  const { judgedPairs: pairs } = database.tables
  const { id, said, book, offer, verdict } = pairs
  const rows = await database.read
    .select({ id, said, book, offer, verdict })
    .from(pairs)
    .where(isOneOf(database, id, ids))
  const byId = new Map(rows.map(({ id: key, ...pair }) => [key, pair]))
  return ids.flatMap((key) => byId.get(key) ?? [])
}
