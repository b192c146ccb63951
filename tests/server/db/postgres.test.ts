import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import postgres from 'postgres'
import { databaseFailure } from '#server/db/failures'
import { openPostgres, type PostgresAddress } from '#server/db/postgres'
import { createPostgresDatabase, type PostgresDatabase } from '../../support/postgres-database'
import { LOCKED_ROLE } from '../../support/postgres-roles'

const migrations = resolve('migrations')
let server: PostgresDatabase
let address: PostgresAddress
beforeEach(async () => {
  server = await createPostgresDatabase()
  address = { ...server, sslMode: 'prefer' }
})
afterEach(() => server.drop())

const open = (changes: Partial<PostgresAddress> = {}) =>
  openPostgres({ address: { ...address, ...changes }, migrations, onError: () => undefined })

describe('PostgreSQL', () => {
  it('is migrated once when two servers start together', async () => {
    const databases = await Promise.all([open(), open(), open()])
    const sql = postgres(server.url, { max: 1 })
    const applied = await sql`select hash from drizzle.__drizzle_migrations`
    await sql.end()
    const journal = await readFile(join(migrations, 'postgres/meta/_journal.json'), 'utf8')
    expect(applied.length).toBe(journal.split('"tag"').length - 1)
    await Promise.all(databases.map((database) => database.close()))
  })

  it('carries signals between two servers', async () => {
    const [one, other] = await Promise.all([open(), open()])
    const heard = new Promise((resolved) => other.signals.subscribe('news', resolved))
    one.signals.publish('news', 'for everyone')
    expect(await heard).toBe('for everyone')
    await Promise.all([one.close(), other.close()])
  })

  it('with SSL mode prefer falls back to plain where the server has none', async () => {
    const database = await open({ sslMode: 'prefer' })
    await database.ping()
    await database.close()
  })

  it('with SSL mode require is refused where the server has none', async () => {
    await expect(open({ sslMode: 'require' })).rejects.toThrow('SVC_DB__POSTGRES_')
  })

  it('that cannot be reached is told with its address', async () => {
    await expect(open({ port: 1 })).rejects.toThrow(/127\.0\.0\.1:1 cannot be used.*SVC_DB__POSTGRES_/)
  })

  it('with a wrong password is told so', async () => {
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined })
    await sql.unsafe(`do $$ begin
      if not exists (select from pg_roles where rolname = '${LOCKED_ROLE}') then
        create role ${LOCKED_ROLE} login password 'the right one';
      end if; end $$`)
    await sql.end()
    await expect(open({ user: LOCKED_ROLE, password: 'a wrong one' })).rejects.toThrow(
      'password authentication failed',
    )
  })

  it('written by a newer version is refused', async () => {
    await (await open()).close()
    const folder = await mkdtemp(join(tmpdir(), 'earmark-older-'))
    await cp(migrations, folder, { recursive: true })
    const journal = join(folder, 'postgres/meta/_journal.json')
    await writeFile(journal, (await readFile(journal, 'utf8')).replaceAll(/"when": \d+/g, '"when": 1'))
    await expect(openPostgres({ address, migrations: folder, onError: () => undefined })).rejects.toThrow(
      'newer version of Earmark',
    )
    await rm(folder, { recursive: true })
  })

  it('that loses its connections fails as unavailable and works again by itself', async () => {
    const database = await open()
    await database.ping()
    const sql = postgres(server.url, { max: 1 })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${server.database} and pid <> pg_backend_pid()`
    await sql.end()
    const failed = await database.ping().catch((error: unknown) => databaseFailure(error))
    expect([undefined, 'unavailable']).toContain(failed)
    await database.ping()
    await database.close()
  })
})
