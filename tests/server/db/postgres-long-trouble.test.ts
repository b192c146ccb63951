import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it } from 'vitest'
import { withPostgres } from '#tests/support/postgres-query'
import { connectionProcesses, everyOneInTime, recovery, startCluster } from '#tests/support/postgres-cluster'

// Longer than the product's own limits, all of them real: 10 s for connecting and for a lock, 15 s for a query. Whether
// instances recover depends on how these meet.
const FROZEN = 20_000
const LOCKED = 25_000

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
})
