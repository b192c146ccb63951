import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { openSqlite } from '#server/db/sqlite'
import { sealTarget } from '#server/domain/notifications/target-secrets'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { fillLarge, LARGE } from './large-data'
import { ROOT } from './root.mjs'

const CACHE = join(ROOT, 'node_modules', '.cache', 'earmark')
/** Whatever changes the file: its tables, and what fills them. */
const SOURCES = [
  'scripts/lib/large-data.ts',
  'scripts/lib/large-file.ts',
  'migrations/sqlite/meta/_journal.json',
]

/** The secret key of a server that can open what the file keeps sealed. */
export const LARGE_FILE_KEY = 'a secret key for measuring only'

/** The file that {@link fillLarge} makes, kept until the tables or the rows change. @returns its path. */
export async function largeFile(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) hash.update(await readFile(join(ROOT, source)))
  const path = join(CACHE, `large-${hash.digest('hex').slice(0, 16)}.sqlite`)
  if (existsSync(path)) return path
  await mkdir(CACHE, { recursive: true })
  const unfinished = `${path}.new`
  await rm(unfinished, { force: true })
  const database = await openSqlite({ path: unfinished, migrations: join(ROOT, 'migrations') })
  await fillLarge(database, LARGE)
  await sealTargets(database)
  await database.close()
  await putIntoFile(unfinished)
  await rename(unfinished, path)
  return path
}

/** Writes into the file what stands in the log beside it, which does not go with the file. */
async function putIntoFile(path: string): Promise<void> {
  const client = createClient({ url: pathToFileURL(path).href })
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  client.close()
}

/** Gives every target an address, without which no list of them can be shown. */
async function sealTargets(database: Database): Promise<void> {
  const { notificationTargets: targets } = database.tables
  const secretBox = createSecretBox(LARGE_FILE_KEY)
  const rows = await database.read.select({ id: targets.id }).from(targets)
  const sealed = await Promise.all(
    rows.map(async ({ id }) => {
      const secrets = { url: `https://target.invalid/${id}`, headers: {} }
      return { id, ...(await sealTarget(secretBox, id, secrets)) }
    }),
  )
  await database.write(async (within) => {
    for (const { id, sealedUrl, sealedHeaders } of sealed) {
      await within.update(targets).set({ url: sealedUrl, headers: sealedHeaders }).where(eq(targets.id, id))
    }
  })
}
