import { beforeEach, describe, expect, it } from 'vitest'
import type { GrabOutcome, OfferedRelease } from '#server/domain/integrations/integrations.types'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import {
  ASIN,
  fulfilmentOver,
  handDriven,
  later,
  lesser,
  offer,
  type HandDriven,
  type TestFulfilment,
} from './fulfilment.fixture'

const SECOND = 1000

onEachDatabase('several servers on one database', (database) => {
  let driven: HandDriven
  let clock: ReturnType<typeof standingClock>
  let one: TestFulfilment
  let two: TestFulfilment

  beforeEach(async () => {
    driven = handDriven()
    clock = standingClock()
    one = fulfilmentOver(database(), { driven, clock })
    two = fulfilmentOver(database(), { driven, clock })
    await one.settings.patch({ auto_download: true })
  })

  it('grab a release once, however often they search', async () => {
    await one.want()
    await Promise.all([one, two, one, two].map((server) => server.run()))
    expect(driven.posted).toHaveLength(1)
    expect(driven.queries).toHaveLength(1)
    expect(await one.grabs()).toEqual(['good grabbed'])
  })

  it('work on many books, each on different ones', async () => {
    const asins = Array.from({ length: 9 }, (_, at) => `B00000000${at}`)
    driven.behaviour.search = async () => [offer({ guid: crypto.randomUUID() })]
    for (const asin of asins) await one.want({ asin })
    for (let round = 0; round < 4; round += 1) await Promise.all([one.run(), two.run()])
    expect(driven.posted).toHaveLength(9)
    expect((await one.grabs()).filter((grab) => grab.endsWith(' grabbed'))).toHaveLength(9)
  })

  it('make one search of a book at a time, for which the others wait', async () => {
    const answer = later<OfferedRelease[]>()
    driven.behaviour.search = () => answer.promise
    await one.want({ releaseDate: null })
    const book = { asin: ASIN, ...BOOK_FACTS }
    const never = new AbortController().signal
    const ends = [one, two, two].map((server) => server.releaseSearch.complete(book, { actor: null }, never))
    await expect.poll(() => driven.queries.length).toBe(1)
    answer.resolve([offer()])
    const searches = await Promise.all(ends)
    expect(new Set(searches.map(({ id }) => id)).size).toBe(1)
    expect(searches[0]).toMatchObject({ state: 'finished', found: 1, accepted: 1 })
    expect(driven.queries).toHaveLength(1)
  })

  describe('when one of them dies', () => {
    it('during a search, another starts a new one as soon as the lease expires', async () => {
      driven.behaviour.search = () => new Promise(() => undefined)
      await one.want()
      await one.worker.workDue()
      await expect.poll(() => driven.queries.length).toBe(1)
      driven.behaviour.search = async () => [offer()]
      await two.run()
      expect(driven.queries).toHaveLength(1)
      clock.advance(16 * SECOND)
      await two.run()
      expect(driven.queries).toHaveLength(2)
      expect(driven.posted).toHaveLength(1)
      expect(await two.standing()).toMatchObject({ state: 'grabbed' })
    })

    it('between storing a grab and its answer, another asks the history and sends nothing', async () => {
      driven.behaviour.search = async () => [offer(), lesser('second')]
      driven.behaviour.grab = () => new Promise(() => undefined)
      await one.want()
      await one.worker.workDue()
      await expect.poll(() => driven.posted.length).toBe(1)
      await two.run()
      expect(driven.historyQueries).toEqual([])
      clock.advance(16 * SECOND)
      driven.behaviour.history = async () => 'yes'
      await two.run()
      await two.run()
      expect(driven.posted).toHaveLength(1)
      expect(await two.standing()).toMatchObject({ state: 'grabbed' })
      expect(await two.history()).toEqual([
        'search_started',
        'searched',
        'grab_started',
        'grabbed',
        'grab_unconfirmed',
      ])
    })

    it('and answers late after all, the answer counts', async () => {
      const answer = later<GrabOutcome>()
      driven.behaviour.grab = () => answer.promise
      await one.want()
      await one.worker.workDue()
      await expect.poll(() => driven.posted.length).toBe(1)
      clock.advance(16 * SECOND)
      await two.run()
      expect(await two.standing()).toMatchObject({ state: 'grab_unconfirmed' })
      answer.resolve({ state: 'grabbed' })
      await one.worker.settled()
      expect(await two.standing()).toMatchObject({ state: 'grabbed' })
      expect(driven.posted).toHaveLength(1)
    })

    it('by stopping in time, another resumes at once', async () => {
      driven.behaviour.search = () => new Promise(() => undefined)
      await one.want()
      await one.worker.workDue()
      await expect.poll(() => driven.queries.length).toBe(1)
      driven.behaviour.search = async () => [offer()]
      await Promise.all([one.worker.stop(), one.releaseSearch.stop()])
      await two.run()
      expect(await two.standing()).toMatchObject({ state: 'grabbed' })
    })
  })

  it('grab once what two people grab by hand at the same moment', async () => {
    await one.settings.patch({ auto_download: false })
    await one.want()
    await one.releaseSearch.complete(
      { asin: ASIN, ...BOOK_FACTS },
      { actor: 'rosa' },
      new AbortController().signal,
    )
    const release = { guid: 'good', indexerId: 1 }
    const clicks = await Promise.allSettled(
      [one, two, one].map((server) => server.manualGrab('rosa', ASIN, release)),
    )
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(driven.posted).toHaveLength(1)
    await expect(two.manualGrab('rosa', ASIN, release)).rejects.toMatchObject({ code: 'already_grabbed' })
  })

  it('let a grab by hand win over the current search', async () => {
    driven.behaviour.search = async () => [lesser('by hand')]
    await one.want({}, 'approved')
    const signal = new AbortController().signal
    const book = { asin: ASIN, ...BOOK_FACTS }
    expect(await one.releaseSearch.complete(book, { actor: 'rosa' }, signal)).toMatchObject({
      state: 'finished',
      cause: null,
    })
    clock.advance(3601 * SECOND)
    const answer = later<OfferedRelease[]>()
    driven.behaviour.search = () => answer.promise
    await one.worker.workDue()
    await expect.poll(() => driven.queries.length).toBe(2)
    await two.manualGrab('rosa', ASIN, { guid: 'by hand', indexerId: 1 })
    answer.resolve([offer()])
    await one.worker.settled()
    await one.run()
    expect(driven.posted.map(({ guid }) => guid)).toEqual(['by hand'])
    expect(await one.standing()).toMatchObject({ state: 'grabbed' })
  })
})

const BOOK_FACTS = {
  region: 'us',
  correctedAt: null,
  title: 'The Salt Road',
  subtitle: null,
  authors: ['Ada Moor'],
  narrators: ['Ben Hale'],
  series: [],
  language: 'en',
  edition: 'unabridged',
  runtimeMin: 600,
  releaseDate: null,
} as const
