import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { sealTarget } from '#server/domain/notifications/target-secrets'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { fillLarge, LARGE } from './large-data'
import { ROOT } from './root.mjs'

const CACHE = join(ROOT, 'node_modules', '.cache', 'earmark')

/** The secret key with which a server can decrypt the encrypted values in the large data. */
export const LARGE_KEY = 'a secret key for measuring only'

/**
 * Finds an expensive file or directory in the cache; creates it if missing, and deletes earlier versions.
 * @param name of the file or directory, such as `large.sqlite`; a digest of its sources is added.
 * @param sources paths under the root that it depends on, in addition to the rows themselves.
 * @param make creates it at a path; if that fails, nothing is cached.
 * @returns its path.
 */
export async function kept(
  name: string,
  sources: readonly string[],
  make: (path: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  const all = ['scripts/lib/large-data.ts', 'scripts/lib/large-kept.ts', ...sources]
  for (const source of all) hash.update(await readFile(join(ROOT, source)))
  const path = join(CACHE, `${hash.digest('hex').slice(0, 16)}-${name}`)
  if (existsSync(path)) return path
  await mkdir(CACHE, { recursive: true })
  const unfinished = `${path}.new`
  for (const other of await readdir(CACHE)) {
    if (other.includes(`-${name}`)) await rm(join(CACHE, other), { recursive: true, force: true })
  }
  await make(unfinished)
  await rename(unfinished, path)
  return path
}

/** Fills an empty, migrated database with {@link LARGE}, as a server with {@link LARGE_KEY} would have left it. */
export async function fillEncrypted(database: Database): Promise<void> {
  await fillLarge(database, LARGE)
  await sealTargets(database)
}

/** Gives every target an address, without which target lists cannot be shown. */
async function sealTargets(database: Database): Promise<void> {
  const { notificationTargets: targets } = database.tables
  const secretBox = createSecretBox(LARGE_KEY)
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
