import { describe, expect, it } from 'vitest'
import { postgresBefore, sqliteBefore } from '#tests/support/former-database'

/** Of one book, in the order of their ids, all made at the same time. */
const REQUESTS = ['1 declined', '2 pending', '3 approved', '4 pending', '5 approved', '6 approved']

describe.each([
  ['SQLite', sqliteBefore],
  ['PostgreSQL', postgresBefore],
])('Requests that an earlier version stored (%s)', (_name, make) => {
  it('joined if an earlier one for the same book is approved', async () => {
    const former = await make('_joined-requests')
    const rowsOf = (book: string) => [
      `insert into audiobooks (asin, region, title, authors, narrators, series, search_text, title_key, author_key, created_at, updated_at)
       values ('${book}', 'us', 'Old', '[]', '[]', '[]', '', '', '', ${former.time}, ${former.time})`,
      ...REQUESTS.map(
        (id) => `insert into requests (id, asin, user_id, status, created_at, updated_at)
         values ('${book} ${id}', '${book}', '${id}', '${id.slice(2)}', ${former.time}, ${former.time})`,
      ),
    ]
    const people = REQUESTS.map(
      (name) => `insert into users (id, username, username_key, role, root, created_at, updated_at)
       values ('${name}', '${name}', '${name}', 'untrusted', 1 = 0, ${former.time}, ${former.time})`,
    )
    await former.execute([...people, ...rowsOf('a'), ...rowsOf('b')])
    const database = await former.open()
    const stored = await database.read.select().from(database.tables.requests)
    const joined = stored.filter((request) => request.joined).map(({ id }) => id)
    expect(joined.sort()).toEqual(['a 5 approved', 'a 6 approved', 'b 5 approved', 'b 6 approved'])
  })
})
