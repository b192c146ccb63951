import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually'
import { askPostgres } from '#tests/support/postgres-query'
import {
  allServed,
  connectionProcesses,
  everyOneInTime,
  fillPools,
  INSTANCE_CONNECTIONS,
  recovery,
  serves,
  startCluster,
  type Cluster,
} from '#tests/support/postgres-cluster'

const endAll = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earmark'"

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

describe('three instances over one PostgreSQL all serve again within 5 s of its recovery', () => {
  it('after every connection was closed', async () => {
    const { postgres } = cluster
    everyOneInTime(await recovery(cluster, async () => void (await askPostgres(postgres.url, endAll))))
  })

  it('after it was restarted', async () => {
    everyOneInTime(await recovery(cluster, () => cluster.postgres.restart()))
  })

  it('after others had used up its connections', async () => {
    const times = await recovery(cluster, async () => {
      const greedy: pg.Client[] = []
      for (let refused = 0; refused < 3;) {
        const client = new pg.Client(cluster.postgres.url)
        client.on('error', () => undefined)
        try {
          await client.connect()
          greedy.push(client)
          if (greedy.length === 3) await client.query(endAll)
        } catch {
          refused += 1
        }
      }
      const { instances } = cluster
      await eventually(async () =>
        expect(await Promise.all(instances.map(serves))).toEqual([false, false, false]),
      )
      await Promise.all(greedy.map((client) => client.end()))
    })
    everyOneInTime(times)
  })

  it('even while the processes of its former connections stay frozen', async () => {
    const { instances } = cluster
    await fillPools(cluster)
    const frozen = await connectionProcesses(cluster)
    expect(frozen.length).toBeGreaterThanOrEqual(instances.length * INSTANCE_CONNECTIONS)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      await allServed(cluster)
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    everyOneInTime(await allServed(cluster))
  })
})
