import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'

/** Deletes children before parents: tables are declared parents first. */
export function createEmptyTables(database: Database): () => Promise<void> {
  const filledTables = findFilledTables(database)
  return async () => {
    const filled = await filledTables()
    if (filled.length === 0) return
    await database.write(async (transaction) => {
      for (const table of filled.toReversed()) await transaction.delete(table)
    })
  }
}

/**
 * The tables with rows, found with a single query, because most tests fill only a few tables. It is prepared,
 * because every test starts with it.
 */
function findFilledTables({ read, tables }: Database) {
  const named = Object.entries(tables)
  const holdRows = named.map(
    ([name, table]) => [name, sql<unknown>`exists (select 1 from ${table})`] as const,
  )
  const query = read
    .select(Object.fromEntries(holdRows))
    .from(sql`(select 1) as one_row`)
    .prepare()
  return async () => {
    const [found] = await query.execute()
    return named.flatMap(([name, table]) => (found?.[name] ? [table] : []))
  }
}
