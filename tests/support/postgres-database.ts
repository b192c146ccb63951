import { inject } from 'vitest'
import { makeDatabase, type PostgresDatabase } from './make-database'
import type {} from './postgres'

export type { PostgresDatabase } from './make-database'

/** Creates an empty database for one suite, on the PostgreSQL of the global setup. */
export function createPostgresDatabase(): Promise<PostgresDatabase> {
  return makeDatabase(inject('postgresUrl'))
}
