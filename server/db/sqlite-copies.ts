import { chmodSync, closeSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Client } from '@libsql/client'
import { isBusy } from './failures'

/** Number of pre-migration copies kept. */
const COPIES_KEPT = 3

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
    chmodSync(unfinished, 0o600)
    if (await isEarlier(unfinished)) renameSync(unfinished, `${path}.before-${name}`)
  } finally {
    rmSync(unfinished, { force: true })
  }
  for (const old of siblingFiles(path, '.before-').slice(COPIES_KEPT)) rmSync(old.file, { force: true })
}

/**
 * Deletes the copies that a killed server left unfinished. One that another server is writing is locked; it makes an
 * empty one again.
 */
export async function removeUnfinished(path: string): Promise<void> {
  for (const { file } of siblingFiles(path, '.copying-')) {
    if (await isBeingWritten(file)) continue
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
  }
}

async function isBeingWritten(copy: string): Promise<boolean> {
  const { createConnection } = await import('./sqlite-connection')
  const connection = createConnection(copy)
  try {
    connection.run('BEGIN EXCLUSIVE')
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    connection.close()
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
