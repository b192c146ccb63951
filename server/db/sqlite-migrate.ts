import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client/sqlite3'
import { drizzle } from 'drizzle-orm/libsql/sqlite3'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { backUpFile } from './sqlite-copies'
import { newestApplied } from './sqlite-applied'

/**
 * Migrates a file's schema on a separate connection. A file that already has a schema is copied first.
 * @param options.path absolute path of the file.
 * @param options.folder contains the migrations.
 * @param options.applied creation time (ms) of the newest applied migration, undefined for an empty file.
 * @param options.name of the newest migration, which becomes part of the copy's name.
 * @throws SQLite's errors, in which case the schema is unchanged.
 */
export async function migrateFile(options: {
  path: string
  folder: string
  applied: number | undefined
  name: string
}): Promise<void> {
  const { path, folder, applied, name } = options
  const client = createClient({ url: pathToFileURL(path).href })
  try {
    if (applied !== undefined) {
      const isEarlier = async (copy: string) => (await newestAppliedIn(copy)) === applied
      await backUpFile({ client, path, name, isEarlier })
    }
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    client.close()
  }
}

async function newestAppliedIn(path: string): Promise<number | undefined> {
  const { createConnection } = await import('./sqlite-connection')
  const connection = createConnection(path)
  try {
    return newestApplied(connection)
  } finally {
    connection.close()
  }
}
