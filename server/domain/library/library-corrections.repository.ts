import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { Row } from '#server/db/tables'
import { bind } from '#server/domain/bind'
import type { Correction } from './library.types'

export type LibraryCorrectionsRepository = ReturnType<typeof createLibraryCorrectionsRepository>

/** Stores administrators' corrections of matches. */
export function createLibraryCorrectionsRepository({ database }: { database: Database }) {
  return bind(database, { list, save, forget })
}

async function list(
  { read, tables: { libraryCorrections } }: Database,
  asins: readonly string[],
): Promise<Omit<Row<'libraryCorrections'>, 'at'>[]> {
  const { asin, itemId, said, actor } = libraryCorrections
  if (asins.length === 0) return []
  return read
    .select({ asin, itemId, said, actor })
    .from(libraryCorrections)
    .where(inArray(asin, [...asins]))
}

async function save(
  { tables }: Database,
  within: Transaction,
  correction: Row<'libraryCorrections'>,
): Promise<void> {
  const { libraryCorrections } = tables
  const { said, actor, at } = correction
  await within
    .insert(libraryCorrections)
    .values(correction)
    .onConflictDoUpdate({
      target: [libraryCorrections.asin, libraryCorrections.itemId],
      set: { said, actor, at },
    })
}

/** Deletes a correction. @returns false if there is no such correction. */
async function forget(
  { tables }: Database,
  within: Transaction,
  { asin, itemId }: Pick<Correction, 'asin' | 'itemId'>,
): Promise<boolean> {
  const { libraryCorrections } = tables
  const forgotten = await within
    .delete(libraryCorrections)
    .where(and(eq(libraryCorrections.asin, asin), eq(libraryCorrections.itemId, itemId)))
    .returning({ asin: libraryCorrections.asin })
  return forgotten.length > 0
}
