import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { askPostgres, withPostgres } from '#tests/support/postgres-query'
import { createPostgresDatabase, type PostgresDatabase } from '#tests/support/postgres-database'
import { untilHealthy } from '#tests/support/server-process'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'
import { initialise, terminate } from './setup'

const artefact = useArtefact()
const MIGRATION_LOCK = 0x6561726d
/** Milliseconds; later than any migration of this build. */
const LATER = Date.UTC(2999, 0, 1)

describe('a database written by a newer version', () => {
  it('is refused as a file, and left unchanged', async () => {
    const configDir = await temporaryDirectory()
    const env = { SVC_APP__CONFIG_DIR: configDir }
    await terminate(await artefact.start({ env }))
    const client = createClient({ url: pathToFileURL(join(configDir, 'db.sqlite')).href })
    await client.execute({
      sql: 'insert into __drizzle_migrations (hash, created_at) values (?, ?)',
      args: ['later', LATER],
    })
    client.close()
    const server = await artefact.spawn({ env })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('newer version')
  })

  it('is refused as PostgreSQL', async () => {
    const database = await freshDatabase()
    const env = { SVC_APP__CONFIG_DIR: await temporaryDirectory(), ...variables(database) }
    await terminate(await artefact.start({ env }))
    const later = "insert into earmark_migrations (hash, created_at) values ('later', $1)"
    await askPostgres(database.url, later, [LATER])
    const server = await artefact.spawn({ env })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('newer version')
  })
})

describe('three instances that start together on one empty PostgreSQL', () => {
  it('wait for the lock, log a long wait, and log what their start did', async () => {
    const database = await freshDatabase()
    const shared = { ...variables(database), SVC_APP__SECRET_KEY: 'one key for all instances' }
    const servers = await withPostgres(database.url, async (holder) => {
      await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      const spawned = await Promise.all(
        [1, 2, 3].map(async () =>
          artefact.spawn({ env: { SVC_APP__CONFIG_DIR: await temporaryDirectory(), ...shared } }),
        ),
      )
      for (const server of spawned) {
        await expect.poll(server.output).toContain('Still starting: waiting for other instances')
      }
      return spawned
    })
    await Promise.all(servers.map(untilHealthy))
    for (const server of servers) {
      await expect
        .poll(server.output)
        .toMatch(/Starting took .* connecting to PostgreSQL .* waiting for other instances/)
    }
    const applied = await askPostgres(database.url, 'select hash from earmark_migrations')
    expect(applied).toHaveLength(await knownMigrations())
  })
})

describe('two instances that start together on one empty PostgreSQL', () => {
  it('both come up after a single migration, and see each other’s changes', async () => {
    const database = await freshDatabase()
    const shared = { ...variables(database), SVC_APP__SECRET_KEY: 'one key for both instances' }
    const [one, other] = await Promise.all([
      artefact.start({ env: { SVC_APP__CONFIG_DIR: await temporaryDirectory(), ...shared } }),
      artefact.start({ env: { SVC_APP__CONFIG_DIR: await temporaryDirectory(), ...shared } }),
    ])
    const applied = await askPostgres(database.url, 'select hash from earmark_migrations')
    expect(applied).toHaveLength(await knownMigrations())

    await initialise(one)
    const session = await fetch(`${other.url}api/session`)
    expect(await session.json()).toMatchObject({ initialized: true })
  })
})

async function freshDatabase(): Promise<PostgresDatabase> {
  const database = await createPostgresDatabase()
  onTestFinished(database.drop)
  return database
}

function variables({ host, port, database, user, password }: PostgresDatabase): Record<string, string> {
  return {
    SVC_DB__USE_POSTGRES: 'true',
    SVC_DB__POSTGRES_HOST: host,
    SVC_DB__POSTGRES_PORT: String(port),
    SVC_DB__POSTGRES_DB: database,
    SVC_DB__POSTGRES_USER: user,
    SVC_DB__POSTGRES_PASSWORD: password,
  }
}

async function knownMigrations(): Promise<number> {
  const journal = join(artefact.directory, 'server', 'migrations', 'postgres', 'meta', '_journal.json')
  const { entries } = z
    .object({ entries: z.array(z.unknown()) })
    .parse(JSON.parse(await readFile(journal, 'utf8')))
  return entries.length
}
