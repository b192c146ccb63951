import { beforeEach, expect, it } from 'vitest'
import { handMadeBody } from '#contract/hand-made'
import type { RowKind } from '#contract/discover'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { catalogueUnreachable } from '#server/domain/catalogue/catalogue.errors'
import type { CatalogueBook, ListQuestion, SimilarQuestion } from '#server/domain/catalogue/catalogue.types'
import { createDiscoverFeature } from '#server/domain/discover/feature'
import { requestsOver } from '#tests/server/domain/requests/requests.fixture'
import { actor, createTestSettings } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { addUser, catalogueBook } from '#tests/support/records'

const asin = (at: number) => `B${String(at).padStart(9, '0')}`

onEachDatabase('recommendations', (database) => {
  let admin: CurrentUser
  let tess: CurrentUser
  let uma: CurrentUser
  let fixture: ReturnType<typeof requestsOver>
  /** The catalogue's lists, keyed by request. */
  let shelves: Map<string, CatalogueBook[]>
  let broken: Set<string>

  beforeEach(async () => {
    admin = await addUser(database(), 'Root', 'admin')
    tess = await addUser(database(), 'Tess', 'trusted')
    uma = await addUser(database(), 'Uma', 'untrusted')
    fixture = requestsOver(database())
    shelves = new Map()
    broken = new Set()
  })

  async function shelf(name: string): Promise<CatalogueBook[]> {
    if (broken.has(name)) throw catalogueUnreachable()
    return shelves.get(name) ?? []
  }

  function feature(added: CatalogueBook[] = []) {
    return createDiscoverFeature({
      database: database(),
      transaction: database().write,
      settings: createTestSettings(database()),
      audit: { record: () => Promise.resolve() },
      announce: () => undefined,
      books: fixture.books,
      catalogue: {
        lists: {
          list: ({ sort, of, page }: ListQuestion) =>
            shelf([sort, ...Object.values(of ?? {}), ...(page > 0 ? [page] : [])].join(' ')),
          similar: ({ asin: of, likeness }: SimilarQuestion) => shelf(`${likeness} ${of}`),
          async categories() {
            await shelf('categories')
            return [
              { id: '1', name: 'Crime' },
              { id: '2', name: 'History' },
            ]
          },
        },
      },
      library: { newestBooks: (_region, limit) => Promise.resolve(added.slice(0, limit)) },
      config: { defaultRegion: 'us' },
      clock: fixture.clock.read,
    })
  }
  const discover = (added?: CatalogueBook[]) => feature(added).discover

  async function request(user: CurrentUser, at: number, facts: Partial<CatalogueBook> = {}) {
    const book = fixture.publish({ asin: asin(at), title: `Book ${at}`, ...facts })
    await fixture.requests.create(user, book.asin)
    fixture.clock.advance(1000)
    return book
  }
  const found = async (user: CurrentUser, row: RowKind, limit = 20) =>
    (await discover().recommend(user, row, { limit })).map(({ book, reason }) => [
      book.title,
      reason?.text ?? null,
    ])
  const rowsOf = async (user: CurrentUser, added: CatalogueBook[] = []) =>
    (await discover(added).rows(user)).map(({ row, category }) =>
      category ? `${row} ${category.name}` : row,
    )

  it('for a person are the next of a series, the same people and similar books, with the reason', async () => {
    const own = await request(tess, 1, {
      title: 'Low Tide',
      narrators: ['Ben Hale'],
      series: [{ title: 'Tides', position: '1' }],
    })
    const tide = (at: string) =>
      catalogueBook({
        asin: asin(Number(at) + 10),
        title: `Tide ${at}`,
        series: [{ title: 'Tides', position: at }],
      })
    shelves.set(`next_in_series ${own.asin}`, [tide('2'), tide('3')])
    shelves.set('bestsellers Ada Moor', [catalogueBook({ asin: asin(20), title: 'Hers' })])
    shelves.set('bestsellers Ben Hale', [catalogueBook({ asin: asin(21), title: 'Read by him' })])
    shelves.set(`similar ${own.asin}`, [catalogueBook({ asin: asin(22), title: 'Alike' })])
    expect(await found(tess, 'user')).toEqual([
      ['Tide 2', 'Next in Tides'],
      ['Hers', 'More by Ada Moor'],
      ['Alike', 'Because you requested Low Tide'],
      ['Read by him', 'More narrated by Ben Hale'],
    ])
    expect(await found(tess, 'authors')).toEqual([['Hers', 'More by Ada Moor']])
    expect(await found(tess, 'narrators')).toEqual([['Read by him', 'More narrated by Ben Hale']])
    expect(await found(uma, 'user')).toEqual([])
  })

  it('leave out what anyone requested, and other editions of what one has requested', async () => {
    await request(tess, 1, { title: 'Low Tide' })
    await request(uma, 2, { title: 'Of others', authors: ['Ada Moor'] })
    shelves.set('bestsellers Ada Moor', [
      catalogueBook({ asin: asin(2), title: 'Of others' }),
      catalogueBook({ asin: asin(3), title: 'Low tide' }),
      catalogueBook({ asin: asin(4), title: 'New' }),
    ])
    expect(await found(tess, 'user')).toEqual([['New', 'More by Ada Moor']])
  })

  it('for a person omit what the catalogue fails to return, and fail if it returns nothing', async () => {
    const own = await request(tess, 1)
    shelves.set(`similar ${own.asin}`, [catalogueBook({ asin: asin(5), title: 'Alike' })])
    broken.add('bestsellers Ada Moor').add('bestsellers Ben Hale')
    expect(await found(tess, 'user')).toEqual([['Alike', 'Because you requested Book 1']])
    broken.add(`similar ${own.asin}`)
    await expect(found(tess, 'user')).rejects.toMatchObject({ code: 'catalogue_unreachable' })
    expect(await found(tess, 'recent')).toEqual([['Book 1', null]])
  })

  it('of popular books begin with those requested by the most people', async () => {
    await request(tess, 1)
    const both = await request(tess, 2)
    await request(tess, 3)
    await fixture.requests.create(uma, both.asin)
    expect(await found(uma, 'popular')).toEqual([
      ['Book 2', null],
      ['Book 3', null],
      ['Book 1', null],
    ])
    expect(await found(uma, 'popular', 1)).toEqual([['Book 2', null]])
  })

  it('of others’ requests hide the requesters, and anything declined or requested by hand', async () => {
    await request(tess, 1)
    const vera = await addUser(database(), 'Vera', 'untrusted')
    const declined = await request(vera, 2)
    await fixture.decisions.decline(admin, declined.asin, { reason: 'Not now' })
    await fixture.handMade.create(tess, handMadeBody.parse({ title: 'Songs', author: 'Ada Moor' }))
    for (const row of ['recent', 'popular'] as const) {
      const shown = await discover().recommend(uma, row, { limit: 20 })
      expect(shown.map(({ book }) => book.title)).toEqual(['Book 1'])
      expect(JSON.stringify(shown)).not.toMatch(/Tess|Vera/)
      expect(await found(admin, row)).toEqual([
        ['Songs', null],
        ['Book 1', null],
      ])
    }
  })

  it('of new books skip those only announced, within a few pages', async () => {
    const dated = (at: number, releaseDate: string) =>
      catalogueBook({ asin: asin(at), title: `Of ${releaseDate}`, releaseDate })
    shelves.set('newest', [dated(1, '2027-01-01'), dated(2, '2026-07-01')])
    shelves.set('newest 1', [dated(3, '2026-06-01')])
    shelves.set('newest 2', [dated(4, '2026-05-01')])
    shelves.set('newest 3', [dated(5, '2026-04-01')])
    expect((await found(tess, 'new_releases')).map(([title]) => title)).toEqual([
      'Of 2026-06-01',
      'Of 2026-05-01',
      'Of 2026-07-01',
      'Of 2027-01-01',
    ])
    expect(await found(tess, 'new_releases', 1)).toEqual([['Of 2026-06-01', 'New release']])
  })

  it('of all categories take from each in turn', async () => {
    shelves.set(
      'bestsellers 1',
      [1, 2].map((at) => catalogueBook({ asin: asin(at), title: `Crime ${at}` })),
    )
    shelves.set('bestsellers 2', [catalogueBook({ asin: asin(3), title: 'History 1' })])
    const shown = await discover().recommendOfCategories(tess, { limit: 20 })
    expect(shown.map(({ book, reason }) => [book.title, reason?.text])).toEqual([
      ['Crime 1', 'Bestseller in Crime'],
      ['History 1', 'Bestseller in History'],
      ['Crime 2', 'Bestseller in Crime'],
    ])
    broken.add('bestsellers 1')
    expect(await discover().recommendOfCategories(tess, { limit: 20 })).toHaveLength(1)
  })

  it('have the rows available for this person', async () => {
    const catalogue = ['bestsellers', 'new_releases', 'bestsellers Crime', 'bestsellers History']
    expect(await rowsOf(tess)).toEqual(catalogue)
    await request(tess, 1)
    expect(await rowsOf(tess)).toEqual(['user', 'popular', 'recent', ...catalogue])
    expect(await rowsOf(uma, [catalogueBook()])).toEqual(['popular', 'recent', 'added', ...catalogue])
    broken.add('categories')
    expect(await rowsOf(uma)).toEqual(['popular', 'recent', 'bestsellers', 'new_releases'])
  })

  it('have the rows that an administrator chose, without categories that the catalogue no longer has', async () => {
    const category = (id: string, name: string) => ({ id, name, region: 'us' as const })
    const rows = [
      { row: 'new_releases' as const, category: category('2', 'The Past') },
      { row: 'bestsellers' as const, category: category('9', 'Radio') },
      { row: 'popular' as const, category: null },
      { row: 'bestsellers' as const, category: category('1', 'Crime') },
    ]
    await feature().discoverSettings.put({ rows }, actor(admin))
    await request(tess, 1)
    expect(await rowsOf(tess)).toEqual(['new_releases History', 'popular', 'bestsellers Crime'])
    broken.add('categories')
    expect(await rowsOf(tess)).toEqual([
      'new_releases The Past',
      'bestsellers Radio',
      'popular',
      'bestsellers Crime',
    ])
    expect(await feature().discoverSettings.read()).toMatchObject({ rows })
    await feature().discoverSettings.put({ rows: null }, actor(admin))
    expect(await rowsOf(tess)).toEqual(['user', 'popular', 'recent', 'bestsellers', 'new_releases'])
  })
})
