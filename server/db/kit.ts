import * as pg from 'drizzle-orm/pg-core'
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

/**
 * The same kinds for PostgreSQL. The builders of both dialects take the same calls, so the tables and the
 * queries on them are typed once, as SQLite's; this is the one place that says so.
 */
export const postgresKit = {
  table: pg.pgTable,
  text: () => pg.text(),
  integer: () => pg.integer(),
  boolean: () => pg.boolean(),
  time: () => pg.timestamp({ withTimezone: true, precision: 3, mode: 'date' }),
  json: <T>() => pg.jsonb().$type<T>(),
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
} as unknown as Kit
