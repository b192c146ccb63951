import { describe, expect, it } from 'vitest'
import { postgresBefore, sqliteBefore } from '#tests/support/former-database'

describe.each([
  ['SQLite', sqliteBefore],
  ['PostgreSQL', postgresBefore],
])('Schedules of earlier versions (%s)', (_name, make) => {
  it('stay as they were when their columns are renamed', async () => {
    const former = await make('_attempt-columns')
    await former.execute([
      `insert into users (id, username, username_key, role, root, created_at, updated_at)
       values ('u', 'Uma', 'uma', 'trusted', 1 = 0, ${former.time}, ${former.time})`,
      `insert into audiobooks (asin, region, title, authors, narrators, series, search_text, title_key, author_key, created_at, updated_at)
       values ('B000000001', 'us', 'Old', '[]', '[]', '[]', '', '', '', ${former.time}, ${former.time})`,
      `insert into fulfilments (asin, state, next_try_at, by_hand, created_at, updated_at)
       values ('B000000001', 'waiting', ${former.time}, 1 = 1, ${former.time}, ${former.time})`,
      `insert into lists (id, user_id, source, region, open, turn_at, next_try_at, created_at, updated_at)
       values ('l', 'u', 'csv', 'us', 1 = 1, ${former.time}, ${former.time}, ${former.time}, ${former.time})`,
    ])
    const { read, tables } = await former.open()
    const { fulfilments, lists } = tables
    const nextAttemptAt = expect.any(Date)
    expect(
      await read
        .select({ nextAttemptAt: fulfilments.nextAttemptAt, atOnce: fulfilments.atOnce })
        .from(fulfilments),
    ).toEqual([{ nextAttemptAt, atOnce: true }])
    expect(await read.select({ nextAttemptAt: lists.nextAttemptAt }).from(lists)).toEqual([{ nextAttemptAt }])
  })
})
