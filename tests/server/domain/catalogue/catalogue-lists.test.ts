import { describe, expect, it } from 'vitest'
import { createCatalogueLists } from '#server/domain/catalogue/catalogue-lists'
import { catalogueUnreachable } from '#server/domain/catalogue/catalogue.errors'
import type { CatalogueBook, CatalogueListsDriver } from '#server/domain/catalogue/catalogue.types'
import { createCatalogueCache } from '#server/domain/catalogue/drivers/catalogue-cache'
import { createGate } from '#tests/support/gate'
import { catalogueBook, standingClock } from '#tests/support/records'

const HOUR = 60 * 60_000
const BESTSELLERS = { region: 'us', sort: 'bestsellers', page: 0 } as const

function setUp() {
  const clock = standingClock()
  const remembered: CatalogueBook[] = []
  let queries = 0
  let answer: () => Promise<CatalogueBook[]> = async () => [catalogueBook({ title: `Of answer ${queries}` })]
  const driver: CatalogueListsDriver = {
    list() {
      queries++
      return answer()
    },
    similar: () => answer(),
    categories: () => Promise.resolve([{ id: '18', name: 'History' }]),
  }
  const lists = createCatalogueLists({
    driver,
    cache: createCatalogueCache(),
    clock: clock.read,
    remember: async (books) => void remembered.push(...books),
  })
  return {
    lists,
    clock,
    remembered,
    queries: () => queries,
    answerWith: (next: () => Promise<CatalogueBook[]>) => (answer = next),
    titles: async () => (await lists.list(BESTSELLERS)).map(({ title }) => title),
  }
}

describe('a list of the catalogue', () => {
  it('is fetched once in hours, and its books are cached', async () => {
    const { titles, queries, clock, remembered } = setUp()
    await titles()
    clock.advance(5 * HOUR)
    expect(await titles()).toEqual(['Of answer 1'])
    expect(queries()).toBe(1)
    expect(remembered.map(({ asin }) => asin)).toEqual([catalogueBook().asin])
  })

  it('is served at once when stale, and refreshed for the next caller', async () => {
    const { titles, clock, answerWith } = setUp()
    await titles()
    clock.advance(7 * HOUR)
    const gate = createGate()
    answerWith(async () => {
      await gate.pass()
      return [catalogueBook({ title: 'Newer' })]
    })
    expect(await titles()).toEqual(['Of answer 1'])
    gate.open()
    await expect.poll(titles).toEqual(['Newer'])
  })

  it('is served however stale while the catalogue is down', async () => {
    const { titles, clock, answerWith } = setUp()
    await titles()
    clock.advance(300 * HOUR)
    answerWith(() => Promise.reject(catalogueUnreachable()))
    expect(await titles()).toEqual(['Of answer 1'])
  })

  it('that failed a moment ago is not fetched again for every caller', async () => {
    const { titles, queries, clock, answerWith } = setUp()
    answerWith(() => Promise.reject(catalogueUnreachable()))
    await expect(titles()).rejects.toMatchObject({ code: 'catalogue_unreachable' })
    await expect(titles()).rejects.toMatchObject({ code: 'catalogue_unreachable' })
    expect(queries()).toBe(1)
    clock.advance(6000)
    answerWith(async () => [])
    expect(await titles()).toEqual([])
  })

  it('is cached by category, author and narrator', async () => {
    const { lists, queries } = setUp()
    await lists.list({ ...BESTSELLERS, of: { author: 'Ada Moor' } })
    await lists.list({ ...BESTSELLERS, of: { narrator: 'Ada Moor' } })
    await lists.list({ ...BESTSELLERS, of: { category: '18' } })
    expect(queries()).toBe(3)
  })
})
