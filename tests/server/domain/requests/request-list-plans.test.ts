import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRequestsQuery, type ListRequestsQuery } from '#contract/requests'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { fillLarge } from '#scripts/lib/large-data'
import { openTestPostgres, openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { explainReads, type Explained } from '#tests/support/query-plans'
import { requestsOver } from './requests.fixture'

/** More than a page. */
const SIZES = { books: 600, users: 20, requests: 400, releases: 400, timeline: 50, deliveries: 50 }

const admin: CurrentUser = { id: 'user-0000', username: 'reader 0', role: 'admin', root: false }

const SORTS = ['date', 'title', 'author', 'release', 'requesters'] as const
const CHOICES: Record<string, string>[] = [
  {},
  { status: 'available' },
  { status: 'waiting_for_approval' },
  { filter: 'not_downloaded' },
  { filter: 'with_releases' },
]

const query = (options: Record<string, string>): ListRequestsQuery =>
  listRequestsQuery.parse({ limit: '50', ...options })

const BIG = '(audiobooks|requests|fulfilments|release_searches)'
const READS_ALL = new RegExp(`SCAN ${BIG}(?! USING)|Seq Scan on ${BIG}\\b`)
/** Also where it only sorts those that are equal by what comes first: that costs as much for every row. */
const SORTS_ALL = /USE TEMP B-TREE FOR .*ORDER BY|^(?:-> +)?(?:Incremental )?Sort {2}/

/** Steps that read all of a big table, or put more than a page in order. */
function costly({ sql, steps }: Explained): string[] {
  const isOfOnePage = sql.includes('"asin" in (')
  const sorts = isOfOnePage ? [] : steps.filter((step) => SORTS_ALL.test(step))
  return [...sorts, ...steps.filter((step) => READS_ALL.test(step))]
}

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('pages of many requests (%s)', (_name, open) => {
  let opened: OpenDatabase
  let requests: ReturnType<typeof requestsOver>['requests']

  beforeAll(async () => {
    opened = await open()
    await fillLarge(opened.database, SIZES)
    requests = requestsOver(opened.database).requests
  })
  afterAll(() => opened.remove())

  describe.each(CHOICES)('of those with %o', (choice) => {
    it.each(SORTS)('are read by an index, by %s', async (sort) => {
      for (const order of ['asc', 'desc']) {
        await expectIndexes(() => requests.list(admin, query({ sort, order, ...choice })))
      }
    })
  })

  it('are counted by an index', () => expectIndexes(() => requests.counts(admin)))

  async function expectIndexes(work: () => Promise<unknown>) {
    const explained = await explainReads(opened.database, work)
    expect(explained.length).toBeGreaterThan(0)
    for (const query of explained) {
      expect(costly(query), `${query.sql}\n${query.steps.join('\n')}`).toEqual([])
    }
  }
})
