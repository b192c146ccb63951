import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SslMode } from '#server/platform/config'
import { openPostgres } from '#server/db/postgres'
import { createAuthority } from '#tests/support/certificates'
import { askPostgres } from '#tests/support/postgres-query'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#tests/support/postgres-server'

/** Roles that PostgreSQL accepts over only one kind of connection. */
const ENCRYPTED_ONLY = 'encrypted_only'
const PLAIN_ONLY = 'plain_only'

let server: EmbeddedPostgres
beforeAll(async () => {
  server = await startEmbeddedPostgres({
    tls: createAuthority().issueFor('somewhere.else'),
    rules: [`hostnossl all ${ENCRYPTED_ONLY} all reject`, `hostssl all ${PLAIN_ONLY} all reject`],
  })
  for (const role of [ENCRYPTED_ONLY, PLAIN_ONLY]) {
    await askPostgres(server.url, `create role ${role} login superuser`)
  }
})
afterAll(() => server.stop())

/** Opens the database as a role. @returns whether each of its connections is encrypted. */
async function encryption(sslMode: SslMode, user: string): Promise<boolean[]> {
  const { hostname, port } = new URL(server.url)
  const address = { host: hostname, port: Number(port), database: 'postgres', user, password: '', sslMode }
  const database = await openPostgres({
    address,
    migrations: resolve('migrations'),
    onError: () => undefined,
  })
  try {
    await database.ping()
    const connections = await askPostgres(
      server.url,
      `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = '${user}'`,
    )
    return connections.map(({ ssl }) => ssl === true)
  } finally {
    await database.close()
  }
}

describe('PostgreSQL that offers encryption with an untrusted certificate', () => {
  it.each([
    ['disable', PLAIN_ONLY, false],
    ['allow', PLAIN_ONLY, false],
    ['allow', ENCRYPTED_ONLY, true],
    ['prefer', ENCRYPTED_ONLY, true],
    ['prefer', PLAIN_ONLY, false],
    ['require', ENCRYPTED_ONLY, true],
  ] as const)('is reached with SSL mode %s as %s', async (mode, user, encrypted) => {
    expect(await encryption(mode, user)).toEqual([encrypted])
  })

  it.each([
    ['disable', ENCRYPTED_ONLY, 'pg_hba.conf'],
    ['require', PLAIN_ONLY, 'pg_hba.conf'],
    ['verify-ca', ENCRYPTED_ONLY, 'certificate'],
    ['verify-full', ENCRYPTED_ONLY, 'certificate'],
  ] as const)('is not reached with SSL mode %s as %s', async (mode, user, reason) => {
    await expect(encryption(mode, user)).rejects.toThrow(reason)
  })
})
