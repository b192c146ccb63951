import { describe, expect, it } from 'vitest'
import { catalogueUnreachable } from '#server/domain/catalogue/catalogue.errors'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { SearchQuestion } from '#server/domain/catalogue/catalogue.service'
import { createSearchRegions } from '#server/domain/catalogue/search-regions'
import { createEditions } from '#server/domain/editions/editions.service'
import { catalogueBook, standingClock } from '#tests/support/records'

const READER = { id: 'tess', username: 'tess', role: 'untrusted', root: false } as const
const SALTMARSH = [{ title: 'Saltmarsh', position: '1' }]

function setUp(current: CatalogueBook, find: (question: SearchQuestion) => CatalogueBook[]) {
  const clock = standingClock()
  const queries: SearchQuestion[] = []
  const shown: unknown[] = []
  const catalogue = {
    async search(question: SearchQuestion) {
      queries.push(question)
      return { books: find(question), more: false, total: null, stale: null }
    },
  }
  const editions = createEditions({
    catalogue: { searchRegions: createSearchRegions({ catalogue, clock: clock.read }) },
    books: {
      factsOf: async () => current,
      present: async (_, books) => {
        shown.push(...books)
        return []
      },
    },
  })
  const found = async () => {
    shown.length = 0
    const { missing_regions } = await editions.of(READER, current.asin)
    return { shown, missing_regions }
  }
  return { clock, queries, editions, found }
}

describe('editions', () => {
  it('are searched by title and by series, in the regions with different titles', async () => {
    const book = catalogueBook({ title: 'The Hollow Tide (Unabridged)', series: SALTMARSH })
    const { queries, found } = setUp(book, () => [])
    await found()
    expect(queries.map(({ region, query }) => `${region}: ${query}`).toSorted()).toEqual([
      'uk: Ada Moor Saltmarsh',
      'uk: The Hollow Tide Ada Moor',
      'us: Ada Moor Saltmarsh',
      'us: The Hollow Tide Ada Moor',
    ])
  })

  it('are each listed once: as stored, or else as in one’s own region', async () => {
    const book = catalogueBook({ subtitle: 'As it is kept' })
    const foreign = catalogueBook({ asin: 'B000000002', region: 'uk' })
    const { found } = setUp(book, ({ region = 'us' }) => [
      catalogueBook({ region }),
      catalogueBook({ asin: 'B000000002', region }),
      ...(region === 'uk' ? [{ ...foreign, asin: 'B000000003' }] : []),
      catalogueBook({ asin: 'B000000004', title: 'Another book' }),
    ])
    expect((await found()).shown).toEqual([
      book,
      catalogueBook({ asin: 'B000000002', region: 'us' }),
      { ...foreign, asin: 'B000000003' },
    ])
  })

  it('name the regions that failed, which are not asked again for a moment', async () => {
    const book = catalogueBook()
    let isDown = true
    const { queries, clock, found } = setUp(book, ({ region }) => {
      if (region === 'uk' && isDown) throw catalogueUnreachable()
      return []
    })
    expect(await found()).toEqual({ shown: [book], missing_regions: ['uk'] })
    isDown = false
    expect((await found()).missing_regions).toEqual(['uk'])
    expect(queries.filter(({ region }) => region === 'uk')).toHaveLength(1)
    clock.advance(5000)
    expect((await found()).missing_regions).toEqual([])
  })

  it('are unknown while no region can be asked, and an error is no answer', async () => {
    const { editions } = setUp(catalogueBook(), () => {
      throw catalogueUnreachable()
    })
    await expect(editions.of(READER, 'B000000001')).rejects.toMatchObject({ code: 'catalogue_unreachable' })
    const broken = setUp(catalogueBook(), () => {
      throw new TypeError('a mistake')
    })
    await expect(broken.found()).rejects.toThrow('a mistake')
  })

  it('are not searched if the author is unknown, or it was requested by hand', async () => {
    const book = catalogueBook({ authors: [] })
    const { queries, editions, found } = setUp(book, () => [])
    expect((await found()).shown).toEqual([book])
    expect(await editions.of(READER, 'H000000001')).toEqual({ editions: [], missing_regions: [] })
    expect(queries).toEqual([])
  })
})
