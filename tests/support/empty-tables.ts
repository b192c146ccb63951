import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'

/** Deletes children before parents: tables are declared parents first. */
export async function emptyTables(database: Database): Promise<void> {
  const filled = await filledTables(database)
  if (filled.length === 0) return
  await database.write(async (transaction) => {
    for (const table of filled.toReversed()) await transaction.delete(table)
  })
}

/** The tables with rows, found with one query: most tests fill only a few. */
async function filledTables({ read, tables }: Database) {
  const named = Object.entries(tables)
  const holdRows = named.map(
    ([name, table]) => [name, sql<unknown>`exists (select 1 from ${table})`] as const,
  )
  const [found] = await read.select(Object.fromEntries(holdRows)).from(sql`(select 1) as one_row`)
  return named.flatMap(([name, table]) => (found?.[name] ? [table] : []))
}
