import { expect, it } from 'vitest'
import { createReleasesRepository } from '#server/domain/fulfilment/search/releases.repository'
import type { OfferedRelease } from '#server/domain/integrations/integrations.types'
import { onEachDatabase } from '#tests/support/databases'
import { createTestRepositories } from '#tests/support/fulfilment'
import { ASIN, fulfilmentOver, handDriven, offer } from './fulfilment.fixture'

/** By a narrator whom neither the catalogue nor a list of names knows. */
const NAMED = offer({ guid: 'named', title: 'Ada Moor - The Salt Road - Quorl Zanbeth [M4B 128 kbps]' })
const PLAIN = offer({ guid: 'plain', title: 'Ada Moor - The Salt Road [MP3 64 kbps]', seeders: 1 })
const NARRATORS = { plain: ['Quorl Zanbeth', 'Tom Reed'] }

onEachDatabase('narrators whom a tracker names', (database) => {
  const repository = () => createReleasesRepository({ database: database() })

  /**
   * A server on which the book is wanted.
   * @returns for each release of a new search, whether it may be grabbed.
   */
  async function setUp(narrators: Readonly<Record<string, string[]>> = {}) {
    const driven = handDriven()
    const server = fulfilmentOver(database(), { driven, narrators })
    const { searches } = createTestRepositories(database())
    await server.want({}, 'pending')
    const book = await searches.findBook(ASIN)
    if (!book) throw new Error('The book is not stored')
    return async (...offers: OfferedRelease[]) => {
      driven.behaviour.search = async () => offers
      server.clock.advance(60_000)
      const request = { actor: null, notBefore: server.clock.read() }
      const { id } = await server.releaseSearch.complete(book, request, new AbortController().signal)
      const found = await repository().list(id)
      return Object.fromEntries(found.map(({ facts, verdict }) => [facts.guid, verdict.automatic]))
    }
  }

  it('are no one if none is named', async () => {
    const search = await setUp()
    expect(await search(NAMED, PLAIN)).toEqual({ named: false, plain: true })
    expect(await repository().listNarrators(ASIN)).toEqual([])
  })

  it('are known in every release of the search', async () => {
    const search = await setUp(NARRATORS)
    expect(await search(NAMED, PLAIN)).toEqual({ named: true, plain: true })
  })

  it('are known from an earlier search of the book', async () => {
    const search = await setUp(NARRATORS)
    await search(PLAIN)
    expect((await repository().listNarrators(ASIN)).sort()).toEqual(['Quorl Zanbeth', 'Tom Reed'])
    expect(await repository().listNarrators('B0OTHER001')).toEqual([])
    expect(await search(NAMED)).toEqual({ named: true })
  })
})
