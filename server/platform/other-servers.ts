import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { storageAdvice } from '#server/db/storage-advice'
import { StartError } from '#server/errors/start-error'
import type { Config } from './config'
import { postgresAddress, sqliteFile } from './database-address'

/**
 * Ensures that no server uses the database, for commands that must not run beside one.
 * @param migrations the folder that contains those of both databases.
 * @throws StartError that says what to stop.
 */
export async function assertNoServer(config: Config, migrations: string): Promise<void> {
  if (config.usePostgres) {
    const { isPostgresInUse } = await import('#server/db/postgres-in-use')
    if (!(await isPostgresInUse(postgresAddress(config)))) return
    throw new StartError(
      `Earmark is still connected to PostgreSQL database ${config.postgresDatabase}. Nothing was changed. Stop every instance, and then run this again. If none runs any more, a pooler keeps their connections for a while.`,
    )
  }
  const path = sqliteFile(config)
  if (!existsSync(path) || !(await isFileInUse(path, migrations))) return
  throw new StartError(
    `Another process uses the database file ${path}: Earmark still runs. Nothing was changed. Stop it, and then run this again.`,
  )
}

async function isFileInUse(path: string, migrations: string): Promise<boolean> {
  const [{ assertOwnFile }, { isSqliteInUse }] = await Promise.all([
    import('#server/db/sqlite-own-file'),
    import('#server/db/sqlite-in-use'),
  ])
  try {
    // Another application's file must not even be opened for writing.
    await assertOwnFile(path, join(migrations, 'sqlite'))
    return isSqliteInUse(path)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`The database file ${path} cannot be used: ${storageAdvice(dirname(path), cause)}`, {
      cause,
    })
  }
}
