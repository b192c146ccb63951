// The part of `npm run bench` about signing in: what API keys, Basic credentials and passwords cost.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { z } from 'zod'
import type { ServerProcess } from '../tests/support/server-process'
import { latencies, quantile, requestsPerSecond, type Load } from './lib/measure'

const MANY_KEYS = 10_000
const CALLS = 400
const LOGINS = 20
/** Keys in one statement. */
const BATCH = 500

export interface AccountFigure {
  name: string
  measured: string
  aim: string
}

/** What the bench hands over: how to run a server, and who its root administrator is. */
export interface AccountsBench {
  start: (loginType: 'basic' | 'forms') => Promise<ServerProcess>
  stop: (server: ServerProcess) => Promise<void>
  configDir: string
  rootUser: { username: string; password: string }
}

/** Measures sign-in on servers of its own. */
export async function measureAccounts(bench: AccountsBench): Promise<AccountFigure[]> {
  return [...(await measureCredentials(bench)), ...(await measureLogins(bench))]
}

async function measureCredentials({
  start,
  stop,
  configDir,
  rootUser,
}: AccountsBench): Promise<AccountFigure[]> {
  const server = await start('basic')
  const basic = `Basic ${Buffer.from(`${rootUser.username}:${rootUser.password}`).toString('base64')}`
  const key = await createKey(server, { authorization: basic })
  const me = (authorization: string): Load => ({
    url: `${server.url}api/users/me`,
    headers: { authorization },
  })
  const bearer = me(`Bearer ${key}`)

  const withOne = await requestsPerSecond(bearer)
  await addKeys(join(configDir, 'db.sqlite'), MANY_KEYS)
  const withMany = await requestsPerSecond(bearer)

  await latencies(bearer, CALLS)
  const right = quantile(await latencies(bearer, CALLS), 0.5)
  const wrong = quantile(await refusals(me(`Bearer earmark_${'x'.repeat(43)}`), CALLS), 0.5)
  await latencies(me(basic), 1)
  const remembered = quantile(await latencies(me(basic), CALLS), 0.5)
  await stop(server)
  const rate = (value: number) => `${value.toFixed(0)}/s`
  return [
    {
      name: `Bearer calls with 1 and with ${MANY_KEYS.toLocaleString('en')} keys stored`,
      measured: `${rate(withOne)} and ${rate(withMany)}`,
      aim: 'the same',
    },
    { name: 'Call with a wrong key, median', measured: `${wrong.toFixed(2)} ms`, aim: '< 2 ms' },
    {
      name: 'Basic call after the first, beyond a bearer call, median',
      measured: `${Math.max(0, remembered - right).toFixed(2)} ms`,
      aim: '< 2 ms',
    },
  ]
}

async function measureLogins({ start, stop, rootUser }: AccountsBench): Promise<AccountFigure[]> {
  const server = await start('forms')
  const login = () => fetch(`${server.url}api/auth/login`, { method: 'POST', body: JSON.stringify(rootUser) })
  const [cookie = ''] = (await login()).headers.getSetCookie()
  const key = await createKey(server, { cookie: cookie.split(';')[0] ?? '' })
  const bearer = { url: `${server.url}api/users/me`, headers: { authorization: `Bearer ${key}` } }

  await latencies(bearer, CALLS)
  const alone = quantile(await latencies(bearer, CALLS), 0.99)
  const times: number[] = []
  let measuring = true
  const others = (async () => {
    const measured: number[] = []
    while (measuring) measured.push(...(await latencies(bearer, 10)))
    return measured.sort((a, b) => a - b)
  })()
  for (let i = 0; i < LOGINS; i++) {
    const began = performance.now()
    const { status } = await login()
    times.push(performance.now() - began)
    if (status !== 204) throw new Error(`Signing in was answered with ${status}`)
  }
  measuring = false
  const beside = quantile(await others, 0.99)
  times.sort((a, b) => a - b)
  await stop(server)
  return [
    {
      name: 'Login by form (argon2), median',
      measured: `${quantile(times, 0.5).toFixed(0)} ms`,
      aim: '30 to 150 ms',
    },
    {
      name: 'Bearer call, 99th percentile, alone and beside logins',
      measured: `${alone.toFixed(1)} ms and ${beside.toFixed(1)} ms`,
      aim: 'much the same',
    },
  ]
}

async function createKey(server: ServerProcess, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${server.url}api/settings/account/api-keys`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: `bench ${randomUUID()}` }),
  })
  return z.object({ key: z.string() }).parse(await answer.json()).key
}

/** Puts keys of the root administrator straight into the database file, beside the running server. */
async function addKeys(file: string, count: number): Promise<void> {
  const client = createClient({ url: pathToFileURL(file).href })
  try {
    const found = await client.execute('SELECT id FROM users WHERE root = 1')
    const owner = z.string().parse(found.rows[0]?.['id'])
    for (let stored = 0; stored < count; stored += BATCH) {
      await client.batch(
        Array.from({ length: BATCH }, () => {
          const id = randomUUID()
          const hash = createHash('sha256').update(randomBytes(32)).digest('hex')
          return {
            sql: 'INSERT INTO api_keys (id, user_id, name, name_key, key_hash, enabled, read_only, created_at) VALUES (?, ?, ?, ?, ?, 1, 0, ?)',
            args: [id, owner, id, id, hash, Date.now()],
          }
        }),
        'write',
      )
    }
  } finally {
    client.close()
  }
}

/** Times of one refused request after the other, in milliseconds, in ascending order. */
async function refusals(load: Load, times: number): Promise<number[]> {
  const measured: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    const answer = await fetch(load.url, { headers: load.headers ?? {} })
    await answer.arrayBuffer()
    measured.push(performance.now() - start)
    if (answer.status !== 401) throw new Error(`${load.url} answered ${answer.status}`)
  }
  return measured.sort((a, b) => a - b)
}
