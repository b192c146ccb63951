import { inject } from 'vitest'
import { makeDatabase, type PostgresDatabase } from './make-database'
import type {} from './postgres'

export type { PostgresDatabase } from './make-database'

/** Creates an empty database of its own for one suite, on the PostgreSQL that the global setup started. */
export function createPostgresDatabase(): Promise<PostgresDatabase> {
  return makeDatabase(inject('postgresUrl'))
}
