import { expect, it } from 'vitest'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { createReleasesRepository } from '#server/domain/fulfilment/search/releases.repository'
import { onEachDatabase } from '#tests/support/databases'
import { createTestRepositories } from '#tests/support/fulfilment'
import { ASIN, fulfilmentOver, handDriven, offer } from './fulfilment.fixture'

const SEQUEL: CatalogueBook = {
  asin: 'SEQUEL0001',
  region: 'us',
  title: 'The Salt Road Home',
  subtitle: null,
  authors: ['Ada Moor'],
  narrators: ['Ben Hale'],
  series: [],
  language: 'en',
  edition: null,
  releaseDate: null,
  runtimeMin: null,
  summary: null,
  coverUrl: null,
  sampleUrl: null,
  publisher: null,
  categories: [],
}

onEachDatabase('the other books of an author', (database) => {
  it('are named as the reason if a release is one of them', async () => {
    const driven = handDriven()
    driven.behaviour.search = async () => [
      offer({ guid: 'sequel', title: 'The Salt Road Home by Ada Moor, read by Ben Hale [M4B 128 kbps]' }),
      offer(),
    ]
    const server = fulfilmentOver(database(), { driven, related: [SEQUEL] })
    await server.settings.patch({ auto_download: true })
    await server.want()
    await server.run()
    expect(await server.grabs()).toEqual(['good grabbed'])
    const search = await createTestRepositories(database()).searches.findNewest(ASIN)
    const releases = createReleasesRepository({ database: database() })
    const found = await releases.list(search?.id ?? '')
    const sequel = found.find(({ facts }) => facts.guid === 'sequel')
    expect(sequel?.verdict.reasons[0]).toMatchObject({
      code: 'title_differs',
      params: { found: 'The Salt Road Home' },
    })
  })
})
