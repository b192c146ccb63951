import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseFailure } from '#server/db/failures'
import { openPostgres } from '#server/db/postgres'
import type { PostgresAddress } from '#server/db/postgres-connection'
import { startTestApp } from '#tests/support/app'
import { eventually } from '#tests/support/eventually'
import { createPostgresDatabase, type PostgresDatabase } from '#tests/support/postgres-database'
import { askPostgres, withPostgres } from '#tests/support/postgres-query'
import { LOCKED_ROLE } from '#tests/support/postgres-roles'
import { startSeverableProxy } from '#tests/support/severable-proxy'

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
    const applied = await askPostgres(server.url, 'select hash from earmark_migrations')
    const journal = await readFile(join(migrations, 'postgres/meta/_journal.json'), 'utf8')
    expect(applied.length).toBe(journal.split('"tag"').length - 1)
    await Promise.all(databases.map((database) => database.close()))
  })

  it('delivers signals between two servers', async () => {
    const [one, other] = await Promise.all([open(), open()])
    const heard = new Promise((resolved) => other.signals.subscribe('news', resolved))
    one.signals.publish('news', 'for everyone')
    expect(await heard).toBe('for everyone')
    await Promise.all([one.close(), other.close()])
  })

  it('ignores signals published after it was closed', async () => {
    const told: unknown[] = []
    const database = await openPostgres({ address, migrations, onError: (error) => told.push(error) })
    await database.close()
    database.signals.publish('news', 'too late')
    await new Promise((passed) => setImmediate(passed))
    expect(told).toEqual([])
  })

  it('listens again at once when the listening connection ends, and is not mistaken for a pooler', async () => {
    let silences = 0
    // No scheduled check runs during this test.
    const [one, other] = await Promise.all([
      openPostgres({
        address,
        migrations,
        onError: () => undefined,
        onSilence: () => (silences += 1),
        checkEvery: 600_000,
      }),
      open(),
    ])
    const heard: string[] = []
    let missed = 0
    one.signals.subscribe('news', (message) => heard.push(message))
    one.signals.onMissed(() => (missed += 1))
    const ended = await askPostgres(
      server.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen earmark' and datname = current_database()",
    )
    expect(ended).toHaveLength(2)
    await eventually(() => {
      other.signals.publish('news', 'back again')
      expect(heard).toContain('back again')
      expect(missed).toBe(1)
    })
    expect(silences).toBe(0)
    await Promise.all([one.close(), other.close()])
  })

  it('with SSL mode prefer falls back to plain if the server has no encryption', async () => {
    const database = await open({ sslMode: 'prefer' })
    await database.ping()
    await database.close()
  })

  it('with SSL mode allow is plain if the server accepts that', async () => {
    const database = await open({ sslMode: 'allow' })
    await database.ping()
    await database.close()
  })

  it('with SSL mode require is refused if the server has no encryption', async () => {
    await expect(open({ sslMode: 'require' })).rejects.toThrow('SVC_DB__POSTGRES_')
  })

  it('that cannot be reached by name reports what happened at each of its addresses', async () => {
    await expect(open({ host: 'localhost', port: 1 })).rejects.toThrow(
      /Cannot connect to .* at localhost:1 .*ECONNREFUSED/,
    )
  })

  it('that cannot be reached reports its address', async () => {
    await expect(open({ port: 1 })).rejects.toThrow(
      /Cannot connect to .* at 127\.0\.0\.1:1 .*SVC_DB__POSTGRES_/,
    )
  })

  it('with a wrong password says so', async () => {
    await askPostgres(
      server.url,
      `do $$ begin
        if not exists (select from pg_roles where rolname = '${LOCKED_ROLE}') then
          create role ${LOCKED_ROLE} login password 'the right one';
        end if; end $$`,
    )
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

  it('that times out fails as unavailable and recovers without a restart', async () => {
    await (await open()).close()
    // The limit may be too short for the start itself.
    const database = await eventually(() =>
      openPostgres({ address, migrations, onError: () => undefined, timeout: 300 }),
    )
    const { settings } = database.tables
    await withPostgres(server.url, async (holder) => {
      await holder.query('begin; lock table settings in access exclusive mode')
      const read = await Promise.resolve(database.read.select().from(settings)).catch(databaseFailure)
      const counted = await Promise.resolve(database.read.$count(settings)).catch(databaseFailure)
      const written = await database
        .write((transaction) => transaction.delete(settings))
        .catch(databaseFailure)
      expect([read, counted, written]).toEqual(['unavailable', 'unavailable', 'unavailable'])
    })
    await eventually(async () => expect(await database.read.select().from(settings)).toEqual([]))
    await database.close()
  })

  it('answers again while an abandoned query still hangs, because that loses its place', async () => {
    const database = await openPostgres({ address, migrations, onError: () => undefined, timeout: 3000 })
    const { settings } = database.tables
    await withPostgres(server.url, async (holder) => {
      await holder.query('begin; lock table settings in access exclusive mode')
      // More reads than connections.
      const reads = Array.from({ length: 15 }, () =>
        Promise.resolve(database.read.select().from(settings)).catch(databaseFailure),
      )
      expect(new Set(await Promise.all(reads))).toEqual(new Set(['unavailable']))
      await eventually(() => database.ping())
      await eventually(async () => {
        const waiting = await holder.query(
          "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        expect(waiting.rows).toEqual([])
      })
    })
    await database.close()
  })

  it('that rolls back a commit is not believed to have stored it', async () => {
    const database = await open()
    const { settings } = database.tables
    const row = { key: 'one', value: '', updatedAt: new Date() }
    const written = database.write(async (transaction) => {
      await transaction.insert(settings).values(row)
      await transaction
        .insert(settings)
        .values(row)
        .catch(() => undefined)
    })
    expect(await written.catch(databaseFailure)).toBe('unavailable')
    expect(await database.read.select().from(settings)).toEqual([])
    await database.close()
  })

  it('that is lost while the server runs leads to 503, and everything recovers without a restart', async () => {
    const way = await startSeverableProxy(address.port)
    const told: unknown[] = []
    const database = await openPostgres({
      address: { ...address, port: way.port },
      migrations,
      onError: (error) => told.push(error),
      checkEvery: 50,
    })
    const server = await startTestApp({ database })
    const health = async () => (await server.fetch('/api/health')).status
    const heard: string[] = []
    database.signals.subscribe('news', (message) => heard.push(message))
    expect(await health()).toBe(200)

    await way.cut()
    const answer = await server.fetch('/api/session')
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'database_unavailable' }),
    ])
    expect(await health()).toBe(503)
    await expect.poll(() => told).toHaveLength(1)

    await way.mend()
    await expect.poll(health).toBe(200)
    await eventually(() => {
      database.signals.publish('news', 'back again')
      expect(heard).toContain('back again')
    })
    await server.close()
    await way.cut()
  })
})
