import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { openPostgres } from '#server/db/postgres'
import { startTestApp, type TestApp } from '#tests/support/app'
import { eventually } from '#tests/support/eventually'
import { UNTIL_TRUE_MS } from '#tests/support/limits'
import { askPostgres, withPostgres } from '#tests/support/postgres-query'
import { startEmbeddedPostgres } from '#tests/support/postgres-server'

/**
 * The required recovery time, in milliseconds after PostgreSQL is healthy again: shorter than the product's limits for
 * connections and queries, so that it tells whether anyone had to wait for one of them.
 */
const SERVES_WITHIN = 5000
/** Milliseconds of recovery time that a round of requests counts for, however long it takes. */
const ROUND = 500
/** Connections of one instance for queries. */
export const INSTANCE_CONNECTIONS = 10
/** For all instances, including frozen connections and their replacements. */
const CONNECTIONS = 90

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/**
 * Starts three instances over one PostgreSQL that tests may disrupt.
 * @param between starts something that the instances connect to instead, with the port of PostgreSQL; returns its port.
 */
export async function startCluster(between = async (port: number) => port) {
  const postgres = await startEmbeddedPostgres({ settings: [`max_connections=${CONNECTIONS}`] })
  const { hostname, port: direct } = new URL(postgres.url)
  const port = await between(Number(direct))
  const address = { host: hostname, port, database: 'postgres', user: 'postgres', password: '' }
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
export async function serves({ app, fetch: call }: TestApp): Promise<boolean> {
  const { settings } = app.database.tables
  const signal = AbortSignal.timeout(UNTIL_TRUE_MS)
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
 * Keeps sending requests, without waiting for earlier responses, until one succeeds. Time is counted in rounds: each
 * lasts until a new connection of someone else has been answered too, so that on a slow machine the instance's work and
 * the time it is allowed slow down together.
 * @returns the milliseconds until then, or a limit that none may reach.
 */
async function untilServed({ postgres }: Cluster, instance: TestApp): Promise<number> {
  let served = false
  for (let rounds = 0; ; rounds += 1) {
    void serves(instance).then((well) => (served ||= well))
    await Promise.all([sleep(ROUND), askPostgres(postgres.url, 'select 1')])
    if (served || rounds * ROUND >= UNTIL_TRUE_MS) return rounds * ROUND
  }
}

/**
 * Disrupts PostgreSQL while people keep using every instance, and measures the recovery afterwards.
 * @param trouble ends when PostgreSQL is healthy again.
 */
export async function recovery(cluster: Cluster, trouble: () => Promise<void>): Promise<number[]> {
  const { instances } = cluster
  expect(await Promise.all(instances.map(serves))).toEqual([true, true, true])
  const people = setInterval(() => instances.forEach((instance) => void serves(instance)), 1000)
  try {
    await trouble()
  } finally {
    clearInterval(people)
  }
  return allServed(cluster)
}

/** @returns the milliseconds until each instance serves. */
export const allServed = (cluster: Cluster): Promise<number[]> =>
  Promise.all(cluster.instances.map((instance) => untilServed(cluster, instance)))

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
