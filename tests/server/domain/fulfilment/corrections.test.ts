import { causeOf } from '#contract/cause'
import { beforeEach, describe, expect, it } from 'vitest'
import { handMadeBody } from '#contract/hand-made'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { prowlarrFailed } from '#server/domain/integrations/drivers/prowlarr.errors'
import { createTestRepositories } from '#tests/support/fulfilment'
import type { GrabOutcome, OfferedRelease } from '#server/domain/integrations/integrations.types'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { requestsOver } from '#tests/server/domain/requests/requests.fixture'
import { fulfilmentOver, handDriven, later, lesser, offer, type HandDriven } from './fulfilment.fixture'

const SECOND = 1000
const written = (fields: Record<string, unknown> = {}) =>
  handMadeBody.parse({ title: 'The Sand Road', author: 'Ada Moor', ...fields })
const right = written({ title: 'The Salt Road' })

onEachDatabase('a book that is requested by hand and corrected', (database) => {
  let tess: CurrentUser
  let driven: HandDriven
  let requests: ReturnType<typeof requestsOver>
  let server: ReturnType<typeof fulfilmentOver>

  beforeEach(async () => {
    tess = await addUser(database(), 'Tess', 'trusted')
    driven = handDriven()
    requests = requestsOver(database())
    server = fulfilmentOver(database(), { driven, clock: requests.clock })
    await server.settings.patch({ auto_download: true })
  })

  async function ask(): Promise<string> {
    const { id } = await requests.handMade.create(tess, written())
    requests.clock.advance(SECOND)
    return id
  }
  async function correct(id: string, body = right): Promise<void> {
    requests.clock.advance(SECOND)
    await requests.handMade.update(tess, id, body)
    requests.clock.advance(SECOND)
  }
  const queries = () => driven.queries.map(({ query }) => query)

  it('is searched again at once if it was not found before', async () => {
    const id = await ask()
    driven.behaviour.search = async () => []
    await server.run()
    expect(await server.standing(id)).toMatchObject({ state: 'not_found', misses: 1 })
    driven.behaviour.search = async () => [offer()]
    await correct(id)
    expect(await server.standing(id)).toMatchObject({ state: 'waiting', nextAttemptAt: null, misses: 0 })
    await server.run()
    expect(queries().at(-1)).toBe('The Salt Road Ada Moor')
    expect(await server.standing(id)).toMatchObject({ state: 'grabbed' })
  })

  it('no longer shows why the search with the wrong details failed', async () => {
    const id = await ask()
    driven.behaviour.search = () => Promise.reject(prowlarrFailed(causeOf('unexpected')))
    await server.run()
    expect(await server.standing(id)).toMatchObject({ cause: { code: 'indexers_failed' }, failures: 1 })
    await correct(id)
    expect(await server.standing(id)).toMatchObject({ state: 'waiting', cause: null, failures: 0 })
  })

  it('makes earlier results count as outdated', async () => {
    await server.settings.patch({ auto_download: false })
    const id = await ask()
    const never = new AbortController().signal
    const searches = createTestRepositories(database()).searches
    const find = async () => {
      const book = await searches.findBook(id)
      if (!book) throw new Error('The book is gone')
      return server.releaseSearch.complete(book, { actor: 'Tess' }, never)
    }
    const first = await find()
    expect((await find()).id).toBe(first.id)
    await correct(id)
    const second = await find()
    expect(second.id).not.toBe(first.id)
    expect((await find()).id).toBe(second.id)
  })

  it('keeps its searches and its schedule if only its description changes', async () => {
    const id = await ask()
    driven.behaviour.search = async () => []
    await server.run()
    const before = await server.standing(id)
    await correct(id, written({ info: 'The radio one' }))
    expect(await server.standing(id)).toEqual(before)
  })

  describe('during a search', () => {
    it('aborts that search, and nothing of it is grabbed', async () => {
      const answer = later<OfferedRelease[]>()
      driven.behaviour.search = () => answer.promise
      const id = await ask()
      await server.worker.workDue()
      await expect.poll(() => driven.queries.length).toBe(1)
      await correct(id)
      driven.behaviour.search = async () => [lesser('right')]
      answer.resolve([offer({ guid: 'wrong', title: 'The Sand Road by Ada Moor [M4B]' })])
      await server.worker.settled()
      await server.run()
      expect(driven.posted).toEqual([{ guid: 'right', indexerId: 1 }])
      expect(await server.standing(id)).toMatchObject({ state: 'grabbed' })
    })

    it('gets none of that search’s other releases after one was refused', async () => {
      const answer = later<GrabOutcome>()
      driven.behaviour.search = async () => ['wrong', 'wrong too'].map((guid) => sand(guid))
      driven.behaviour.grab = () => answer.promise
      const id = await ask()
      await server.worker.workDue()
      await expect.poll(() => driven.posted.length).toBe(1)
      await correct(id)
      driven.behaviour.search = async () => [offer({ guid: 'right' })]
      driven.behaviour.grab = async () => ({ state: 'grabbed' })
      answer.resolve({ state: 'rejected', status: 409, cause: causeOf('other', { text: 'Gone.' }) })
      await server.worker.settled()
      await server.run()
      expect(driven.posted.map(({ guid }) => guid)).toEqual(['wrong', 'right'])
      expect(await server.standing(id)).toMatchObject({ state: 'grabbed' })
    })
  })
})

const sand = (guid: string) => offer({ guid, title: 'The Sand Road by Ada Moor [Unabridged] [M4B 64 kbps]' })
