import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority } from '#tests/support/certificates'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#tests/support/postgres-server'
import { untilHealthy } from '#tests/support/server-process'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'

const artefact = useArtefact()
const NAMES = ['127.0.0.1', 'localhost'] as const
type Name = (typeof NAMES)[number]

const authority = createAuthority()
const servers = new Map<Name, EmbeddedPostgres>()
beforeAll(async () => {
  for (const name of NAMES) {
    servers.set(name, await startEmbeddedPostgres({ tls: authority.issueFor(name) }))
  }
})
afterAll(() => Promise.all([...servers.values()].map(({ stop }) => stop())))

/** Starts the server against a PostgreSQL whose certificate is for a given name. */
async function spawn(options: { certified: Name; host: Name; mode: string; known?: boolean }) {
  const configDir = await temporaryDirectory()
  const known = join(configDir, 'authority.pem')
  await writeFile(known, authority.certificate)
  return artefact.spawn({
    env: {
      SVC_APP__CONFIG_DIR: configDir,
      SVC_APP__SECRET_KEY: 'one key for all of these servers',
      SVC_DB__USE_POSTGRES: 'true',
      SVC_DB__POSTGRES_HOST: options.host,
      SVC_DB__POSTGRES_PORT: new URL(servers.get(options.certified)?.url ?? '').port,
      SVC_DB__POSTGRES_DB: 'postgres',
      SVC_DB__POSTGRES_USER: 'postgres',
      SVC_DB__POSTGRES_SSL_MODE: options.mode,
      ...(options.known === false ? {} : { NODE_EXTRA_CA_CERTS: known }),
    },
  })
}

describe('the certificate of PostgreSQL', () => {
  it.each([
    { mode: 'verify-full', certified: '127.0.0.1', host: '127.0.0.1' },
    { mode: 'verify-full', certified: 'localhost', host: 'localhost' },
    { mode: 'verify-ca', certified: 'localhost', host: '127.0.0.1' },
  ] as const)('for $certified is good enough for $host with $mode', async (options) => {
    await untilHealthy(await spawn(options))
  })

  it.each([
    { mode: 'verify-full', certified: 'localhost', host: '127.0.0.1' },
    { mode: 'verify-full', certified: '127.0.0.1', host: 'localhost' },
    { mode: 'verify-full', certified: '127.0.0.1', host: '127.0.0.1', known: false },
    { mode: 'verify-ca', certified: '127.0.0.1', host: '127.0.0.1', known: false },
  ] as const)('for $certified is refused for $host with $mode', async (options) => {
    const server = await spawn(options)
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('SVC_DB__POSTGRES_')
    expect(server.output()).toMatch(/certificate/i)
  })
})
