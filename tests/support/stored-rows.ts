import { getTableColumns, sql, type Table } from 'drizzle-orm'
import type { Database } from '#server/db/database'

/**
 * Prepares one query for all rows of some tables.
 * @returns a function that reads them, as text that changes only with the rows.
 */
export function preparedRows({ dialect, read }: Database, tables: readonly Table[]): () => Promise<string> {
  const rowsOf = (table: Table) =>
    dialect === 'postgres'
      ? sql`select json_agg(stored)::text from ${table} as stored`
      : sql`select json_group_array(json_array(${sql.join(Object.values(getTableColumns(table)), sql`, `)})) from ${table}`
  const query = read
    .select(Object.fromEntries(tables.map((table, index) => [index, sql<unknown>`(${rowsOf(table)})`])))
    .from(sql`(select 1) as one_row`)
    .prepare()
  return async () => JSON.stringify(await query.execute())
}
