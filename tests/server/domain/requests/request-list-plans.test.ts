import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BULK_ACTIONS } from '#contract/bulk'
import { listRequestsQuery, type ListRequestsQuery } from '#contract/requests'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { filterOf } from '#server/domain/requests/request-filter.rules'
import {
  createSelectionRepository,
  type SelectionRepository,
} from '#server/domain/requests/selection.repository'
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
const WORD_INDEX = /SCAN book_words VIRTUAL TABLE INDEX \d+:M|Index Scan on audiobooks_words/
/** Includes sorting only rows that are equal in the first columns: that costs as much for every row. */
const SORTS_ALL = /USE TEMP B-TREE FOR .*ORDER BY|^(?:-> +)?(?:Incremental )?Sort {2}/

/** Steps that read a whole big table, or sort more than a page. */
function costly({ sql, steps }: Explained): string[] {
  const isOfOnePage = /"asin" (?:in \(select value from json_each|= any)\(/.test(sql)
  const sorts = isOfOnePage ? [] : steps.filter((step) => SORTS_ALL.test(step))
  return [...sorts, ...steps.filter((step) => READS_ALL.test(step))]
}

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('pages of many requests (%s)', (_name, open) => {
  let opened: OpenDatabase
  let requests: ReturnType<typeof requestsOver>['requests']
  let selection: SelectionRepository

  beforeAll(async () => {
    opened = await open()
    await fillLarge(opened.database, SIZES)
    const fixture = requestsOver(opened.database)
    requests = fixture.requests
    selection = createSelectionRepository({ database: opened.database, books: fixture.books })
  })
  afterAll(() => opened.remove())

  describe.each(CHOICES)('of those with %o', (choice) => {
    it.each(SORTS)('are read by an index, by %s', async (sort) => {
      for (const order of ['asc', 'desc']) {
        await expectIndexes(() => requests.list(admin, query({ sort, order, ...choice })))
      }
    })
  })

  describe('with two words', () => {
    const words = { q: 'winter saga' }

    it.each(SORTS)('are found by the index of words, by %s', async (sort) => {
      for (const choice of [{}, { status: 'available' }, { user: 'reader 7' }]) {
        await expectWordIndex(() => requests.list(admin, query({ sort, ...words, ...choice })))
      }
    })

    it('are found so among the requests of one person', () =>
      expectWordIndex(() => requests.list({ ...admin, role: 'trusted' }, query(words))))

    it('are counted by that index', () => expectWordIndex(() => requests.counts(admin, words)))
  })

  it('are counted by an index', () => expectIndexes(() => requests.counts(admin)))

  it.each(BULK_ACTIONS)('are found by an index for a step of a bulk change: %s', (action) =>
    expectIndexes(async () => {
      const from = { requestedAt: new Date(), asin: 'B000000300' }
      for (const choice of CHOICES) {
        const filter = filterOf(query(choice))
        await selection.chooseStep(filter, { action, from, limit: 100 })
        await selection.count(filter)
      }
    }),
  )

  /** The rows that match the words may be sorted; no other rows of the big tables are read. */
  async function expectWordIndex(work: () => Promise<unknown>) {
    const explained = await explainReads(opened.database, work)
    const choosing = explained.filter(({ sql }) => /book_words|words_of/.test(sql))
    expect(choosing.length).toBeGreaterThan(0)
    for (const { sql, steps } of explained) {
      const all = steps.filter((step) => READS_ALL.test(step))
      expect(all, `${sql}\n${steps.join('\n')}`).toEqual([])
    }
    for (const { steps } of choosing) expect(steps.join('\n')).toMatch(WORD_INDEX)
  }

  async function expectIndexes(work: () => Promise<unknown>) {
    const explained = await explainReads(opened.database, work)
    expect(explained.length).toBeGreaterThan(0)
    for (const query of explained) {
      expect(costly(query), `${query.sql}\n${query.steps.join('\n')}`).toEqual([])
    }
  }
})
