import { describe, expect, it } from 'vitest'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { searchWords } from '#server/domain/search-text.rules'
import { postgresBefore, sqliteBefore } from '#tests/support/former-database'

/** What a former version stored for searches: all texts folded and concatenated. */
const STORED: [asin: string, text: string, searches: string[]][] = [
  ['B000000001', 'uber land  ada moor b000000001', ['über', 'Ada M']],
  ['B000000002', '硝子の城  ada moor', ['硝子', 'の城', 'の城 moor']],
  ['B000000003', `c++ ${'x'.repeat(3000)}`, ['C++', 'x'.repeat(3000), 'xx']],
  ['B000000004', 'a day that nobody wants', []],
]

describe.each([
  ['SQLite', sqliteBefore],
  ['PostgreSQL', postgresBefore],
])('Books that a former version stored (%s)', (_name, make) => {
  it('are found by their words, if people want them', async () => {
    const former = await make('_word-index')
    const rows = STORED.flatMap(([asin, text]) => [
      `insert into audiobooks (asin, region, title, authors, narrators, series, search_text, title_key, author_key, created_at, updated_at)
       values ('${asin}', 'us', 'Old', '[]', '[]', '[]', '${text}', '', '', ${former.time}, ${former.time})`,
      `insert into requests (id, asin, user_id, status, created_at, updated_at)
       values ('${asin}', '${asin}', 'u', 'approved', ${former.time}, ${former.time})`,
    ])
    await former.execute([
      `insert into users (id, username, username_key, role, root, created_at, updated_at)
       values ('u', 'Uma', 'uma', 'trusted', 1 = 0, ${former.time}, ${former.time})`,
      ...rows,
      `delete from requests where asin = 'B000000004'`,
    ])
    const database = await former.open()
    const { audiobooks } = database.tables
    const { haveWords } = createBooksRepository({ database })
    const find = async (text: string) => {
      const found = database.read.select({ asin: audiobooks.asin }).from(audiobooks)
      return (await found.where(haveWords(searchWords(text)))).map(({ asin }) => asin)
    }
    for (const [asin, , searches] of STORED.slice(0, 3)) {
      for (const search of searches) expect(await find(search), search).toContain(asin)
    }
    expect(await find('day')).toEqual([])
  })
})
