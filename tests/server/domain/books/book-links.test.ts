import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { onEachDatabase } from '#tests/support/databases'
import { catalogueBook } from '#tests/support/records'

const NOW = new Date('2026-06-01T12:00:00Z')
const ROADS = { title: 'The Salt Roads', asin: 'B0SERIES01' }

onEachDatabase('the series and people of stored books', (database) => {
  const books = () => createBooksRepository({ database: database() })
  const store = (facts: Parameters<typeof catalogueBook>[0]) =>
    database().write((within) => books().store(within, catalogueBook(facts), NOW))
  const inSeries = async () =>
    (await books().ofSeries({ region: 'us', asin: ROADS.asin })).map(({ asin }) => asin)
  const by = async (name: string, role: 'author' | 'narrator' = 'author') =>
    (await books().byPerson({ name, role, limit: 10 })).map(({ asin }) => asin)

  it('are found in the order of the series, unnumbered books last', async () => {
    await store({ asin: 'B000000001', series: [{ ...ROADS, position: '10' }] })
    await store({ asin: 'B000000002', series: [{ ...ROADS, position: null }] })
    await store({ asin: 'B000000003', series: [{ ...ROADS, position: '2' }] })
    await store({
      asin: 'B000000004',
      series: [
        { title: 'Another', position: '1', asin: 'B0SERIES02' },
        { ...ROADS, position: '0.5' },
      ],
    })
    expect(await inSeries()).toEqual(['B000000004', 'B000000003', 'B000000001', 'B000000002'])
  })

  it('follow the latest facts of a book', async () => {
    await store({ series: [{ ...ROADS, position: '1' }], authors: ['Ada Moor'], narrators: ['Ben Hale'] })
    await store({ series: [], authors: ['Ada Moor', 'Carla Ito'], narrators: [] })
    expect(await inSeries()).toEqual([])
    expect(await by('ada moor')).toEqual(['B000000001'])
    expect(await by('Carla Ito')).toEqual(['B000000001'])
    expect(await by('Ben Hale', 'narrator')).toEqual([])
  })

  it('distinguish who wrote a book from who reads it, newest first', async () => {
    await store({ asin: 'B000000001', authors: ['Ada Moor'], releaseDate: '2019-01-01' })
    await store({ asin: 'B000000002', authors: ['Ben Hale'], narrators: ['Ada Moor'] })
    await store({ asin: 'B000000003', authors: ['Ada Moor'], releaseDate: '2024-01-01' })
    expect(await by('Ada Moor')).toEqual(['B000000003', 'B000000001'])
    expect(await by('Ada Moor', 'narrator')).toEqual(['B000000002'])
  })

  it('are stored for books requested by hand, and shown to no one else', async () => {
    const { bookPeople, audiobooks } = database().tables
    const facts = {
      ...{ title: 'Found', subtitle: null, releaseDate: null, info: null },
      ...{ authors: ['Ada Moor'], narrators: [] },
    }
    const book = { asin: 'MAN0000001', region: 'us' as const, writer: 'tess', facts, now: NOW }
    await database().write((within) => books().insertHandMade(within, book))
    await database().write((within) =>
      books().updateHandMade(within, book.asin, { ...facts, authors: ['Carla Ito'] }, null),
    )
    const rows = await database().read.select({ person: bookPeople.personId }).from(bookPeople)
    expect(rows).toEqual([{ person: 'carla ito' }])
    expect(await by('Carla Ito')).toEqual([])
    await database().write((within) => within.delete(audiobooks).where(eq(audiobooks.asin, book.asin)))
    expect(await database().read.select().from(bookPeople)).toEqual([])
  })

  it('of books stored by a former version are linked a hundred at a time', async () => {
    const { audiobooks, bookPeople, bookSeries, series } = database().tables
    const rows = Array.from({ length: 150 }, (_, at) => ({
      ...{ asin: `B${String(at).padStart(9, '0')}`, region: 'us' as const, title: `Book ${at}` },
      ...{ authors: ['Ada Moor'], narrators: ['Ben Hale'] },
      series: [{ title: 'The Salt Roads', position: String(at) }],
      ...{ searchText: '', titleKey: '', authorKey: '', createdAt: NOW, updatedAt: NOW },
    }))
    await database().write((within) => within.insert(audiobooks).values(rows))
    expect(await books().linkSome()).toBe(true)
    expect(await database().read.select().from(bookSeries)).toHaveLength(100)
    expect(await books().linkSome()).toBe(false)
    expect(await books().linkSome()).toBe(false)
    expect(await database().read.select().from(bookPeople)).toHaveLength(300)
    const [second] = await database()
      .read.select({ asin: bookSeries.asin, place: bookSeries.place, title: series.title })
      .from(bookSeries)
      .innerJoin(series, eq(series.id, bookSeries.seriesId))
      .orderBy(asc(bookSeries.place))
      .offset(1)
      .limit(1)
    expect(second).toEqual({ asin: 'B000000001', place: 1000, title: 'The Salt Roads' })
  })
})
