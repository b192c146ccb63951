import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEPT_KINDS } from '#contract/storage'
import { fillLarge } from '#scripts/lib/large-data'
import { openTestPostgres, openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { explainReads } from '#tests/support/query-plans'
import { retentionOver } from './retention.fixture'

const SIZES = { books: 40, users: 10, requests: 40, releases: 400, timeline: 400, deliveries: 400 }
/** Steps that read whole tables, or sort more than the rows of one time. */
const READS_ALL =
  /^SCAN (?!\w+ USING (?:COVERING )?INDEX)|Seq Scan on (?!json_each)|USE TEMP B-TREE FOR ORDER|^->\s+Sort|^Sort\b/
const BEFORE = new Date('2020-01-01T00:00:00Z')

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('removing old rows (%s)', (_name, open) => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await open()
    await fillLarge(opened.database, SIZES)
  })
  afterAll(() => opened.remove())

  it.each(KEPT_KINDS)('finds those of %s by an index', async (kind) => {
    const { kept } = retentionOver(opened.database)
    const explained = await explainReads(opened.database, async () => {
      await kept[kind].findOldestOf(5)
      await kept[kind].removeSome(BEFORE, null)
      await kept[kind].removeSome(BEFORE, { at: new Date(0), id: '' })
    })
    expect(explained.length).toBeGreaterThanOrEqual(2)
    for (const { sql, steps } of explained) {
      const bad = steps.filter((step) => READS_ALL.test(step))
      expect(bad, `${sql}\n${steps.join('\n')}`).toEqual([])
    }
  })
})
