import type { SqliteConnection } from './sqlite-connection'

/** Creation time (ms) of a file's newest migration; undefined if there is none. */
export function newestApplied(connection: SqliteConnection): number | undefined {
  const tables = connection.run("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'")
  if (tables.length === 0) return undefined
  const [newest] = connection.run('SELECT max(created_at) FROM __drizzle_migrations')
  const value = newest?.[0]
  return value === null || value === undefined ? undefined : Number(value)
}
