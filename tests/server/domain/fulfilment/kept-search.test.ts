import { causeOf } from '#contract/cause'
import { beforeEach, expect, it } from 'vitest'
import { createTestRepositories } from '#tests/support/fulfilment'
import { createReleasesRepository } from '#server/domain/fulfilment/search/releases.repository'
import { onEachDatabase } from '#tests/support/databases'
import { ASIN, fulfilmentOver, handDriven, lesser, offer, type TestFulfilment } from './fulfilment.fixture'

const ADMIN = { username: 'root' }
const good = () => ({
  guid: 'good',
  indexerId: offer().indexer_id,
  title: offer().title,
  reason: 'unwanted' as const,
})

onEachDatabase('a stored search', (database) => {
  let server: TestFulfilment

  beforeEach(async () => {
    const driven = handDriven()
    driven.behaviour.search = async () => [offer({ seeders: 2 }), lesser('second', 20)]
    server = fulfilmentOver(database(), { driven })
  })

  async function search(): Promise<string> {
    const book = await createTestRepositories(database()).searches.findBook(ASIN)
    if (!book) throw new Error('There is no book')
    const { id } = await server.releaseSearch.complete(book, { actor: 'root' }, new AbortController().signal)
    server.clock.advance(60_000)
    return id
  }

  /** Someone opens the releases of an approved request, which are stored. */
  async function searched(): Promise<string> {
    await server.want()
    return search()
  }

  it('does not grab a release blocked since', async () => {
    await searched()
    await server.blocklist.block(ADMIN, ASIN, good())
    await server.settings.patch({ auto_download: true })
    await server.run()
    expect(server.queries).toHaveLength(1)
    expect(await server.grabs()).toEqual(['second grabbed'])
  })

  it('is ranked by the current settings, as its verdicts show', async () => {
    const id = await searched()
    await server.settings.patch({ auto_download: true, min_seeders: 5 })
    await server.run()
    expect(await server.grabs()).toEqual(['second grabbed'])
    const kept = await createReleasesRepository({ database: database() }).list(id)
    expect(kept.map(({ facts, verdict }) => [facts.guid, verdict.accepted])).toEqual([
      ['second', true],
      ['good', false],
    ])
  })

  it('grabs a release allowed again since', async () => {
    await server.want()
    await server.blocklist.block(ADMIN, ASIN, good())
    await search()
    await server.blocklist.unblock(ADMIN, ASIN, good())
    await server.settings.patch({ auto_download: true })
    await server.run()
    expect(await server.grabs()).toEqual(['good grabbed'])
  })

  it('does not grab a release blocked during the search', async () => {
    await server.want()
    await server.settings.patch({ auto_download: true })
    server.behaviour.grab = async ({ guid }) => {
      if (guid === 'good') await server.blocklist.block(ADMIN, ASIN, { ...good(), guid: 'second' })
      return { state: 'rejected', status: 409, cause: causeOf('other', { text: 'It is gone.' }) }
    }
    await server.run()
    expect(server.posted.map(({ guid }) => guid)).toEqual(['good'])
    expect(await server.standing()).toMatchObject({ state: 'failed' })
  })
})
