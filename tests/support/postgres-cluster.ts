import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { openPostgres } from '#server/db/postgres'
import { startTestApp, type TestApp } from '#tests/support/app'
import { eventually } from '#tests/support/eventually'
import { askPostgres, withPostgres } from '#tests/support/postgres-query'
import { startEmbeddedPostgres } from '#tests/support/postgres-server'

/** The required recovery time, in milliseconds after PostgreSQL is healthy again. */
const SERVES_WITHIN = 5000
/** Connections of one instance for queries. */
export const INSTANCE_CONNECTIONS = 10
/** For all instances, including frozen connections and their replacements. */
const CONNECTIONS = 90

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Starts three instances over one PostgreSQL that tests may disrupt. */
export async function startCluster() {
  const postgres = await startEmbeddedPostgres({ settings: [`max_connections=${CONNECTIONS}`] })
  const { hostname, port } = new URL(postgres.url)
  const address = { host: hostname, port: Number(port), database: 'postgres', user: 'postgres', password: '' }
  const instances: TestApp[] = []
  for (const _ of [1, 2, 3]) {
    const database = await openPostgres({
      address: { ...address, sslMode: 'disable' },
      migrations: resolve('migrations'),
      onError: () => undefined,
    })
    instances.push(await startTestApp({ database }))
  }
  return {
    postgres,
    instances,
    async stop(): Promise<void> {
      await Promise.all(instances.map((instance) => instance.close()))
      await postgres.stop()
    },
  }
}

/** Makes one instance read and write. @returns whether both succeeded. */
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

/**
 * Keeps sending requests, without waiting for earlier responses, until one succeeds.
 * @returns the milliseconds until then.
 */
export async function untilServed(instance: TestApp): Promise<number> {
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
 * Disrupts PostgreSQL while people keep using every instance, and measures the recovery afterwards.
 * @param trouble ends when PostgreSQL is healthy again.
 */
export async function recovery({ instances }: Cluster, trouble: () => Promise<void>): Promise<number[]> {
  expect(await Promise.all(instances.map(serves))).toEqual([true, true, true])
  const people = setInterval(() => instances.forEach((instance) => void serves(instance)), 1000)
  try {
    await trouble()
  } finally {
    clearInterval(people)
  }
  return Promise.all(instances.map(untilServed))
}

export const everyOneInTime = (times: number[]) =>
  expect(times.filter((time) => time > SERVES_WITHIN)).toEqual([])

/**
 * Makes every instance open as many connections as it may. Reads wait for a lock only for a limited time: if
 * they end before all connections are open, it tries again.
 */
export const fillPools = ({ postgres, instances }: Cluster): Promise<void> =>
  eventually(() =>
    withPostgres(postgres.url, async (holder) => {
      await holder.query('begin; lock table settings in access exclusive mode')
      let ended = false
      const reads = instances.flatMap(({ app: { database } }) =>
        Array.from(
          { length: INSTANCE_CONNECTIONS },
          async () => void (await database.read.select().from(database.tables.settings)),
        ),
      )
      const answers = Promise.allSettled(reads).finally(() => (ended = true))
      const waiting = "select pid from pg_stat_activity where wait_event_type = 'Lock'"
      // On another connection, because one transaction always sees the same connections.
      while (!ended && (await askPostgres(postgres.url, waiting)).length < reads.length) await sleep(50)
      await holder.query('rollback')
      expect((await answers).filter(({ status }) => status === 'rejected')).toEqual([])
    }),
  )

/** Processes that serve a connection. */
export async function connectionProcesses({ postgres }: Cluster): Promise<number[]> {
  const rows = await askPostgres(
    postgres.url,
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  return rows.map(({ pid }) => Number(pid))
}
