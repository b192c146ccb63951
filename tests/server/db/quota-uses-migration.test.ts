import { describe, expect, it } from 'vitest'
import { createQuotasRepository } from '#server/domain/requests/quotas.repository'
import { postgresBefore, sqliteBefore } from '#tests/support/former-database'

describe.each([
  ['SQLite', sqliteBefore],
  ['PostgreSQL', postgresBefore],
])('Requests that were made before there were quotas (%s)', (_name, make) => {
  it('count against them, unless they were declined', async () => {
    const former = await make('_limit-requests')
    const requests = [
      ['B000000001', 'pending'],
      ['B000000002', 'approved'],
      ['B000000003', 'declined'],
    ].flatMap(([asin, status]) => [
      `insert into audiobooks (asin, region, title, authors, narrators, series, search_text, title_key, author_key, created_at, updated_at)
       values ('${asin}', 'us', 'Old', '[]', '[]', '[]', '', '', '', ${former.time}, ${former.time})`,
      `insert into requests (id, asin, user_id, status, created_at, updated_at)
       values ('${asin}', '${asin}', 'u', '${status}', ${former.time}, ${former.time})`,
    ])
    await former.execute([
      `insert into users (id, username, username_key, role, root, created_at, updated_at)
       values ('u', 'Uma', 'uma', 'trusted', 1 = 0, ${former.time}, ${former.time})`,
      ...requests,
    ])
    const database = await former.open()
    const uses = createQuotasRepository({ database }).listUses('u', { since: new Date(0), limit: 5 })
    expect(await uses).toHaveLength(2)
    const stored = database.read.select({ asin: database.tables.quotaUses.asin })
    expect((await stored.from(database.tables.quotaUses)).map(({ asin }) => asin).toSorted()).toEqual([
      'B000000001',
      'B000000002',
    ])
  })
})
