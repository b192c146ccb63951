import * as pg from 'drizzle-orm/pg-core'
import type { Kit } from './kit'

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
