import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres } from '#server/db/postgres'
import type { PostgresAddress } from '#server/db/postgres-connection'
import { knownMigrations } from '#server/db/migrations'
import { createPostgresDatabase, type PostgresDatabase } from '#tests/support/postgres-database'
import { askPostgres } from '#tests/support/postgres-query'

const migrations = resolve('migrations')
const TIMES = knownMigrations(resolve('migrations/postgres')).map(({ when }) => when)
const FOREIGN_JOURNAL = [
  'create schema drizzle',
  'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
]

let server: PostgresDatabase
beforeEach(async () => {
  server = await createPostgresDatabase()
})
afterEach(() => server.drop())

async function run(...statements: string[]): Promise<void> {
  for (const statement of statements) await askPostgres(server.url, statement)
}

/** Opens and closes the database. @returns the message of the failure; undefined if there is none. */
async function refusal(changes: Partial<PostgresAddress> = {}): Promise<string | undefined> {
  const address = { ...server, sslMode: 'disable' as const, ...changes }
  try {
    await (await openPostgres({ address, migrations, onError: () => undefined })).close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const applied = (journal: string): Promise<unknown[]> =>
  askPostgres(server.url, `select created_at::text as at from ${journal} order by created_at`)

function tables(): Promise<unknown[]> {
  return askPostgres(server.url, "select tablename from pg_tables where schemaname = 'public'")
}

/** Moves the journal to where earlier versions kept it, beside the rows of another application. */
async function makeFormer(...foreignTimes: number[]): Promise<void> {
  await run(
    ...FOREIGN_JOURNAL,
    `insert into drizzle.__drizzle_migrations (hash, created_at) select hash, created_at from earmark_migrations`,
    'drop table earmark_migrations',
  )
  for (const time of foreignTimes) await addForeign(time)
}

const addForeign = (time: number) =>
  run(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('0f', ${time})`)

describe('a PostgreSQL database that another application migrates with Drizzle', () => {
  it.each([
    ['later than ours', 4_000_000_000_000],
    ['between two of ours', (TIMES[3] ?? 0) + 1],
    ['earlier than ours', 1],
  ])('is used beside it if its newest migration is %s', async (_name, time) => {
    await run(...FOREIGN_JOURNAL, 'create table todos (id text)')
    await addForeign(time)
    expect(await refusal()).toBeUndefined()
    expect(await applied('drizzle.__drizzle_migrations')).toEqual([{ at: String(time) }])
    expect(await applied('earmark_migrations')).toEqual(TIMES.map((at) => ({ at: String(at) })))
    await addForeign(4_000_000_000_001)
    expect(await refusal()).toBeUndefined()
  })

  it('keeps its own rows when those of an earlier version of Earmark move out', async () => {
    expect(await refusal()).toBeUndefined()
    await makeFormer((TIMES[3] ?? 0) + 1, 4_000_000_000_000)
    expect(await refusal()).toBeUndefined()
    expect(await applied('earmark_migrations')).toEqual(TIMES.map((at) => ({ at: String(at) })))
    expect(await applied('drizzle.__drizzle_migrations')).toHaveLength(2)
  })

  it('is refused if both have a table of the same name', async () => {
    await run(...FOREIGN_JOURNAL, 'create table users (id text)', 'create table sessions (id text)')
    await addForeign(1)
    expect(await refusal()).toContain('belongs to another application: it has the tables sessions, users.')
    expect(await tables()).toHaveLength(2)
  })
})

describe('a PostgreSQL database of another application', () => {
  it.each([
    ['AudioBookRequest', ['alembic_version', '"user"', 'audiobookrequest'], 'belongs to AudioBookRequest'],
    ['one with a table of a name of ours', ['users'], 'belongs to another application'],
    ['one with other tables', ['wp_posts', 'a', 'b', 'c', 'd'], 'a, b, c and 2 more'],
  ])('is refused unchanged: %s', async (_name, names, told) => {
    await run(...names.map((name) => `create table ${name} (id text)`))
    const message = await refusal()
    expect(message).toContain(told)
    expect(message).toContain('Nothing was changed. Make a database for Earmark alone')
    expect(await tables()).toHaveLength(names.length)
  })
})

describe('a PostgreSQL that cannot store everything', () => {
  it('because of its encoding is refused with the way to another', async () => {
    const latin = `${server.database}_latin`
    await run(`create database ${latin} encoding 'LATIN1' locale 'C' template template0`)
    const message = await refusal({ database: latin })
    await run(`drop database ${latin} with (force)`)
    expect(message).toContain('has the encoding LATIN1')
    expect(message).toContain("ENCODING 'UTF8'")
  })

  it('because it only reads is refused with what to reset', async () => {
    await run(`alter database ${server.database} set default_transaction_read_only = on`)
    const message = await refusal()
    expect(message).toContain('is read-only')
    expect(message).toContain(`ALTER DATABASE "${server.database}" RESET default_transaction_read_only;`)
  })

  // From another database, because this one may only read.
  afterEach(async () => {
    const anywhere = new URL('/postgres', server.url).href
    await askPostgres(
      anywhere,
      `alter role "${server.user}" in database "${server.database}" reset search_path`,
    )
  })

  /** Runs the statements that a message suggests. */
  async function obey(message: string | undefined): Promise<void> {
    const statements = message?.match(/run: (.*;)/)?.[1]
    expect(statements).toBeDefined()
    await askPostgres(server.url, statements ?? '')
  }
  it.each([
    ['books', 'leads to the schema books'],
    ['nowhere', 'leads to no schema'],
    ["''", 'leads to no schema'],
  ])('because its search_path is %s is refused with the statement that helps', async (path, told) => {
    await run('create schema books', `alter database ${server.database} set search_path = ${path}`)
    const message = await refusal()
    expect(message).toContain(told)
    await obey(message)
    expect(await refusal()).toBeUndefined()
  })

  it.each(['"$user", public', 'nowhere'])(
    'because it has no schema public is refused with the statement that makes one (search_path %s)',
    async (path) => {
      await run('drop schema public', `alter database ${server.database} set search_path = ${path}`)
      const message = await refusal()
      expect(message).toContain('has no schema public')
      await obey(message)
      expect(await refusal()).toBeUndefined()
      expect(await tables()).not.toEqual([])
    },
  )

  it('because the schema public is closed to the user is refused with the grant', async () => {
    const user = `closed_out_${server.database}`
    await run(`create role ${user} login`, 'revoke all on schema public from public')
    const message = await refusal({ user })
    expect(message).toContain(`User ${user} may not use the schema public`)
    await obey(message)
    expect(await refusal({ user })).toBeUndefined()
    await run(`drop owned by ${user}`, `drop role ${user}`)
  })

  describe('because Earmark’s tables are in another schema', () => {
    const SENTENCE = 'but its tables in PostgreSQL database'
    const store = "insert into settings (key, value, updated_at) values ('kept', '', now())"
    const kept = () => askPostgres(server.url, "select key from public.settings where key = 'kept'")

    it.each([
      ['the search_path leads there', 'books'],
      ['the search_path leads to public', 'public'],
      ['the search_path leads nowhere', 'nowhere'],
    ])('is refused with the statement that moves them (%s)', async (_name, path) => {
      expect(await refusal()).toBeUndefined()
      await run(store, 'alter schema public rename to books', 'create schema public')
      await run(`alter database ${server.database} set search_path = ${path}`)
      const message = await refusal()
      expect(message).toContain(
        `${SENTENCE} ${server.database} are in the schema books. Nothing was changed.`,
      )
      expect(await tables()).toEqual([])
      await obey(message)
      expect(await refusal()).toBeUndefined()
      expect(await kept()).toEqual([{ key: 'kept' }])
      expect(await askPostgres(server.url, "select public.words_of('kept')")).toHaveLength(1)
    })

    it('is refused likewise if the schema public is gone, or the journal is that of an earlier version', async () => {
      expect(await refusal()).toBeUndefined()
      await run(store)
      await makeFormer()
      await run(`alter schema public rename to "it's"`)
      const message = await refusal()
      expect(message).toContain(`are in the schema it's.`)
      await obey(message)
      expect(await refusal()).toBeUndefined()
      expect(await kept()).toEqual([{ key: 'kept' }])
    })

    it('is used as it is if they are in public as well', async () => {
      expect(await refusal()).toBeUndefined()
      await run('create schema old', 'create table old.earmark_migrations (id integer)')
      expect(await refusal()).toBeUndefined()
    })
  })
})
