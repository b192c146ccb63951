import { randomBytes } from 'node:crypto'
import { askPostgres } from './postgres-query'

/** A new database: its address, and the parts for SVC_DB__POSTGRES_*. */
export interface PostgresDatabase {
  url: string
  host: string
  port: number
  database: string
  user: string
  password: string
  /** Closes every connection to the database and drops it. */
  drop: () => Promise<void>
}

/**
 * Creates a uniquely named database.
 * @param address of a PostgreSQL whose user may create databases.
 * @param template name of the database to copy; an empty one is created if omitted.
 */
export async function makeDatabase(address: string, template?: string): Promise<PostgresDatabase> {
  const server = new URL(address)
  const database = `earmark_${randomBytes(8).toString('hex')}`
  // Copying files takes less than half of what logging every page does, which PostgreSQL does since version 15.
  const copied = template === undefined ? '' : ` template ${template} strategy file_copy`
  await askPostgres(server.href, `create database ${database}${copied}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  return {
    url: url.href,
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
