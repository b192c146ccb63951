import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest'
import type { Database } from '#server/db/database'
import { openPostgres } from '#server/db/postgres'
import { openSqlite } from '#server/db/sqlite'
import { createEmptyTables } from './empty-tables'
import { makeDatabase } from './make-database'
import type {} from './postgres'

const migrations = resolve('migrations')

/** An open database, with a function that deletes it. */
export interface OpenDatabase {
  database: Database
  remove: () => Promise<void>
}

/** Opens a database file, migrated by the global setup, at an unused path. */
export async function openMigratedSqlite(path: string): Promise<Database> {
  await copyFile(inject('templates').sqlite, path)
  return openSqlite({ path, migrations })
}

/** A new, migrated database file. */
export async function openTestSqlite(): Promise<OpenDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'earmark-db-'))
  const database = await openMigratedSqlite(join(directory, 'db.sqlite'))
  return {
    database,
    async remove() {
      await database.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A new, migrated PostgreSQL database. */
export async function openTestPostgres(): Promise<OpenDatabase> {
  const { drop, ...address } = await makeDatabase(inject('postgresUrl'), inject('templates').postgres)
  const database = await openPostgres({
    address: { ...address, sslMode: 'disable' },
    migrations,
    onError: (error) => {
      throw error
    },
  })
  return {
    database,
    async remove() {
      await database.close()
      await drop()
    },
  }
}

/**
 * Runs one suite on a database file and on PostgreSQL; every test starts with empty tables.
 * @param suite receives a function that returns the open database, for use inside tests and hooks.
 */
export function onEachDatabase(title: string, suite: (database: () => Database) => void): void {
  describe.each([
    ['SQLite', openTestSqlite],
    ['PostgreSQL', openTestPostgres],
  ])(`${title} (%s)`, (_name, open) => {
    let opened: OpenDatabase
    let emptyTables: () => Promise<void>
    beforeAll(async () => {
      opened = await open()
      emptyTables = createEmptyTables(opened.database)
    })
    beforeEach(() => emptyTables())
    afterAll(() => opened.remove())
    suite(() => opened.database)
  })
}
