import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it, type TestContext } from 'vitest'
import { startPooler } from '#fakes/pooler'
import { withPostgres } from '#tests/support/postgres-query'
import {
  connectionProcesses,
  everyOneInTime,
  fillPools,
  recovery,
  startCluster,
} from '#tests/support/postgres-cluster'
import { startVanishingProxy } from '#tests/support/vanishing-proxy'

// Longer than the product's own limits, all of them real: 10 s for connecting and for a lock, 15 s for a query. Whether
// instances recover depends on how these meet.
const FROZEN = 20_000
const LOCKED = 25_000
// Longer than the silence after which instances look; shorter and longer than the limit for connecting.
const GONE = [4000, 13_000]
/** Reads of each instance that begin as the machine vanishes: more than it has connections. */
const CROWD = 40
/** Connections of a pooler to PostgreSQL, enough for all instances. */
const POOLER_CONNECTIONS = 40

async function startVanishingCluster({ onTestFinished }: TestContext, pooled: boolean) {
  let proxy: Awaited<ReturnType<typeof startVanishingProxy>> | undefined
  const cluster = await startCluster(async (port) => {
    const pooler = pooled ? await startPooler(port, { size: POOLER_CONNECTIONS }) : undefined
    const started = await startVanishingProxy(pooler?.port ?? port)
    onTestFinished(async () => {
      await started.close()
      await pooler?.close()
    })
    proxy = started
    return started.port
  })
  onTestFinished(cluster.stop)
  if (!proxy) throw new Error('There is no proxy')
  return { cluster, proxy }
}

/** Each test mostly waits, so they all wait at the same time, each on a separate PostgreSQL. */
describe.concurrent('three instances over one PostgreSQL all serve again within 5 s of its recovery', () => {
  it.for([
    ['the processes of its connections', false],
    ['all of its processes', true],
  ] as const)(`after %s were frozen for ${FROZEN / 1000} s`, async ([, all], { onTestFinished }) => {
    const cluster = await startCluster()
    onTestFinished(cluster.stop)
    const times = await recovery(cluster, async () => {
      const frozen = [...(await connectionProcesses(cluster)), ...(all ? [cluster.postgres.pid()] : [])]
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      try {
        await sleep(FROZEN)
      } finally {
        for (const pid of frozen) process.kill(pid, 'SIGCONT')
      }
    })
    everyOneInTime(times)
  })

  it(`after a table was locked for ${LOCKED / 1000} s`, async ({ onTestFinished }) => {
    const cluster = await startCluster()
    onTestFinished(cluster.stop)
    const times = await recovery(cluster, () =>
      withPostgres(cluster.postgres.url, async (holder) => {
        await holder.query('begin; lock table settings in access exclusive mode')
        await sleep(LOCKED)
        await holder.query('rollback')
      }),
    )
    everyOneInTime(times)
  })

  it.for(
    [false, true].flatMap((pooled) =>
      GONE.map((gone) => [pooled ? 'a pooler in front of it' : 'it', gone, pooled] as const),
    ),
  )('after all connections to %s fell silent under load, for %i ms', async ([, gone, pooled], context) => {
    const { cluster, proxy } = await startVanishingCluster(context, pooled)
    await fillPools(cluster)
    const times = await recovery(cluster, async () => {
      proxy.vanish()
      for (const { app } of cluster.instances) {
        const { read, tables } = app.database
        const ask = async () => read.select().from(tables.settings)
        for (let asked = 0; asked < CROWD; asked += 1) ask().catch(() => undefined)
      }
      await sleep(gone)
      proxy.appear()
    })
    everyOneInTime(times)
  })
})
