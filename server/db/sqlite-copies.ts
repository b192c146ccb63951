import { closeSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Client } from '@libsql/client'

/** Number of pre-migration copies kept. */
const COPIES_KEPT = 3
/** Age in milliseconds after which an unfinished copy counts as abandoned. */
const ABANDONED = 60 * 60_000

/**
 * Copies the database file before a migration. Several servers may do so concurrently: each makes its own
 * copy, which is renamed only once it is complete and known to predate the migration.
 * @param options.name the migration about to run; part of the copy's name.
 * @param options.isEarlier whether a copy predates the migration, because another server may have migrated
 *   the file in the meantime.
 */
export async function backUpFile(options: {
  client: Client
  path: string
  name: string
  isEarlier: (copy: string) => Promise<boolean>
}): Promise<void> {
  const { client, path, name, isEarlier } = options
  const unfinished = `${path}.copying-${crypto.randomUUID()}`
  try {
    // SQLite fills an existing empty file, and keeps its mode.
    closeSync(openSync(unfinished, 'wx', 0o600))
    // Copies a consistent state, including the write-ahead log.
    await client.execute({ sql: 'VACUUM INTO ?', args: [unfinished] })
    if (await isEarlier(unfinished)) renameSync(unfinished, `${path}.before-${name}`)
  } finally {
    rmSync(unfinished, { force: true })
  }
  for (const old of siblingFiles(path, '.before-').slice(COPIES_KEPT)) rmSync(old.file, { force: true })
  for (const { file, time } of siblingFiles(path, '.copying-')) {
    if (Date.now() - time > ABANDONED) rmSync(file, { force: true })
  }
}

/** Files that share the database's name as a prefix, newest first. */
function siblingFiles(path: string, suffix: string): { file: string; time: number }[] {
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}${suffix}`))
    .map((name) => join(dirname(path), name))
    .map((file) => ({ file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.time - one.time)
}
