import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { createAuditRepository } from '#server/domain/audit/audit.repository'
import { MAX_ENTRIES } from '#contract/lists'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { createCalendarRepository } from '#server/domain/follow/calendar.repository'
import { createInboxRepository } from '#server/domain/follow/inbox.repository'
import { createListsRepository } from '#server/domain/lists/lists.repository'
import { createRequesters } from '#server/domain/requests/requesters.repository'
import { bulkInsert } from '#scripts/lib/bulk-insert'
import { recordReads } from '#scripts/lib/recorded-reads'
import { addRootRows, LONG_LIST_ID } from '#scripts/lib/root-rows'
import { missedIn, renderSheet } from '#scripts/lib/sheet'
import { onEachDatabase } from '#tests/support/databases'
import { askPostgres } from '#tests/support/postgres-query'
import { startEmbeddedPostgres } from '#tests/support/postgres-server'

const AT = new Date('2026-11-23T05:06:07.890Z')

onEachDatabase('rows put in as one text', (database) => {
  it('equal those inserted by statements with a parameter for each value', async () => {
    const { tables, write, read } = database()
    const row = (asin: string): typeof tables.audiobooks.$inferInsert => ({
      asin,
      region: 'us',
      title: '“The Tide”, 100 % \\ É',
      subtitle: null,
      authors: ['Ada Moor', "O'Hale"],
      narrators: [],
      series: [{ title: 'Saga', position: '1.5' }],
      runtimeMin: 301,
      ...{ searchText: 'the tide', titleKey: 'tide', authorKey: 'moor' },
      createdAt: AT,
      updatedAt: AT,
    })
    await bulkInsert(database(), tables.audiobooks, 1, () => row('B000000001'))
    await write((within) => within.insert(tables.audiobooks).values(row('B000000002')))
    const { audiobooks } = tables
    const [one, other] = await read.select().from(audiobooks).orderBy(asc(audiobooks.asin))
    expect({ ...one, number: null, asin: '' }).toEqual({ ...other, number: null, asin: '' })
  })

  it('contain booleans, times and the table’s defaults for omitted columns', async () => {
    const { tables, write, read } = database()
    const row = (id: string) => ({
      ...{ id, username: id, usernameKey: id, role: 'trusted' as const, root: false },
      ...{ createdAt: AT, updatedAt: AT },
    })
    await bulkInsert(database(), tables.users, 1, () => row('one'))
    await write((within) => within.insert(tables.users).values(row('other')))
    const same = { id: '', username: '', usernameKey: '' }
    const [one] = await read.select().from(tables.users).where(eq(tables.users.id, 'one'))
    const [other] = await read.select().from(tables.users).where(eq(tables.users.id, 'other'))
    expect({ ...one, ...same }).toEqual({ ...other, ...same })
  })

  it('may be more than fit into one transaction', async () => {
    const { tables, read } = database()
    await bulkInsert(database(), tables.auditEntries, 5001, (at) => ({
      id: String(at),
      kind: 'signed_in',
      actor: 'reader',
      at: AT,
    }))
    expect(await read.$count(tables.auditEntries)).toBe(5001)
  })

  it('are queried with values, which a driver alone can execute', async () => {
    const page = { limit: 7, offset: 3 }
    for (const list of [
      () => createUsersRepository({ database: database() }).list(page),
      () => createAuditRepository({ database: database() }).list({ ...page, kind: 'signed_in' }),
    ]) {
      const recorded = await recordReads(database(), list)
      expect(recorded.some(({ values }) => values.includes(7))).toBe(true)
      for (const { sql, values } of recorded) {
        expect(sql.match(/\?|\$\d+/g) ?? []).toHaveLength(values.length)
      }
    }
  })
})

it('a stored PostgreSQL cluster starts again, as often as needed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'earmark-kept-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const first = await startEmbeddedPostgres()
  await askPostgres(first.url, 'create table kept as select 7 as number')
  const kept = join(directory, 'cluster')
  await first.keep(kept)
  for (let time = 0; time < 2; time++) {
    const copy = await startEmbeddedPostgres({ kept, settings: ['fsync=on'] })
    onTestFinished(() => copy.stop())
    expect(await askPostgres(copy.url, 'select number from kept')).toEqual([{ number: 7 }])
    expect(await askPostgres(copy.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    await askPostgres(copy.url, 'delete from kept')
  }
})

describe('a sheet of measurements', () => {
  const sheet = {
    title: 'Lists',
    text: 'Milliseconds.',
    columns: ['p99', 'processor'],
    rows: [
      {
        name: 'Users',
        cells: [
          { value: 51, below: 50 },
          { value: 1.234, below: 10 },
        ],
      },
      { name: 'Audit log', cells: [{ value: 12.34 }, null] },
    ],
  }

  it('is a table that shows what was missed', () => {
    expect(renderSheet(sheet).split('\n').slice(4)).toEqual([
      '|  | p99 | processor |',
      '| --- | --- | --- |',
      '| Users | **51.0**, not < 50 | 1.23 < 10 |',
      '| Audit log | 12.3 |  |',
    ])
    expect(missedIn(sheet)).toBe(1)
  })
})

onEachDatabase('what root has on a server that is measured', (database) => {
  it('is a long list that is matched to its end, an inbox, and follows with books that come out', async () => {
    await database().write((within) =>
      within.insert(database().tables.users).values({
        ...{ id: 'root', username: 'root', usernameKey: 'root', role: 'admin', root: true },
        ...{ createdAt: AT, updatedAt: AT },
      }),
    )
    await addRootRows(database())
    const counts = await createListsRepository({ database: database() }).counts({ userId: 'root' })
    expect(counts.get(LONG_LIST_ID)).toMatchObject({
      total: MAX_ENTRIES,
      by_state: { waiting: 0, sure: 1800, check: 200 },
      selected: 1800,
    })
    const inbox = await createInboxRepository({ database: database() }).list('root', { limit: 50, offset: 0 })
    expect(inbox.total).toBe(5000)
    const books = { repository: createBooksRepository({ database: database() }) }
    const requesters = createRequesters({ database: database() })
    const calendar = createCalendarRepository({ database: database(), books, requesters })
    const from = new Date().toISOString().slice(0, 10)
    const coming = await calendar.listUpcoming('root', { from, limit: 2000 })
    expect(coming.length).toBe(1000)
  })
})
