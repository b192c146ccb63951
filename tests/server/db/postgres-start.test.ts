import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openPostgres, type PostgresOptions } from '#server/db/postgres'
import { connect, type PostgresAddress } from '#server/db/postgres-connection'
import { migratePostgres } from '#server/db/postgres-migrate'
import { askPostgres, withPostgres } from '#tests/support/postgres-query'
import { createPostgresDatabase, type PostgresDatabase } from '#tests/support/postgres-database'
import { temporaryDirectory } from '#tests/support/temporary-directory'

const MIGRATION_LOCK = 0x6561726d

let server: PostgresDatabase
beforeEach(async () => {
  server = await createPostgresDatabase()
})
afterEach(() => server.drop())

const open = (changes: Partial<PostgresAddress> = {}, options: Partial<PostgresOptions> = {}) =>
  openPostgres({
    address: { ...server, sslMode: 'disable', ...changes },
    migrations: resolve('migrations'),
    onError: () => undefined,
    ...options,
  })

/** Opens and closes the database. @returns the message of the failure; undefined if there is none. */
async function refusal(changes: Partial<PostgresAddress>): Promise<string | undefined> {
  try {
    await (await open(changes)).close()
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** Runs every statement that a message suggests. */
async function obey(message: string | undefined): Promise<void> {
  const statements = message?.match(/GRANT [^;]+;/g) ?? []
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) await askPostgres(server.url, statement)
}

async function addRole(): Promise<string> {
  const role = `reader ${randomBytes(4).toString('hex')}`
  await askPostgres(server.url, `create role "${role}" login`)
  // The database is gone by then, with what the role owned and was granted in it.
  const anywhere = new URL('/postgres', server.url).href
  onTestFinished(async () => void (await askPostgres(anywhere, `drop role "${role}"`)))
  return role
}

describe('a PostgreSQL that is not ready for use', () => {
  it('because its database has another owner names the required grants', async () => {
    const user = await addRole()
    const message = await refusal({ user })
    expect(message).toContain('permission denied')
    expect(message).toContain(`GRANT CONNECT ON DATABASE "${server.database}" TO "${user}";`)
    expect(message).toContain(`GRANT USAGE, CREATE ON SCHEMA public TO "${user}";`)
    await obey(message)
    expect(await refusal({ user })).toBeUndefined()
  })

  it('because its tables have another owner names the required grants', async () => {
    const [owner, user] = [await addRole(), await addRole()]
    await obey(await refusal({ user: owner }))
    expect(await refusal({ user: owner })).toBeUndefined()
    const message = await refusal({ user })
    expect(message).toContain('permission denied')
    expect(message).toContain(`GRANT "${owner}" TO "${user}";`)
    await obey(message)
    expect(await refusal({ user })).toBeUndefined()
  })

  it('because its tables are a superuser’s makes no one a superuser', async () => {
    const user = await addRole()
    await (await open()).close()
    const message = await refusal({ user })
    expect(message).not.toContain(`GRANT "${server.user}"`)
    await obey(message)
    expect(await refusal({ user })).toBeUndefined()
  })
})

describe('a migration', () => {
  it('runs without the limits of its connection, which apply again afterwards', async () => {
    const limits = { statement: 61_000, lock: 62_000, idleInTransaction: 63_000 }
    const client = await connect({ ...server, sslMode: 'disable' }, { limits })
    onTestFinished(() => client.end())
    const shown = async () => {
      const { rows } = await client.query<Record<string, string>>(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
           current_setting('idle_in_transaction_session_timeout') as idle`,
      )
      return rows[0]
    }
    const during: unknown[] = []
    await migratePostgres(client, resolve('migrations/postgres'), async (_step, work) => {
      during.push(await shown())
      return work()
    })
    const none = { statement: '0', lock: '0', idle: '0' }
    expect(during).toEqual([none, none])
    expect(await shown()).toEqual({ statement: '61s', lock: '62s', idle: '63s' })
  })

  it('that another server ran while this one waited does not run again, however small it is', async () => {
    const folder = await temporaryDirectory()
    const entry = { idx: 0, version: '7', when: 1, tag: '0000_start', breakpoints: true }
    await mkdir(join(folder, 'meta'))
    await writeFile(
      join(folder, 'meta/_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries: [entry] }),
    )
    await writeFile(join(folder, '0000_start.sql'), 'create table things (id text)')
    await withPostgres(server.url, (other) =>
      withPostgres(server.url, async (client) => {
        let waited: Promise<void> | undefined
        await migratePostgres(other, folder, async (step, work) => {
          if (step === 'migrating the database') {
            waited = migratePostgres(client, folder, (_step, work) => work())
            await expect.poll(() => countWaiting(server.url)).toBe(1)
          }
          return work()
        })
        await waited
      }),
    )
    expect(await askPostgres(server.url, 'select hash from earmark_migrations')).toHaveLength(1)
  })
})

describe('three servers that start together on an empty PostgreSQL', () => {
  it('wait for each other, each with one attempt, and migrate once', async () => {
    const steps: string[] = []
    const databases = await withPostgres(server.url, async (holder) => {
      await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      const opening = [1, 2, 3].map(() =>
        open(
          {},
          {
            timed: (step, work) => {
              steps.push(step)
              return work()
            },
          },
        ),
      )
      const waiting = async () => {
        const { rows } = await holder.query<{ waiting: string }>(
          `select count(*) as waiting from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
        return Number(rows[0]?.waiting)
      }
      await expect.poll(waiting).toBe(3)
      await holder.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
      return Promise.all(opening)
    })
    await Promise.all(databases.map((database) => database.close()))
    const times = (step: string) => steps.filter((one) => one === step).length
    expect(times('connecting to PostgreSQL')).toBe(3)
    expect(times('waiting for other instances')).toBe(3)
    expect(times('migrating the database')).toBe(1)
  })

  it('do not wait if there is nothing to migrate', async () => {
    await (await open()).close()
    await withPostgres(server.url, async (holder) => {
      await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      await (await open()).close()
    })
  })
})

/** How many connections wait for another one to migrate. */
async function countWaiting(url: string): Promise<number> {
  const waiting = await askPostgres(
    url,
    `select 1 from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return waiting.length
}
