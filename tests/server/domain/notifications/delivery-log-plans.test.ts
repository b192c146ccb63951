import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDeliveriesQuery } from '#contract/deliveries'
import { createDeliveryLogRepository } from '#server/domain/notifications/delivery-log.repository'
import { fillLarge } from '#scripts/lib/large-data'
import { openTestPostgres, openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { explainReads } from '#tests/support/query-plans'

const SIZES = { books: 20, users: 10, requests: 20, releases: 20, timeline: 20, deliveries: 400 }
const READS_ALL = /SCAN deliveries(?! USING)|Seq Scan on deliveries\b/

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('the log of many deliveries (%s)', (_name, open) => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await open()
    await fillLarge(opened.database, SIZES)
  })
  afterAll(() => opened.remove())

  it.each([{}, { state: 'failed' }, { target: 'target-0005' }, { event: 'onSuccessfulDownload' }])(
    'is filtered, sorted and counted by an index: %o',
    async (choice) => {
      const log = createDeliveryLogRepository({ database: opened.database })
      const query = listDeliveriesQuery.parse({ limit: '50', offset: '10', ...choice })
      for (const owner of [null, 'user-0003']) {
        const explained = await explainReads(opened.database, () => log.list(owner, query))
        expect(explained).toHaveLength(2)
        for (const { sql, steps } of explained) {
          expect(
            steps.filter((step) => READS_ALL.test(step)),
            `${sql}\n${steps.join('\n')}`,
          ).toEqual([])
        }
      }
    },
  )

  it('shows only those of the server, or of one person', async () => {
    const log = createDeliveryLogRepository({ database: opened.database })
    const query = listDeliveriesQuery.parse({ limit: '200' })
    const ofServer = await log.list(null, query)
    const own = await log.list('user-0003', query)
    expect([ofServer.total, own.total]).toEqual([80, 40])
    expect(new Set(ofServer.deliveries.map(({ target }) => target.id))).toEqual(
      new Set(['target-0000', 'target-0005']),
    )
    expect(new Set(own.deliveries.map(({ target }) => target.id))).toEqual(new Set(['target-0003']))
  })
})
