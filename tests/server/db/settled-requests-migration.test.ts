import { describe, expect, it } from 'vitest'
import { postgresBefore, sqliteBefore } from '#tests/support/former-database'

const BOOKS = ['there', 'lost', 'awaited'] as const

describe.each([
  ['SQLite', sqliteBefore],
  ['PostgreSQL', postgresBefore],
])('Requests that an earlier version let wait (%s)', (_name, make) => {
  it('are settled if the book is there, and only then', async () => {
    const former = await make('_settled-requests')
    const state = (book: string) => (book === 'awaited' ? 'waiting' : 'available')
    const rows = BOOKS.flatMap((book) => [
      `insert into audiobooks (asin, region, title, authors, narrators, series, search_text, title_key, author_key, created_at, updated_at)
       values ('${book}', 'us', 'Old', '[]', '[]', '[]', '', '', '', ${former.time}, ${former.time})`,
      `insert into fulfilments (asin, state, left_library, created_at, updated_at)
       values ('${book}', '${state(book)}', 1 = ${book === 'lost' ? 1 : 0}, ${former.time}, ${former.time})`,
      ...['pending', 'approved', 'declined'].map(
        (status) => `insert into requests (id, asin, user_id, status, created_at, updated_at)
         values ('${book} ${status}', '${book}', '${status}', '${status}', ${former.time}, ${former.time})`,
      ),
    ])
    const people = ['pending', 'approved', 'declined'].map(
      (name) => `insert into users (id, username, username_key, role, root, created_at, updated_at)
       values ('${name}', '${name}', '${name}', 'untrusted', 1 = 0, ${former.time}, ${former.time})`,
    )
    await former.execute([...people, ...rows])
    const database = await former.open()
    const { requests, audiobooks } = database.tables
    const stored = await database.read.select().from(requests)
    const changed = stored.filter(({ userId, status }) => userId !== status)
    expect(changed.map(({ id, status }) => [id, status])).toEqual([['there pending', 'approved']])
    expect(stored.filter(({ settled }) => settled).map(({ id }) => id)).toEqual(['there pending'])
    const counted = await database.read
      .select({ asin: audiobooks.asin, pending: audiobooks.pending })
      .from(audiobooks)
    expect(Object.fromEntries(counted.map(({ asin, pending }) => [asin, pending]))).toEqual({
      ...{ there: 0, lost: 1, awaited: 1 },
    })
  })
})
