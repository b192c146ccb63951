import { closeSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Client } from '@libsql/client'

/** Copies made before migrating that are kept, the newest ones. */
const COPIES_KEPT = 3
/** Age in milliseconds from which an unfinished copy is nobody's any more. */
const ABANDONED = 60 * 60_000

/**
 * Copies the database file aside before it is migrated. Several servers may do so at once: each makes a copy
 * of its own, which takes its name only when it is whole and from before the migration.
 * @param options.name what is about to be done to the file; part of the copy's name
 * @param options.isEarlier whether a copy holds what is to be kept: another server may have migrated meanwhile
 */
export async function copyAside(options: {
  client: Client
  path: string
  name: string
  isEarlier: (copy: string) => Promise<boolean>
}): Promise<void> {
  const { client, path, name, isEarlier } = options
  const unfinished = `${path}.copying-${crypto.randomUUID()}`
  try {
    // SQLite fills an empty file that is there, and leaves its mode as it is.
    closeSync(openSync(unfinished, 'wx', 0o600))
    // Copies a consistent state, the write-ahead log included.
    await client.execute({ sql: 'VACUUM INTO ?', args: [unfinished] })
    if (await isEarlier(unfinished)) renameSync(unfinished, `${path}.before-${name}`)
  } finally {
    rmSync(unfinished, { force: true })
  }
  for (const old of filesBeside(path, '.before-').slice(COPIES_KEPT)) rmSync(old.file, { force: true })
  for (const { file, time } of filesBeside(path, '.copying-')) {
    if (Date.now() - time > ABANDONED) rmSync(file, { force: true })
  }
}

/** Files whose names begin like the database's, the newest first. */
function filesBeside(path: string, suffix: string): { file: string; time: number }[] {
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}${suffix}`))
    .map((name) => join(dirname(path), name))
    .map((file) => ({ file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.time - one.time)
}
