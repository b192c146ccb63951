import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { DEFAULT_DOWNLOAD_SETTINGS } from '#contract/download-settings'
import type { Region } from '#contract/common'
import { startCatalogueFake } from '#fakes/catalogue'
import type { CatalogueFake } from '#fakes/catalogue'
import { createCatalogueFeature } from '#server/domain/catalogue/feature'
import { createPublicRequest } from '#server/upstream/public-request'
import { rankReleases } from '#server/domain/ranking/ranking.rules'
import { silentLog, standingClock } from '#tests/support/records'
import { inputFor, release } from '#tests/server/domain/ranking/samples'

let fake: CatalogueFake
beforeAll(async () => {
  fake = await startCatalogueFake()
})
afterEach(() => {
  fake.received.length = 0
})
afterAll(() => fake.close())

function catalogueIn(defaultRegion: Region) {
  const clock = standingClock()
  const config = { baseUrl: '/', catalogueBaseUrl: fake.baseUrl, defaultRegion }
  const catalogue = createCatalogueFeature({
    config,
    fetch,
    publicRequest: createPublicRequest(),
    clock: clock.read,
    log: silentLog,
  })
  return { catalogue, clock }
}
const queries = () => fake.received.map(({ path }) => path.split('/')[1]).sort()

async function firstOf(region: Region, title: string) {
  const { catalogue } = catalogueIn(region)
  const { books } = await catalogue.search({ query: 'Perpetua Lyle Emberwick', region, page: 0, limit: 50 })
  const [book] = books
  if (!book) throw new Error(`${region} does not sell the book`)
  const related = await catalogue.relatedBooks(book)
  const ranked = rankReleases({
    ...inputFor([release({ title })]),
    book,
    related,
    settings: DEFAULT_DOWNLOAD_SETTINGS,
  })
  return { book: book.title, accepted: ranked[0]?.verdict.accepted }
}

it.each([
  ['us', 'The Tinderbox Stone', 'Perpetua Lyle - The Cinder Heirloom [M4B]'],
  ['uk', 'The Cinder Heirloom', 'Perpetua Lyle - The Tinderbox Stone [M4B]'],
  ['ca', 'The Tinderbox Stone', 'Perpetua Lyle - The Tinderbox Stone [M4B]'],
  ['au', 'The Cinder Heirloom', 'The Tinderbox Stone by Perpetua Lyle [ENG / M4B]'],
] as const)('A book in %s, %s, is found under the title of another region', async (region, book, title) => {
  expect(await firstOf(region, title)).toEqual({ book, accepted: true })
})

it('Both regions are asked once in half an hour', async () => {
  const { catalogue, clock } = catalogueIn('us')
  const book = {
    authors: ['Perpetua Lyle'],
    series: [{ title: 'Emberwick' }],
    language: 'en',
    region: 'us',
  } as const
  await catalogue.relatedBooks(book)
  clock.advance(29 * 60_000)
  await catalogue.relatedBooks(book)
  expect(queries()).toEqual(['co.uk', 'com'])
  clock.advance(2 * 60_000)
  await catalogue.relatedBooks(book)
  expect(queries()).toEqual(['co.uk', 'co.uk', 'com', 'com'])
})
