import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import type { Database } from '#server/db/database'
import { openPostgres } from '#server/db/postgres'
import { openSqlite } from '#server/db/sqlite'
import { createPostgresDatabase } from './postgres-database'

const migrations = resolve('migrations')

/** An open database and how to be rid of it. */
export interface OpenDatabase {
  database: Database
  remove: () => Promise<void>
}

/** A fresh, migrated database file. */
export async function openTestSqlite(): Promise<OpenDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'earmark-db-'))
  const database = await openSqlite({ path: join(directory, 'db.sqlite'), migrations })
  return {
    database,
    async remove() {
      await database.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A fresh, migrated PostgreSQL database. */
export async function openTestPostgres(): Promise<OpenDatabase> {
  const { drop, ...address } = await createPostgresDatabase()
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
 * @param suite gets a function that returns the open database, to be called inside tests and hooks.
 */
export function onEachDatabase(title: string, suite: (database: () => Database) => void): void {
  describe.each([
    ['SQLite', openTestSqlite],
    ['PostgreSQL', openTestPostgres],
  ])(`${title} (%s)`, (_name, open) => {
    let opened: OpenDatabase
    beforeAll(async () => {
      opened = await open()
    })
    beforeEach(() => emptyTables(opened.database))
    afterAll(() => opened.remove())
    suite(() => opened.database)
  })
}

/** Deletes children before parents: tables are declared parents first. */
async function emptyTables(database: Database): Promise<void> {
  await database.write(async (transaction) => {
    for (const table of Object.values(database.tables).toReversed()) await transaction.delete(table)
  })
}
