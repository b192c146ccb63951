import * as sqlite from 'drizzle-orm/sqlite-core'

/**
 * The column kinds that the tables are made of, for SQLite. Everything that differs between the two
 * dialects is here: times are milliseconds in SQLite and `timestamptz(3)` in PostgreSQL, both `Date` in code;
 * JSON is text and `jsonb`.
 */
export const sqliteKit = {
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

export type Kit = typeof sqliteKit
