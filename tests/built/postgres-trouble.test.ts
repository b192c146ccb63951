import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '#server/db/postgres'
import { startTestApp, type TestApp } from '#tests/support/app'
import { eventually } from '#tests/support/eventually'
import { askPostgres, withPostgres } from '#tests/support/postgres-query'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#tests/support/postgres-server'

/** What the issue of the trouble asks for, in milliseconds after PostgreSQL is well again. */
const SERVES_WITHIN = 5000
const FROZEN = 20_000
const LOCKED = 25_000
/** Connections of one instance for queries. */
const POOL = 10
/** For all instances, those that are frozen, and those in their place. */
const CONNECTIONS = 90

let postgres: EmbeddedPostgres
let instances: TestApp[]
beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ settings: [`max_connections=${CONNECTIONS}`] })
  const { hostname, port } = new URL(postgres.url)
  const address = { host: hostname, port: Number(port), database: 'postgres', user: 'postgres', password: '' }
  instances = []
  for (const _ of [1, 2, 3]) {
    const database = await openPostgres({
      address: { ...address, sslMode: 'disable' },
      migrations: resolve('migrations'),
      onError: () => undefined,
    })
    instances.push(await startTestApp({ database }))
  }
})
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close()))
  await postgres.stop()
})

/** Asks one instance for what reads and writes. @returns whether it served both. */
async function serves({ app, fetch: call }: TestApp): Promise<boolean> {
  const { settings } = app.database.tables
  const signal = AbortSignal.timeout(SERVES_WITHIN)
  try {
    const statuses = await Promise.all(
      ['/api/health', '/api/session'].map(async (path) => {
        const answer = await call(path, { signal })
        await answer.body?.cancel()
        return answer.status
      }),
    )
    await app.database.write((within) => within.delete(settings).where(eq(settings.key, 'not there')))
    return statuses.every((status) => status === 200)
  } catch {
    return false
  }
}

/** Asks until it is served, each time without waiting for the time before. @returns the milliseconds until then. */
async function untilServed(instance: TestApp): Promise<number> {
  const begun = performance.now()
  return new Promise((done) => {
    const ask = () =>
      void serves(instance).then((served) => {
        if (!served) return
        clearInterval(timer)
        done(performance.now() - begun)
      })
    const timer = setInterval(ask, 500)
    ask()
  })
}

/**
 * Makes trouble while people go on asking every instance; asks again when it is over.
 * @param trouble ends when PostgreSQL is well again.
 */
async function recovery(trouble: () => Promise<void>): Promise<number[]> {
  expect(await Promise.all(instances.map(serves))).toEqual([true, true, true])
  const people = setInterval(() => instances.forEach((instance) => void serves(instance)), 1000)
  try {
    await trouble()
  } finally {
    clearInterval(people)
  }
  return Promise.all(instances.map(untilServed))
}

const everyOneInTime = (times: number[]) => expect(times.filter((time) => time > SERVES_WITHIN)).toEqual([])

/**
 * Has every instance make all of the connections that it may. Reads wait for a lock only so long: where they ended
 * before there were as many connections, it is tried again.
 */
const fillPools = (): Promise<void> =>
  eventually(() =>
    withPostgres(postgres.url, async (holder) => {
      await holder.query('begin; lock table settings in access exclusive mode')
      let ended = false
      const reads = instances.flatMap(({ app: { database } }) =>
        Array.from(
          { length: POOL },
          async () => void (await database.read.select().from(database.tables.settings)),
        ),
      )
      const answers = Promise.allSettled(reads).finally(() => (ended = true))
      const waiting = "select pid from pg_stat_activity where wait_event_type = 'Lock'"
      // Asked on another connection, as one transaction sees the same connections all the time.
      while (!ended && (await askPostgres(postgres.url, waiting)).length < reads.length) await sleep(50)
      await holder.query('rollback')
      expect((await answers).filter(({ status }) => status === 'rejected')).toEqual([])
    }),
  )

/** Processes that serve a connection. */
async function connectionProcesses(): Promise<number[]> {
  const rows = await askPostgres(
    postgres.url,
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  return rows.map(({ pid }) => Number(pid))
}

const endAll = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earmark'"

describe('three instances over one PostgreSQL all serve again within 5 s of its being well', () => {
  it('after every connection was ended', async () => {
    everyOneInTime(await recovery(async () => void (await askPostgres(postgres.url, endAll))))
  })

  it('after it was restarted', async () => {
    everyOneInTime(await recovery(() => postgres.restart()))
  })

  it('after others had taken all of its connections', async () => {
    const times = await recovery(async () => {
      const greedy: pg.Client[] = []
      for (let refused = 0; refused < 3;) {
        const client = new pg.Client(postgres.url)
        client.on('error', () => undefined)
        try {
          await client.connect()
          greedy.push(client)
          if (greedy.length === 3) await client.query(endAll)
        } catch {
          refused += 1
        }
      }
      await sleep(3000)
      await Promise.all(greedy.map((client) => client.end()))
    })
    everyOneInTime(times)
  })

  it.each([
    ['the processes of its connections', false],
    ['all of its processes', true],
  ])(`after %s were frozen for ${FROZEN / 1000} s`, async (_what, all) => {
    const times = await recovery(async () => {
      const frozen = [...(await connectionProcesses()), ...(all ? [postgres.pid()] : [])]
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      try {
        await sleep(FROZEN)
      } finally {
        for (const pid of frozen) process.kill(pid, 'SIGCONT')
      }
    })
    everyOneInTime(times)
  })

  it('also while the processes of its former connections stay frozen', async () => {
    await fillPools()
    const frozen = await connectionProcesses()
    expect(frozen.length).toBeGreaterThanOrEqual(3 * POOL)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      await Promise.all(instances.map(untilServed))
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    everyOneInTime(await Promise.all(instances.map(untilServed)))
  })

  it(`after a table was locked for ${LOCKED / 1000} s`, async () => {
    const times = await recovery(() =>
      withPostgres(postgres.url, async (holder) => {
        await holder.query('begin; lock table settings in access exclusive mode')
        await sleep(LOCKED)
        await holder.query('rollback')
      }),
    )
    everyOneInTime(times)
  })
})
