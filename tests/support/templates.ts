import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { openPostgres } from '#server/db/postgres'
import { openSqlite } from '#server/db/sqlite'
import { makeDatabase } from './make-database'
import { askPostgres } from './postgres-query'

const migrations = resolve('migrations')

/** Migrated databases without rows, which suites copy instead of migrating their own. */
export interface Templates {
  /** Path of a file that no one has open. */
  sqlite: string
  /** Name of a database that no one may connect to. */
  postgres: string
}

/**
 * Migrates one database of each kind.
 * @param postgresUrl address of a PostgreSQL whose user may create databases.
 */
export async function makeTemplates(
  postgresUrl: string,
): Promise<{ templates: Templates; remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'earmark-templates-'))
  const { drop, ...address } = await makeDatabase(postgresUrl)
  const migrated = await openPostgres({
    address: { ...address, sslMode: 'disable' },
    migrations,
    onError: (error) => {
      throw error
    },
  })
  await migrated.close()
  // A database with a connection, such as PostgreSQL's own vacuum, cannot be copied.
  await askPostgres(postgresUrl, `alter database ${address.database} with allow_connections false`)
  return {
    templates: { sqlite: await migrateFile(directory), postgres: address.database },
    async remove() {
      await drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** @returns the path of a single file, without a write-ahead log. */
async function migrateFile(directory: string): Promise<string> {
  const path = join(directory, 'migrated.sqlite')
  await (await openSqlite({ path, migrations })).close()
  const client = createClient({ url: pathToFileURL(path).href })
  const template = join(directory, 'template.sqlite')
  await client.execute({ sql: 'VACUUM INTO ?', args: [template] })
  client.close()
  return template
}
