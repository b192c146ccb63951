import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { openPostgres } from '#server/db/postgres'
import { createTestClock } from '#tests/support/accounts'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { createPostgresDatabase } from '#tests/support/postgres-database'
import { ROOT_ENVIRONMENT, ROOT_LOGIN, signIn } from '#tests/support/root'

/** Marks the event after which a stream has received everything sent before. */
const MARK = 'MARK000001'
/** Milliseconds for which a key is valid: until before the first heartbeat, which would check it too. */
const LIFETIME = 20_000

interface Instances {
  /** The instance on which keys, sessions and users end. */
  here: TestApp
  /** The instance with the streams. */
  there: TestApp
}

/** One server in both roles, over a database file. */
async function one(): Promise<Instances> {
  const server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  return { here: server, there: server }
}

/** Two servers over one PostgreSQL. */
async function two(): Promise<Instances> {
  const { drop, ...address } = await createPostgresDatabase()
  const open = () =>
    openPostgres({
      address: { ...address, sslMode: 'disable' },
      migrations: resolve('migrations'),
      onError: () => undefined,
    })
  const here = await startTestApp({ environment: ROOT_ENVIRONMENT, database: await open() })
  const there = await startTestApp({ environment: ROOT_ENVIRONMENT, database: await open() })
  return {
    here: {
      ...here,
      async close() {
        await here.close()
        await drop()
      },
    },
    there,
  }
}

describe.each([
  ['of the same server', one],
  ['of another instance', two],
])('the event stream %s', (_where, start) => {
  let instances: Instances
  beforeEach(() => {
    // Turns off heartbeats, which also check the sign-in, and the instances' checks for missed signals.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    const { here, there } = instances
    if (there !== here) await there.close()
    await here.close()
  })

  async function begin() {
    instances = await start()
    const { here, there } = instances
    const root = { cookie: await signIn(here) }

    /**
     * Opens a stream that from now on only a signal can end: it has received everything from before, and no
     * check of its sign-in is under way. Jobs, which check twice a second, do not run here.
     */
    async function open(headers: Record<string, string>): Promise<{ toEnd: () => Promise<void> }> {
      const looks = vi.spyOn(there.app.auth, 'authenticate')
      const answer = await there.fetch('/api/events', { headers })
      expect(answer.status).toBe(200)
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      // The stream is open once its first bytes have arrived; signals arrive in the order of sending.
      let text = (await reader?.read())?.value ?? ''
      here.app.live.publish({ topic: 'requests', asin: MARK }, 'everyone')
      while (!text.includes(MARK)) {
        const read = await reader?.read()
        expect(read?.done).toBe(false)
        text += read?.value ?? ''
      }
      await Promise.all(looks.mock.results.map(({ value }): unknown => value))
      return {
        async toEnd() {
          while ((await reader?.read())?.done === false);
        },
      }
    }
    return { here, there, root, open }
  }

  const keyIdOf = async (server: TestApp, username: string) =>
    (await server.app.apiKeys.listAll({ limit: 100, offset: 0 })).keys.find(
      (key) => key.username === username,
    )?.id

  it.each([
    ['the key is deleted', 'DELETE', (id: string) => `/api/settings/account/api-keys/${id}`, 'owner'],
    ['the key is disabled', 'PATCH', (id: string) => `/api/settings/account/api-keys/${id}/toggle`, 'owner'],
    ['the key is revoked', 'DELETE', (id: string) => `/api/api-keys/${id}`, 'root'],
    ['the user is deleted', 'DELETE', () => '/api/users/mila', 'root'],
    ['all keys are revoked', 'DELETE', () => '/api/settings/security/sessions?api_keys=true', 'root'],
  ] as const)('ends by a signal when %s', async (_what, method, pathOf, by) => {
    const { here, root, open } = await begin()
    const mila = await addCaller(here.app, 'trusted', 'mila')
    const stream = await open(mila)
    const path = pathOf((await keyIdOf(here, 'mila')) ?? '')
    const answer = await here.fetch(path, { method, headers: by === 'root' ? root : mila })
    expect(answer.status).toBe(204)
    await stream.toEnd()
  })

  it.each([
    ['signing out', 'POST', '/api/auth/logout', undefined],
    ['another sign-in in the same browser', 'POST', '/api/auth/login', { ...ROOT_LOGIN }],
  ] as const)('ends by a signal when its session is ended by %s', async (_what, method, path, body) => {
    const { here, root, open } = await begin()
    const stream = await open(root)
    const answer = await here.fetch(path, {
      method,
      headers: root,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.ok).toBe(true)
    await stream.toEnd()
  })

  it('ends by a signal when its session is ended from another browser', async () => {
    const { here, root, open } = await begin()
    const stream = await open(root)
    const other = { cookie: await signIn(here) }
    const answer = await here.fetch('/api/settings/account/sessions', { method: 'DELETE', headers: other })
    expect(answer.status).toBe(204)
    await stream.toEnd()
  })
})

describe('without a signal', () => {
  it.each(['key', 'session', 'user'] as const)('a stream ends once its %s is found missing', async (what) => {
    const server = await startTestApp({ environment: ROOT_ENVIRONMENT })
    onTestFinished(() => server.close())
    const { database, validSignIns, live } = server.app
    const headers =
      what === 'session' ? { cookie: await signIn(server) } : await addCaller(server.app, 'trusted')
    const answer = await server.fetch('/api/events', { headers })
    const reader = answer.body?.getReader()
    await reader?.read()
    await validSignIns.watch(live.clients())
    const { apiKeys, sessions, users } = database.tables
    // As a command run next to the server would do.
    const table = { key: apiKeys, session: sessions, user: users }[what]
    await database.write((transaction) => transaction.delete(table))
    await validSignIns.watch(live.clients())
    expect((await reader?.read())?.done).toBe(true)
    expect(live.size).toBe(0)
  })

  it('a stream continues while everything is there', async () => {
    const server = await startTestApp({ environment: ROOT_ENVIRONMENT })
    onTestFinished(() => server.close())
    const { validSignIns, live } = server.app
    const answer = await server.fetch('/api/events', { headers: await addCaller(server.app, 'trusted') })
    const reader = answer.body?.getReader()
    await reader?.read()
    await validSignIns.watch(live.clients())
    await validSignIns.watch(live.clients())
    live.publish({ topic: 'requests' }, 'everyone')
    expect((await reader?.read())?.done).toBe(false)
  })

  it('a stream ends when its key expires, and not before', async () => {
    const clock = createTestClock()
    const server = await startTestApp({ environment: ROOT_ENVIRONMENT, clock: clock.now })
    onTestFinished(() => server.close())
    const made = await server.fetch('/api/settings/account/api-keys', {
      method: 'POST',
      headers: { cookie: await signIn(server) },
      body: JSON.stringify({
        name: 'short',
        expires_at: new Date(clock.now().getTime() + LIFETIME).toISOString(),
      }),
    })
    const { key } = z.object({ key: z.string() }).parse(await made.json())
    const headers = { authorization: `Bearer ${key}` }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const pass = (milliseconds: number) => {
      clock.pass(milliseconds)
      vi.advanceTimersByTime(milliseconds)
    }

    const looks = vi.spyOn(server.app.auth, 'authenticate')
    const answer = await server.fetch('/api/events', { headers })
    expect(answer.status).toBe(200)
    const reader = answer.body?.getReader()
    await reader?.read()
    // The check at the beginning finds the key valid.
    await Promise.all(looks.mock.results.map(({ value }): unknown => value))
    pass(LIFETIME - 1)
    server.app.live.publish({ topic: 'requests' }, 'everyone')
    expect((await reader?.read())?.done).toBe(false)

    // The timer leaves some room, because it might fire early.
    pass(3)
    expect((await reader?.read())?.done).toBe(true)
    expect(server.app.live.size).toBe(0)
    const refused = await server.fetch('/api/events', { headers })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ code: 'invalid_api_key' })
  })
})
