import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type {} from './postgres'
import { askPostgres } from './postgres-query'

/** A database of its own for one suite: address and the parts that SVC_DB__POSTGRES_* want. */
export interface PostgresDatabase {
  url: string
  host: string
  port: number
  database: string
  user: string
  password: string
  /** Ends every connection to the database and removes it. */
  drop: () => Promise<void>
}

/** Creates an empty, uniquely named database on the PostgreSQL that the global setup started. */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  const server = new URL(inject('postgresUrl'))
  const database = `earmark_${randomBytes(8).toString('hex')}`
  await askPostgres(server.href, `create database ${database}`)
  const address = new URL(server)
  address.pathname = `/${database}`
  return {
    url: address.href,
    host: server.hostname,
    port: Number(server.port || 5432),
    database,
    user: decodeURIComponent(server.username),
    password: decodeURIComponent(server.password),
    drop: async () => {
      await askPostgres(server.href, `drop database if exists ${database} with (force)`)
    },
  }
}
