import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { inject, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Database } from '#server/db/database'
import { openPostgres } from '#server/db/postgres'
import { openSqlite } from '#server/db/sqlite'
import { makeDatabase } from './make-database'
import { withPostgres } from './postgres-query'

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })

/** A database as an earlier version left it. */
interface FormerDatabase {
  /** A time in its column format, for use in a statement. */
  time: string
  execute: (statements: readonly string[]) => Promise<void>
  /** Opens it with this version, which migrates it. */
  open: () => Promise<Database>
}

/** The migrations before the one whose name has this ending. */
async function migrationsBefore(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(resolve('migrations'), folder, { recursive: true })
  for (const dialect of ['sqlite', 'postgres']) {
    const file = join(folder, dialect, 'meta', '_journal.json')
    const journal = journalSchema.parse(JSON.parse(await readFile(file, 'utf8')))
    const next = journal.entries.findIndex(({ tag }) => tag.endsWith(name))
    if (next < 0) throw new Error(`There is no migration called ${name}`)
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, next) }))
  }
  return folder
}

/** @param before the ending of the name of the first migration that it lacks. */
export async function sqliteBefore(before: string): Promise<FormerDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'earmark-db-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const path = join(directory, 'db.sqlite')
  const former = await openSqlite({ path, migrations: await migrationsBefore(before) })
  await former.close()
  return {
    time: '1780000000000',
    async execute(statements) {
      const client = createClient({ url: pathToFileURL(path).href })
      for (const statement of statements) await client.execute(statement)
      client.close()
    },
    async open() {
      const database = await openSqlite({ path, migrations: resolve('migrations') })
      onTestFinished(() => database.close())
      return database
    },
  }
}

/** The same on PostgreSQL. */
export async function postgresBefore(before: string): Promise<FormerDatabase> {
  const { drop, ...address } = await makeDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  const open = (migrations: string) =>
    openPostgres({
      address: { ...address, sslMode: 'disable' },
      migrations,
      onError: (error) => {
        throw error
      },
    })
  const former = await open(await migrationsBefore(before))
  await former.close()
  return {
    time: `'2026-05-28T12:00:00Z'`,
    execute: (statements) =>
      withPostgres(address.url, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    async open() {
      const database = await open(resolve('migrations'))
      onTestFinished(() => database.close())
      return database
    },
  }
}
