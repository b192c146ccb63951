import { causeOf } from '#contract/cause'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GrabOutcome } from '#server/domain/integrations/integrations.types'
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
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

onEachDatabase('a late answer to a grab', (database) => {
  let driven: HandDriven
  let clock: ReturnType<typeof standingClock>
  let slow: TestFulfilment
  let other: TestFulfilment
  let answer: ReturnType<typeof later<GrabOutcome>>

  /** Runs all work that is due until none is left. */
  async function rest(server: TestFulfilment): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      await server.worker.workDue()
      await server.worker.settled()
    }
  }

  /** One server waits for the response; its lease expires, and another one asks the history. */
  beforeEach(async () => {
    driven = handDriven()
    clock = standingClock()
    slow = fulfilmentOver(database(), { driven, clock })
    other = fulfilmentOver(database(), { driven, clock })
    await slow.settings.patch({ auto_download: true })
    answer = later<GrabOutcome>()
    driven.behaviour.grab = () => answer.promise
    await slow.want()
    await slow.worker.workDue()
    await expect.poll(() => driven.posted.length).toBe(1)
    clock.advance(16 * SECOND)
    await rest(other)
    expect(await other.standing()).toMatchObject({ state: 'grab_unconfirmed' })
    driven.historyQueries.length = 0
  })

  /** The history lacks it for so long that it counts as refused. */
  async function believeNo(): Promise<void> {
    driven.behaviour.history = async () => 'no'
    clock.advance(6 * MINUTE)
    await rest(other)
    expect(await other.history()).toContain('grab_postponed')
  }

  async function answerLate(outcome: GrabOutcome = { state: 'grabbed' }): Promise<void> {
    answer.resolve(outcome)
    await slow.worker.settled()
  }

  async function expectNoMorePosts(posts: number): Promise<void> {
    clock.advance(2 * DAY)
    await Promise.all([rest(slow), rest(other)])
    expect(driven.posted).toHaveLength(posts)
    expect(await other.standing()).toMatchObject({ state: 'grabbed', cause: null, leaseOwner: null })
  }

  it('counts if the grab was considered refused, and ends the search', async () => {
    driven.behaviour.search = async () => []
    await believeNo()
    expect(await other.standing()).toMatchObject({ state: 'not_found' })
    await answerLate()
    expect(await other.grabs()).toEqual(['good grabbed'])
    expect(await other.history()).toContain('grabbed')
    expect(slow.told.map(({ event }) => event)).toContain('onSuccessfulDownload')
    await expectNoMorePosts(1)
  })

  it('counts if the fulfilment has failed meanwhile', async () => {
    driven.behaviour.search = async () => [lesser('second')]
    driven.behaviour.grab = async () => ({
      state: 'rejected',
      status: 409,
      cause: causeOf('other', { text: 'Gone.' }),
    })
    await believeNo()
    expect(await other.standing()).toMatchObject({ state: 'failed' })
    await answerLate()
    await expectNoMorePosts(2)
  })

  it('counts if an administrator said that it did not arrive while the history was asked', async () => {
    const history = later<'yes'>()
    driven.behaviour.history = () => history.promise
    driven.behaviour.search = async () => []
    clock.advance(MINUTE)
    await other.worker.workDue()
    await expect.poll(() => driven.historyQueries.length).toBe(1)
    await slow.confirmGrab({ username: 'rosa' }, ASIN, false)
    history.resolve('yes')
    await other.worker.settled()
    expect(await other.grabs()).toEqual(['good grabbed'])
    // The response to the first server makes no difference any more.
    await answerLate({ state: 'rejected', status: 409, cause: causeOf('other', { text: 'Refused.' }) })
    expect(await other.grabs()).toEqual(['good grabbed'])
    await expectNoMorePosts(1)
  })

  it('counts for a book that is wanted again', async () => {
    driven.behaviour.search = async () => []
    await believeNo()
    await other.unwant()
    expect(await other.standing()).toBeUndefined()
    await answerLate()
    driven.behaviour.search = async () => [offer(), lesser('second')]
    await other.want()
    await rest(other)
    await expectNoMorePosts(1)
  })

  describe('while another release is being sent', () => {
    let second: ReturnType<typeof later<GrabOutcome>>

    beforeEach(async () => {
      second = later<GrabOutcome>()
      driven.behaviour.search = async () => [lesser('second'), lesser('third', 1)]
      driven.behaviour.grab = () => second.promise
      driven.behaviour.history = async () => 'no'
      clock.advance(6 * MINUTE)
      // Asks the history, and then searches for the book again.
      await other.worker.workDue()
      await other.worker.settled()
      await other.worker.workDue()
      await expect.poll(() => driven.posted.length).toBe(2)
      await answerLate()
    })

    it('prevents the next ones if that one is refused', async () => {
      second.resolve({ state: 'rejected', status: 409, cause: causeOf('other', { text: 'Refused.' }) })
      await other.worker.settled()
      expect(await other.grabs()).toEqual(['good grabbed', 'second rejected'])
      await expectNoMorePosts(2)
    })

    it('leaves that one unconfirmed if it gets no answer', async () => {
      second.resolve({ state: 'unknown', cause: causeOf('other', { text: 'No answer.' }) })
      await other.worker.settled()
      expect(await other.standing()).toMatchObject({ state: 'grab_unconfirmed' })
      clock.advance(6 * MINUTE)
      await rest(other)
      expect(await other.grabs()).toEqual(['good grabbed', 'second rejected'])
      await expectNoMorePosts(2)
    })
  })

  it('counts once if the same release was sent again meanwhile', async () => {
    const again = later<GrabOutcome>()
    driven.behaviour.grab = () => again.promise
    driven.behaviour.history = async () => 'no'
    clock.advance(6 * MINUTE)
    await other.worker.workDue()
    await other.worker.settled()
    await other.worker.workDue()
    await expect.poll(() => driven.posted.length).toBe(2)
    await answerLate()
    again.resolve({
      state: 'rejected',
      status: 409,
      cause: causeOf('other', { text: 'The client has it already.' }),
    })
    await other.worker.settled()
    expect(await other.grabs()).toEqual(['good grabbed', 'good rejected'])
    await expectNoMorePosts(2)
  })

  it('of refusal lets the search continue at once', async () => {
    driven.behaviour.search = async () => [lesser('second')]
    driven.behaviour.grab = async () => ({ state: 'grabbed' })
    await answerLate({ state: 'rejected', status: 409, cause: causeOf('other', { text: 'Refused.' }) })
    expect(await other.standing()).toMatchObject({ state: 'waiting', nextAttemptAt: null })
    await rest(other)
    expect(await other.grabs()).toEqual(['good rejected', 'second grabbed'])
  })
})
