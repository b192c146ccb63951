import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/db/database'
import { openPostgres } from '#server/db/postgres'
import { openSqlite } from '#server/db/sqlite'
import { largeFile } from './large-file'
import { LARGE_KEY } from './large-kept'
import { hasBundledPostgres, startLargePostgres } from './large-postgres'
import { ROOT } from './root.mjs'

interface Common {
  name: 'SQLite' | 'PostgreSQL'
  /** The environment variables of a server that uses it. */
  env: Record<string, string>
  /** Opens it in this process. */
  open: () => Promise<Database>
  /** Deletes it. */
  close: () => Promise<void>
}

/** A copy of the large data to measure with. */
export type LargeDatabase = (Common & { path: string }) | (Common & { url: string })

const migrations = join(ROOT, 'migrations')

/** @param directory for the copy. */
export async function copyLargeFile(directory: string): Promise<LargeDatabase> {
  const path = join(directory, 'large.sqlite')
  await copyFile(await largeFile(), path)
  return {
    name: 'SQLite',
    path,
    env: { SVC_DB__SQLITE_PATH: path, SVC_APP__SECRET_KEY: LARGE_KEY },
    open: () => openSqlite({ path, migrations }),
    async close() {
      for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
    },
  }
}

async function copyLargePostgres(): Promise<LargeDatabase> {
  const { url, env, address, stop } = await startLargePostgres()
  return {
    name: 'PostgreSQL',
    url,
    env: { ...env, SVC_APP__SECRET_KEY: LARGE_KEY },
    open: () =>
      openPostgres({
        address,
        migrations,
        onError: (error) => {
          throw error
        },
      }),
    close: stop,
  }
}

/**
 * A function per database that this machine can run, which copies the large data into it. Warns about a
 * database that it cannot run.
 */
export function largeDatabases(directory: string): (() => Promise<LargeDatabase>)[] {
  const file = () => copyLargeFile(directory)
  if (hasBundledPostgres()) return [file, copyLargePostgres]
  console.warn('PostgreSQL is not measured: the one bundled with the tests runs only on Linux x64.')
  return [file]
}
