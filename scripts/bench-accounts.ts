// The sign-in part of `npm run bench`: the cost of API keys, Basic credentials and passwords.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { z } from 'zod'
import { argon2 } from '#server/domain/auth/drivers/argon2'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'
import { costOfCalls, latencies, latenciesDuring, median, quantile, type Load } from './lib/measure'

const MANY_KEYS = 10_000
const CALLS = 400
const LOGINS = 20
/** Keys in one statement. */
const BATCH = 500

/** Measures sign-in on its own servers. */
export async function measureAccounts(stage: BenchStage): Promise<Figure[]> {
  return [...(await measureCredentials(stage)), ...(await measureLogins(stage))]
}

async function measureCredentials(stage: BenchStage): Promise<Figure[]> {
  const server = await stage.start()
  const key = await stage.createKey(server, { authorization: stage.basic })
  const me = (headers: Record<string, string>): Load => ({ url: `${server.url}api/users/me`, headers })
  const text = join(stage.configDir, 'key.json')
  await writeFile(text, '{"plain":true}')
  const plain = await stage.startPlain(text)

  const few = await costOfCalls(me(key), server)
  await addKeys(join(stage.configDir, 'db.sqlite'), MANY_KEYS)
  const many = await costOfCalls(me(key), server)

  await latencies(me(key), CALLS)
  const right = quantile(await latencies(me(key), CALLS), 0.5)
  const unknownKey = { authorization: `Bearer earmark_${'x'.repeat(43)}` }
  const wrong = quantile(await latencies(me(unknownKey), CALLS, 401), 0.5)
  const basic = me({ authorization: stage.basic })
  await latencies(basic, 1)
  const remembered = quantile(await latencies(basic, CALLS), 0.5)
  await latencies({ url: plain.url }, CALLS)
  const least = { what: '`node:http`', value: quantile(await latencies({ url: plain.url }, CALLS), 0.5) }
  await stage.stop(plain)
  await stage.stop(server)

  const unit = few.processor === null || many.processor === null ? '/s' : 'µs'
  const [withFew, withMany] =
    unit === 'µs' ? [few.processor ?? 0, many.processor ?? 0] : [few.perSecond, many.perSecond]
  return [
    {
      name: `Bearer call with ${MANY_KEYS.toLocaleString('en')} stored keys${unit === 'µs' ? ', CPU time' : ''}`,
      value: withMany,
      unit,
      // Equal, within measurement error.
      aim: { timesPlain: 1.2 },
      plain: { what: 'with a few keys', value: withFew },
    },
    { name: 'Call with a wrong key, median', value: wrong, unit: 'ms', aim: { below: 2 }, plain: least },
    {
      name: 'Basic call, not the first: extra time compared with a bearer call, median',
      value: Math.max(0, remembered - right),
      unit: 'ms',
      aim: { below: 2 },
      plain: least,
    },
  ]
}

async function measureLogins(stage: BenchStage): Promise<Figure[]> {
  const server = await stage.start('forms')
  const login = () =>
    fetch(`${server.url}api/auth/login`, { method: 'POST', body: JSON.stringify(stage.rootUser) })
  const [cookie = ''] = (await login()).headers.getSetCookie()
  const headers = await stage.createKey(server, { cookie: cookie.split(';')[0] ?? '' })
  const bearer = { url: `${server.url}api/users/me`, headers }

  await latencies(bearer, CALLS)
  const hashes = await timesOf(LOGINS, () => argon2.hash(stage.rootUser.password))
  const besideHashes = await latenciesDuring(bearer, async () => {
    await timesOf(LOGINS, () => argon2.hash(stage.rootUser.password))
  })
  let logins: number[] = []
  const besideLogins = await latenciesDuring(bearer, async () => {
    logins = await timesOf(LOGINS, async () => {
      const { status } = await login()
      if (status !== 204) throw new Error(`Signing in failed with status ${status}`)
    })
  })
  await stage.stop(server)
  return [
    {
      name: 'Login with a form, median',
      value: median(logins),
      unit: 'ms',
      aim: { between: [30, 150] },
      plain: { what: 'argon2 alone', value: median(hashes) },
    },
    {
      name: 'Bearer call during logins, 99th percentile',
      value: quantile(besideLogins, 0.99),
      unit: 'ms',
      // The cost of hashing in another process: an equal cost shows that the server's own thread does not
      // hash.
      aim: { timesPlain: 2 },
      plain: { what: 'during argon2 in another process', value: quantile(besideHashes, 0.99) },
    },
  ]
}

/** Milliseconds of each run of some work, one run at a time. */
async function timesOf(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = []
  for (let i = 0; i < times; i++) {
    const began = performance.now()
    await work()
    measured.push(performance.now() - began)
  }
  return measured
}

/** Inserts keys of the root administrator directly into the database file while the server runs. */
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
