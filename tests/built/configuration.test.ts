import { spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port'
import { createPostgresDatabase } from '#tests/support/postgres-database'
import { LOCKED_ROLE } from '#tests/support/postgres-roles'
import { OF_RUNTIME, RUNTIME, runtimeEnvironment } from '#tests/support/runtime'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'
import { ROOT_USER, terminate } from './setup'

const artefact = useArtefact()
const isRoot = process.getuid?.() === 0
/** A user other than root that owns nothing. */
const STRANGER = 4321

describe('a start that cannot succeed', () => {
  it.each([
    ['SVC_APP__PORT', '80000', '1 to 65535'],
    ['SVC_APP__DEBUG', 'perhaps', 'true or false'],
    ['SVC_APP__DEFAULT_REGION', 'atlantis', 'us, ca, uk'],
    ['SVC_APP__LOG_LEVEL', 'LOUD', 'DEBUG, INFO, WARN, ERROR'],
    ['SVC_APP__BASE_URL', 'https://books.example.org/a', '/audiobooks'],
    ['SVC_APP__FORWARDED_ALLOW_IPS', 'everyone', '10.0.0.0/8'],
    ['SVC_DB__POSTGRES_SSL_MODE', 'maybe', 'verify-full'],
  ])('says that %s is %s, and that %s is accepted', async (name, given, accepted) => {
    const server = await artefact.spawn({
      env: { SVC_APP__CONFIG_DIR: await temporaryDirectory(), [name]: given },
    })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain(name)
    expect(server.output()).toContain(given)
    expect(server.output()).toContain(accepted)
    expect(server.output().trim().split('\n')).toHaveLength(1)
  })

  it('never prints a bad value of a secret', async () => {
    const server = await artefact.spawn({
      env: { SVC_APP__CONFIG_DIR: await temporaryDirectory(), SVC_APP__SECRET_KEY: 'hunter2' },
    })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('SVC_APP__SECRET_KEY')
    expect(server.output()).not.toContain('hunter2')
  })

  it('names the user id and the command that fixes a config directory it cannot write to', async () => {
    const configDir = join(await temporaryDirectory(), 'config')
    await mkdir(configDir)
    await chmod(configDir, 0o555)
    const env = { SVC_APP__CONFIG_DIR: configDir }
    const server = await artefact.spawn({ env, ...(isRoot ? { user: STRANGER } : {}) })
    expect(await server.ended).toBe(1)
    const uid = isRoot ? STRANGER : process.getuid?.()
    expect(server.output()).toContain(`user id ${uid}`)
    expect(server.output()).toContain(`chown -R ${uid}:`)
    expect(server.output()).toContain(configDir)
  })

  it('says which variables OpenID Connect requires without a root administrator, who is needed once', async () => {
    const env = {
      SVC_APP__CONFIG_DIR: await temporaryDirectory(),
      SVC_APP__FORCE_LOGIN_TYPE: 'oidc',
    }
    const refused = await artefact.spawn({ env })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('SVC_APP__INIT_ROOT_USERNAME and SVC_APP__INIT_ROOT_PASSWORD')

    const root = {
      SVC_APP__INIT_ROOT_USERNAME: ROOT_USER.username,
      SVC_APP__INIT_ROOT_PASSWORD: ROOT_USER.password,
    }
    expect(await terminate(await artefact.start({ env: { ...env, ...root } }))).toBe(0)
    const server = await artefact.start({ env })
    const answer = await fetch(`${server.url}api/session`)
    expect(await answer.json()).toMatchObject({ initialized: true, login_type: 'oidc' })
  })

  it('leaves nothing behind on a full disk that blocks the next start', async () => {
    const env = { SVC_APP__CONFIG_DIR: await temporaryDirectory() }
    const entry = join(artefact.directory, 'server', 'index.mjs')
    // Files can be created but not written, as on a full disk.
    const full = spawnSync(
      '/bin/sh',
      ['-c', 'ulimit -f 0; exec "$@"', '', RUNTIME.program, ...RUNTIME.args, entry],
      { env: runtimeEnvironment(env) },
    )
    expect(full.status).toBe(OF_RUNTIME.endWithoutRoom)
    await artefact.start({ env })
  })

  it('says that PostgreSQL does not answer, and which variables to check', async () => {
    const server = await artefact.spawn({
      env: {
        SVC_APP__CONFIG_DIR: await temporaryDirectory(),
        SVC_DB__USE_POSTGRES: 'true',
        SVC_DB__POSTGRES_HOST: '127.0.0.1',
        SVC_DB__POSTGRES_PORT: String(await freePort()),
      },
    })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('SVC_DB__POSTGRES_')
    expect(server.output()).toContain('ECONNREFUSED')
  })

  it('says that PostgreSQL refused the password, without printing it', async () => {
    const database = await createPostgresDatabase()
    try {
      const server = await artefact.spawn({
        env: {
          SVC_APP__CONFIG_DIR: await temporaryDirectory(),
          SVC_DB__USE_POSTGRES: 'true',
          SVC_DB__POSTGRES_HOST: database.host,
          SVC_DB__POSTGRES_PORT: String(database.port),
          SVC_DB__POSTGRES_DB: database.database,
          SVC_DB__POSTGRES_USER: LOCKED_ROLE,
          SVC_DB__POSTGRES_PASSWORD: 'not the right one',
        },
      })
      expect(await server.ended).toBe(1)
      expect(server.output()).toContain('password authentication failed')
      expect(server.output()).not.toContain('not the right one')
    } finally {
      await database.drop()
    }
  })

  it('says that its port is taken', async () => {
    const first = await artefact.start({ env: { SVC_APP__CONFIG_DIR: await temporaryDirectory() } })
    const second = await artefact.spawn({
      env: { SVC_APP__CONFIG_DIR: await temporaryDirectory(), SVC_APP__PORT: String(first.port) },
    })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`port ${first.port}`)
  })
})

describe('the secret key', () => {
  it('is refused at start if the database was written with another one', async () => {
    const env = { SVC_APP__CONFIG_DIR: await temporaryDirectory() }
    const first = await artefact.start({ env: { ...env, SVC_APP__SECRET_KEY: 'the key of the first start' } })
    expect(await terminate(first)).toBe(0)
    const second = await artefact.spawn({ env: { ...env, SVC_APP__SECRET_KEY: 'quite another secret key' } })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('SVC_APP__SECRET_KEY')
    expect(second.output()).not.toContain('quite another secret key')
    await artefact.start({ env: { ...env, SVC_APP__SECRET_KEY: 'the key of the first start' } })
  })
})

describe('the .env file in the working directory', () => {
  it('is read', async () => {
    const cwd = await temporaryDirectory()
    await writeFile(join(cwd, '.env'), 'SVC_APP__BASE_URL=/from-file\nSVC_APP__CONFIG_DIR=./data\n')
    const server = await artefact.spawn({ cwd })
    const answer = await retry(() => fetch(`http://127.0.0.1:${server.port}/from-file/api/health`))
    expect(answer.status).toBe(200)
  })

  it('yields to the real environment', async () => {
    const cwd = await temporaryDirectory()
    await writeFile(join(cwd, '.env'), 'SVC_APP__BASE_URL=/from-file\nSVC_APP__CONFIG_DIR=./data\n')
    const server = await artefact.start({ cwd, env: { SVC_APP__BASE_URL: '/from-environment' } })
    expect((await fetch(`${server.url}api/health`)).status).toBe(200)
  })

  it('stops the start if it contains a bad value', async () => {
    const cwd = await temporaryDirectory()
    await writeFile(join(cwd, '.env'), 'SVC_APP__DEBUG=sometimes\n')
    const server = await artefact.spawn({ cwd })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('SVC_APP__DEBUG')
  })
})

async function retry(call: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await call().catch((error: unknown) => {
      if (error instanceof TypeError) return undefined
      throw error
    })
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('a login type newly prescribed by the environment', () => {
  it('ends the existing sessions', async () => {
    const env = {
      SVC_APP__CONFIG_DIR: await temporaryDirectory(),
      SVC_APP__INIT_ROOT_USERNAME: ROOT_USER.username,
      SVC_APP__INIT_ROOT_PASSWORD: ROOT_USER.password,
    }
    const before = await artefact.start({ env })
    const body = JSON.stringify(ROOT_USER)
    const login = await fetch(`${before.url}api/auth/login`, { method: 'POST', body })
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const statusAt = async (url: string) =>
      (await fetch(`${url}api/users/me`, { headers: { cookie } })).status
    expect(await statusAt(before.url)).toBe(200)
    await terminate(before)
    const same = await artefact.start({ env })
    expect(await statusAt(same.url)).toBe(200)
    await terminate(same)
    const after = await artefact.start({ env: { ...env, SVC_APP__FORCE_LOGIN_TYPE: 'oidc' } })
    expect(await statusAt(after.url)).toBe(401)
  })
})
