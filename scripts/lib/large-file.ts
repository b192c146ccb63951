import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { openSqlite } from '#server/db/sqlite'
import { fillEncrypted, kept } from './large-kept'
import { ROOT } from './root.mjs'

const SOURCES = ['scripts/lib/large-file.ts', 'migrations/sqlite/meta/_journal.json']

/** The cached file with the large data, until the tables or the rows change. @returns its path. */
export function largeFile(): Promise<string> {
  return kept('large.sqlite', SOURCES, async (path) => {
    const database = await openSqlite({ path, migrations: join(ROOT, 'migrations') })
    await fillEncrypted(database)
    await database.close()
    await putIntoFile(path)
  })
}

/** Merges the write-ahead log, which is not copied with the file. */
async function putIntoFile(path: string): Promise<void> {
  const client = createClient({ url: pathToFileURL(path).href })
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  client.close()
}
