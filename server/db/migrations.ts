import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { StartError } from '#server/errors/start-error'
import { databaseIsNewer } from './newer-database'

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) })

/**
 * The migrations of this build.
 * @param folder contains `meta/_journal.json` and the SQL files of one dialect.
 * @returns the creation time (ms) and name of each migration, oldest first.
 * @throws StartError if the folder is missing: an incomplete installation.
 */
export function knownMigrations(folder: string): { when: number; tag: string }[] {
  const file = join(folder, 'meta', '_journal.json')
  try {
    return journalSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).entries
  } catch (cause) {
    throw new StartError(`Cannot read the migrations of this build at ${file}. Reinstall Earmark.`, { cause })
  }
}

/**
 * Compares the newest migration in the database with those of this build.
 * @param applied creation time (ms) of the newest applied migration, undefined for an empty database.
 * @returns the names of pending migrations.
 * @throws StartError if the database is newer than this build.
 */
export function pendingMigrations(folder: string, applied: number | undefined): string[] {
  const known = knownMigrations(folder)
  const newest = known.at(-1)?.when ?? 0
  if (applied !== undefined && applied > newest) {
    throw databaseIsNewer()
  }
  return known.filter((migration) => applied === undefined || migration.when > applied).map(({ tag }) => tag)
}

/**
 * Finds the migrations: next to the built server, or in the working directory of a checkout.
 * @param moduleUrl `import.meta.url` of the caller; in a build, that of the entry.
 */
export function findMigrations(moduleUrl: string): string {
  const beside = fileURLToPath(new URL('./migrations', moduleUrl))
  return existsSync(beside) ? beside : resolve('migrations')
}
