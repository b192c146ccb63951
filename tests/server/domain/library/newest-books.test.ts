import { expect, it } from 'vitest'
import {
  createLibraryItemsRepository,
  type WalkedItem,
} from '#server/domain/library/library-items.repository'
import { createNewestBooks } from '#server/domain/library/newest-books'
import { onEachDatabase } from '#tests/support/databases'

onEachDatabase('the newest books of the library', (database) => {
  const item = (id: string, asin: string | null, addedAt: Date | null = null): WalkedItem => ({
    id: `library/${id}`,
    addedAt,
    facts: {
      title: `Title ${id}`,
      subtitle: null,
      authors: ['Ada Moor'],
      narrators: [],
      series: [],
      asin,
      isbn: null,
      language: 'en',
      durationMin: 90,
      url: 'https://library.example/item',
    },
  })

  it('are those seen last, each once, if their ASIN is known', async () => {
    const items = createLibraryItemsRepository({ database: database() })
    const days = [
      [item('1', 'B000000001'), item('2', null)],
      [item('3', 'B000000003'), item('4', 'not an asin')],
      [item('5', 'B000000003')],
    ]
    for (const [at, seen] of days.entries()) {
      const now = new Date(Date.UTC(2026, 0, at + 1))
      await items.save({ connectionId: 'library', items: seen, keysOf: () => Promise.resolve([]), now })
    }
    const newest = createNewestBooks({ items })
    expect(await newest('de', 20)).toMatchObject([
      { asin: 'B000000003', title: 'Title 5', region: 'de', runtimeMin: 90 },
      { asin: 'B000000001', title: 'Title 1' },
    ])
    expect(await newest('de', 1)).toHaveLength(1)
  })

  it('are in the order in which the media server got them, though all are seen at once', async () => {
    const items = createLibraryItemsRepository({ database: database() })
    const day = (date: number) => new Date(Date.UTC(2025, 0, date))
    const save = (...seen: WalkedItem[]) =>
      items.save({ connectionId: 'library', items: seen, keysOf: () => Promise.resolve([]), now: day(20) })
    await save(item('1', 'B000000001', day(9)), item('2', 'B000000002', day(11)), item('3', 'B000000003'))
    const newest = async () => (await createNewestBooks({ items })('us', 20)).map(({ asin }) => asin)
    expect(await newest()).toEqual(['B000000003', 'B000000002', 'B000000001'])

    expect(await save(item('1', 'B000000001', day(12)), item('3', 'B000000003'))).toBe(1)
    expect(await newest()).toEqual(['B000000003', 'B000000001', 'B000000002'])
  })
})
