import * as sqlite from 'drizzle-orm/sqlite-core'

/**
 * The column types of the tables, for SQLite. All differences between the dialects are here: times are
 * milliseconds in SQLite and `timestamptz(3)` in PostgreSQL, both `Date` in code; JSON is text and `jsonb`.
 */
export const sqliteColumnTypes = {
  table: sqlite.sqliteTable,
  text: () => sqlite.text(),
  integer: () => sqlite.integer(),
  boolean: () => sqlite.integer({ mode: 'boolean' }),
  time: () => sqlite.integer({ mode: 'timestamp_ms' }),
  json: <T>() => sqlite.text({ mode: 'json' }).$type<T>(),
  index: sqlite.index,
  uniqueIndex: sqlite.uniqueIndex,
  primaryKey: sqlite.primaryKey,
}

export type ColumnTypes = typeof sqliteColumnTypes
