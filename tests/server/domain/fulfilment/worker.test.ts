import { causeOf, causeText } from '#contract/cause'
import { beforeEach, describe, expect, it } from 'vitest'
import { prowlarrUnreachable } from '#server/domain/integrations/drivers/prowlarr.errors'
import { onEachDatabase } from '#tests/support/databases'
import {
  ASIN,
  fulfilmentOver,
  handDriven,
  later,
  lesser,
  offer,
  otherBook,
  SHELF,
  USENET,
  type HandDriven,
  type TestFulfilment,
} from './fulfilment.fixture'
import type { GrabOutcome } from '#server/domain/integrations/integrations.types'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const unreachable = () =>
  prowlarrUnreachable(causeOf('unreachable', { service: 'Prowlarr', failure: 'ENOTFOUND' }))

onEachDatabase('the fulfilment of a wanted book', (database) => {
  let driven: HandDriven
  let server: TestFulfilment

  beforeEach(async () => {
    driven = handDriven()
    server = fulfilmentOver(database(), { driven })
    await server.settings.patch({ auto_download: true })
  })
  const at = async () => {
    const next = (await server.standing())?.nextAttemptAt
    return next ? next.getTime() - server.clock.read().getTime() : null
  }

  describe('from an approved request', () => {
    it('leads to the best release, grabbed once, with every step recorded', async () => {
      driven.behaviour.search = async () => [lesser('second'), offer(), otherBook()]
      await server.want()
      await server.run()
      expect(driven.posted).toEqual([{ guid: 'good', indexerId: SHELF.id }])
      expect(await server.grabs()).toEqual(['good grabbed'])
      expect(await server.standing()).toMatchObject({ state: 'grabbed', cause: null, leaseOwner: null })
      expect(await server.history()).toEqual(['search_started', 'searched', 'grab_started', 'grabbed'])
      expect(server.told).toMatchObject([
        { event: 'onSuccessfulDownload', book: { asin: ASIN }, release: { title: offer().title } },
      ])
      await server.run()
      expect(driven.posted).toHaveLength(1)
    })

    it('waits without a search while automatic download is off, and begins when it is switched on', async () => {
      await server.settings.patch({ auto_download: false })
      await server.want()
      expect(await server.run()).toBeNull()
      expect(driven.queries).toEqual([])
      expect(await server.standing()).toMatchObject({ state: 'waiting' })
      await server.settings.patch({ auto_download: true })
      await server.run()
      expect(driven.posted).toHaveLength(1)
    })

    it('waits while nothing can be searched', async () => {
      driven.behaviour.configured = false
      await server.want()
      await server.run()
      expect([driven.queries, (await server.standing())?.state]).toEqual([[], 'waiting'])
    })

    it('does not begin for a pending one', async () => {
      await server.want({}, 'pending')
      await server.run()
      expect([driven.queries, await server.standing()]).toEqual([[], undefined])
    })

    it('does not search before the book is out', async () => {
      await server.want({ releaseDate: '2026-06-03' })
      expect(await server.run()).toEqual(new Date('2026-06-03T00:00:00Z'))
      expect(driven.queries).toEqual([])
      server.clock.advance(35 * HOUR)
      await server.run()
      expect(driven.queries).toEqual([])
      server.clock.advance(2 * HOUR)
      await server.run()
      expect(driven.posted).toHaveLength(1)
    })

    it('ends without a trace if the last request is withdrawn during the search', async () => {
      const answer = later<ReturnType<typeof offer>[]>()
      driven.behaviour.search = () => answer.promise
      await server.want()
      await server.worker.workDue()
      await expect.poll(() => driven.queries.length).toBe(1)
      await server.unwant()
      answer.resolve([offer()])
      await server.worker.settled()
      expect([driven.posted, await server.standing()]).toEqual([[], undefined])
    })

    it('is kept if the last request is withdrawn while a release is being sent', async () => {
      const answer = later<GrabOutcome>()
      driven.behaviour.grab = () => answer.promise
      await server.want()
      await server.worker.workDue()
      await expect.poll(() => driven.posted.length).toBe(1)
      await server.unwant()
      answer.resolve({ state: 'grabbed' })
      await server.worker.settled()
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
    })
  })

  describe('if nothing may be grabbed', () => {
    beforeEach(() => {
      driven.behaviour.search = async () => [otherBook()]
    })

    it('is not found, and searched again after 1 h, 6 h, 24 h and then daily', async () => {
      await server.want()
      const pauses = []
      for (let round = 0; round < 5; round += 1) {
        await server.run()
        const pause = (await at()) ?? 0
        pauses.push(pause / HOUR)
        server.clock.advance(pause)
      }
      expect(pauses).toEqual([1, 6, 24, 24, 24])
      expect(await server.standing()).toMatchObject({ state: 'not_found', misses: 5 })
      expect(driven.posted).toEqual([])
    })

    it('notifies people the first time only', async () => {
      await server.want()
      await server.run()
      server.clock.advance(HOUR)
      await server.run()
      expect(server.told.map(({ event }) => event)).toEqual(['onNotFound'])
    })

    it('repeats the search instead of using the earlier result', async () => {
      await server.want()
      await server.run()
      driven.behaviour.search = async () => [offer()]
      server.clock.advance(HOUR)
      await server.run()
      expect(await server.standing()).toMatchObject({ state: 'grabbed', misses: 0 })
    })

    it('shows which indexer failed beside those that found nothing', async () => {
      driven.behaviour.indexers = async () => [SHELF, USENET]
      driven.behaviour.search = async ({ id }) => {
        if (id === USENET.id) throw unreachable()
        return []
      }
      await server.want()
      await server.run()
      const cause = { code: 'indexers_failed', params: { failed: 1, asked: 2 } }
      const standing = await server.standing()
      expect(standing).toMatchObject({ state: 'not_found', cause })
      expect(standing?.cause && causeText(standing.cause)).toBe(
        '1 of 2 failed: Usenet Library: Prowlarr cannot be reached: the host name is unknown.',
      )
    })
  })

  describe('if no indexer can be asked', () => {
    it.each([
      ['the list of indexers', 'indexers'],
      ['each of them', 'search'],
    ] as const)('for %s, says nothing about the book and tries again sooner', async (_what, failing) => {
      driven.behaviour[failing] = async () => {
        throw unreachable()
      }
      await server.want()
      await server.run()
      expect(await server.standing()).toMatchObject({ state: 'waiting', misses: 0, failures: 1 })
      const { cause } = (await server.standing()) ?? {}
      expect(cause && causeText(cause)).toContain('Prowlarr cannot be reached')
      expect(await at()).toBe(MINUTE)
      expect(server.told).toEqual([])
      server.clock.advance(MINUTE)
      await server.run()
      expect(await at()).toBe(5 * MINUTE)
    })
  })

  describe('if a grab fails', () => {
    beforeEach(() => {
      driven.behaviour.search = async () => ['a', 'b', 'c', 'd'].map((guid, i) => lesser(guid, 40 - 10 * i))
    })
    const rejected = {
      state: 'rejected',
      status: 409,
      cause: causeOf('other', { text: 'Gone at the indexer.' }),
    } as const

    it('continues with the next release after a refusal', async () => {
      driven.behaviour.grab = async ({ guid }) => (guid === 'a' ? rejected : { state: 'grabbed' })
      await server.want()
      await server.run()
      expect(await server.grabs()).toEqual(['a rejected', 'b grabbed'])
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
    })

    it('gives up after three refusals', async () => {
      driven.behaviour.grab = async () => rejected
      await server.want()
      await server.run()
      expect(driven.posted.map(({ guid }) => guid)).toEqual(['a', 'b', 'c'])
      expect(await server.standing()).toMatchObject({
        state: 'failed',
        cause: { code: 'grabs_refused', params: { n: 3 }, causes: [rejected.cause] },
        nextAttemptAt: null,
      })
      expect(server.told.map(({ event }) => event)).toEqual(['onFailedDownload'])
      server.clock.advance(48 * HOUR)
      await server.run()
      expect(driven.posted).toHaveLength(3)
    })

    it('waits with the reason if nothing can be grabbed, until it can, or a person tries again', async () => {
      const cause = causeOf('no_download_client', { service: 'Prowlarr', text: 'None is there' })
      driven.behaviour.grab = async () => ({ state: 'postponed', status: 500, cause, fault: 'connection' })
      const user = await server.want()
      await server.run()
      expect(driven.posted).toHaveLength(1)
      expect(await server.standing()).toMatchObject({
        state: 'waiting',
        cause: { code: 'waits_for', params: { connection: 'Prowlarr' }, causes: [cause] },
      })
      expect(server.told).toEqual([])
      driven.behaviour.grab = async () => ({ state: 'grabbed' })
      server.clock.advance(SECOND)
      await server.adminActions.retry(user, ASIN, undefined)
      await server.run()
      expect(driven.posted.map(({ guid }) => guid)).toEqual(['a', 'a'])
      expect(await server.standing()).toMatchObject({ state: 'grabbed', cause: null })
    })

    it('repeats the same search and sends the grab once more if the release is forgotten', async () => {
      driven.behaviour.grab = async () => ({ state: driven.posted.length === 1 ? 'forgotten' : 'grabbed' })
      await server.want()
      await server.run()
      expect(driven.posted.map(({ guid }) => guid)).toEqual(['a', 'a'])
      const query = 'The Salt Road Ada Moor'
      expect(driven.queries).toEqual([
        { indexer: 1, query },
        { indexer: 1, query },
      ])
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
    })

    it('continues with the next release if one stays forgotten', async () => {
      driven.behaviour.grab = async ({ guid }) => ({ state: guid === 'a' ? 'forgotten' : 'grabbed' })
      await server.want()
      await server.run()
      expect(driven.posted.map(({ guid }) => guid)).toEqual(['a', 'a', 'b'])
      expect(await server.grabs()).toEqual(['a rejected', 'b grabbed'])
    })
  })

  describe('if a grab gets no answer', () => {
    beforeEach(async () => {
      driven.behaviour.search = async () => [offer(), lesser('second')]
      driven.behaviour.grab = async () => ({
        state: 'unknown',
        cause: causeOf('other', { text: 'No answer in time.' }),
      })
      await server.want()
      await server.run()
    })
    /** Asks the history until enough time has passed for its answer to count. */
    const fiveMinutes = async () => {
      for (let passed = 0; passed <= 5 * MINUTE; passed += 20 * SECOND) {
        server.clock.advance(20 * SECOND)
        await server.run()
      }
    }

    it('is unconfirmed, and nothing else is tried', async () => {
      expect(await server.standing()).toMatchObject({
        state: 'grab_unconfirmed',
        cause: { code: 'other', params: { text: 'No answer in time.' } },
      })
      await fiveMinutes()
      expect(driven.posted).toHaveLength(1)
      expect(driven.historyQueries.length).toBeGreaterThan(3)
      expect(driven.historyQueries.length).toBeLessThan(20)
      expect(await server.grabs()).toEqual(['good unconfirmed'])
    })

    it('is grabbed if the history has it', async () => {
      driven.behaviour.history = async () => 'yes'
      server.clock.advance(5 * SECOND)
      await server.run()
      expect(await server.standing()).toMatchObject({ state: 'grabbed', cause: null })
      expect(driven.historyQueries[0]).toMatchObject({ title: offer().title, indexerId: 1 })
      expect(server.told.map(({ event }) => event)).toEqual(['onSuccessfulDownload'])
    })

    it('believes the history that nothing arrived only after five minutes', async () => {
      driven.behaviour.history = async () => 'no'
      driven.behaviour.grab = async () => ({ state: 'grabbed' })
      server.clock.advance(4 * MINUTE)
      await server.run()
      expect(await server.standing()).toMatchObject({ state: 'grab_unconfirmed' })
      await fiveMinutes()
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
      expect(await server.grabs()).toEqual(['good grabbed', 'good rejected'])
    })

    it('sends less and less often to a Prowlarr that never answers', async () => {
      driven.behaviour.history = async () => 'no'
      for (let round = 0; round < 10; round += 1) {
        server.clock.advance(6 * MINUTE)
        await server.run()
        await server.run()
      }
      expect(driven.posted.length).toBeGreaterThan(1)
      expect(driven.posted.length).toBeLessThanOrEqual(5)
    })

    it('is over if an administrator says that it arrived, or continues otherwise', async () => {
      await server.confirmGrab({ username: 'rosa' }, ASIN, true)
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
      const entry = (await server.timeline.list(ASIN)).find(({ kind }) => kind === 'grabbed')
      expect(entry).toMatchObject({ actor: 'rosa', detail: { search_id: expect.any(String) } })
      await expect(server.confirmGrab({ username: 'rosa' }, ASIN, false)).rejects.toMatchObject({
        code: 'not_possible_now',
      })
    })

    it('continues if an administrator says that it did not arrive', async () => {
      driven.behaviour.grab = async () => ({ state: 'grabbed' })
      await server.confirmGrab({ username: 'rosa' }, ASIN, false)
      await server.run()
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
      expect((await server.timeline.list(ASIN)).filter(({ actor }) => actor === 'rosa')).toHaveLength(1)
    })
  })
})
