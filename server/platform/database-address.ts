import { isAbsolute, join } from 'node:path'
import type { PostgresAddress } from '#server/db/postgres-connection'
import type { Config } from './config'

/** Absolute path of the database file. */
export const sqliteFile = ({ sqlitePath, configDir }: Config): string =>
  isAbsolute(sqlitePath) ? sqlitePath : join(configDir, sqlitePath)

/** Where PostgreSQL is, and how to sign in. */
export const postgresAddress = (config: Config): PostgresAddress => ({
  host: config.postgresHost,
  port: config.postgresPort,
  database: config.postgresDatabase,
  user: config.postgresUser,
  password: config.postgresPassword,
  sslMode: config.postgresSslMode,
})
