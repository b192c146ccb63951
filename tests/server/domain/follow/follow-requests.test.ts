import { beforeEach, expect, it } from 'vitest'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { catalogueUnreachable } from '#server/domain/catalogue/catalogue.errors'
import { requestsOver } from '#tests/server/domain/requests/requests.fixture'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { followOver } from './follow.fixture'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const NEW = { asin: 'B000000002', title: 'The Tide Clerk', releaseDate: '2026-06-02' }

onEachDatabase('new books of followers who want them', (database) => {
  let tess: CurrentUser
  let uma: CurrentUser
  let requesting: ReturnType<typeof requestsOver>
  let fixture: ReturnType<typeof followOver>

  beforeEach(async () => {
    tess = await addUser(database(), 'Tess', 'trusted')
    uma = await addUser(database(), 'Uma', 'untrusted')
    requesting = requestsOver(database())
    fixture = followOver(database(), requesting.requests.create)
    fixture.publish({ asin: 'B000000001', releaseDate: '2020-05-01' })
  })

  const followAs = (user: CurrentUser, requests: boolean) =>
    fixture.follows.follow(user, { kind: 'series', asin: 'B0SERIES01', requests })

  /** Checks once, and again a day later, when there is a new book. */
  async function publishNew() {
    await fixture.check()
    fixture.publish(NEW)
    fixture.clock.advance(DAY)
    await fixture.check()
  }
  const outcomesOf = async (user: CurrentUser) =>
    (await fixture.inbox.list(user, { limit: 50, offset: 0 })).items.map(({ outcome }) => outcome)
  /** The requesters of the new book, and its status. */
  async function requested(): Promise<string[]> {
    const { requests } = database().tables
    const rows = await database().read.select().from(requests)
    return rows.filter(({ asin }) => asin === NEW.asin).map(({ userId, status }) => `${userId} ${status}`)
  }

  it('are requested on their behalf, and for no one else', async () => {
    requesting.publish(NEW)
    await followAs(tess, false)
    await followAs(uma, true)
    await publishNew()
    expect(await fixture.followRequests.requestNext()).toBe(true)
    expect(await fixture.followRequests.requestNext()).toBe(false)
    expect(await outcomesOf(tess)).toEqual([null])
    expect(await outcomesOf(uma)).toEqual(['requested'])
    expect(await requested()).toEqual(['Uma pending'])
  })

  it('are not requested beyond the quota, which the inbox says', async () => {
    requesting.publish(NEW)
    requesting.publish({ asin: 'B000000009' })
    await requesting.settings.set('request_quotas', { untrusted: { requests: 1, days: 7 }, trusted: null })
    await requesting.requests.create(uma, 'B000000009')
    await followAs(uma, true)
    await publishNew()
    await fixture.followRequests.requestNext()
    expect(await outcomesOf(uma)).toEqual(['quota_exceeded'])
    expect(await fixture.followRequests.requestNext()).toBe(false)
    expect(await requested()).toEqual([])
  })

  it('are skipped if the person’s earlier request for them was declined', async () => {
    requesting.publish(NEW)
    await requesting.requests.create(uma, NEW.asin)
    await database().write(async (within) => {
      await within.update(database().tables.requests).set({ status: 'declined' })
    })
    await followAs(uma, true)
    await publishNew()
    await fixture.followRequests.requestNext()
    expect(await outcomesOf(uma)).toEqual(['already_requested'])
    expect(await requested()).toEqual(['Uma declined'])
  })

  it('are requested once if the server is killed before it records that', async () => {
    requesting.publish(NEW)
    let alive = false
    fixture = followOver(database(), async (...given) => {
      const made = await requesting.requests.create(...given)
      if (!alive) throw new Error('The server was killed')
      return made
    })
    fixture.publish({ asin: 'B000000001', releaseDate: '2020-05-01' })
    await followAs(tess, true)
    await publishNew()
    await fixture.followRequests.requestNext()
    expect(await requested()).toEqual(['Tess approved'])
    alive = true
    fixture.clock.advance(HOUR)
    expect(await fixture.followRequests.requestNext()).toBe(true)
    expect(await outcomesOf(tess)).toEqual(['already_requested'])
    expect(await requested()).toEqual(['Tess approved'])
  })

  it('are retried every hour for three days if they fail for a reason of their own', async () => {
    fixture = followOver(database(), () => Promise.reject(new Error('Something is wrong with this book')))
    fixture.publish({ asin: 'B000000001', releaseDate: '2020-05-01' })
    await followAs(tess, true)
    await publishNew()
    expect(await fixture.followRequests.requestNext()).toBe(true)
    expect(await outcomesOf(tess)).toEqual([null])
    fixture.clock.advance(3 * DAY)
    expect(await fixture.followRequests.requestNext()).toBe(true)
    expect(await outcomesOf(tess)).toEqual(['failed'])
  })

  it('are retried in the next hour after a clock that was a day ahead is set right', async () => {
    await followAs(tess, true)
    await publishNew()
    fixture.clock.advance(DAY)
    requesting.takeDown()
    expect(await fixture.followRequests.requestNext()).toBe(true)
    fixture.clock.advance(-DAY)
    expect(await fixture.followRequests.requestNext()).toBe(true)
  })

  it('are retried every hour while the catalogue is down, however long', async () => {
    fixture = followOver(database(), () => Promise.reject(catalogueUnreachable()))
    fixture.publish({ asin: 'B000000001', releaseDate: '2020-05-01' })
    await followAs(tess, true)
    await publishNew()
    expect(await fixture.followRequests.requestNext()).toBe(true)
    expect(await fixture.followRequests.requestNext()).toBe(false)
    fixture.clock.advance(HOUR)
    expect(await fixture.followRequests.requestNext()).toBe(true)
    expect(await outcomesOf(tess)).toEqual([null])
    fixture.clock.advance(4 * DAY)
    expect(await fixture.followRequests.requestNext()).toBe(true)
    expect(await outcomesOf(tess)).toEqual([null])
  })

  it.each([
    [false, true],
    [true, false],
    [true, true],
  ])('are requested for whichever of two follows wants it: %s and %s', async (ofSeries, ofAuthor) => {
    requesting.publish(NEW)
    await followAs(tess, ofSeries)
    await fixture.check()
    await fixture.follows.follow(tess, { kind: 'author', name: 'Ada Moor', requests: ofAuthor })
    await fixture.check()
    fixture.publish(NEW)
    fixture.clock.advance(DAY)
    await fixture.check()
    await fixture.check()
    expect(await fixture.followRequests.requestNext()).toBe(true)
    expect(await fixture.followRequests.requestNext()).toBe(false)
    expect([await outcomesOf(tess), await requested()]).toEqual([['requested'], ['Tess approved']])
  })

  it('are still requested for one of two follows if the other ends', async () => {
    requesting.takeDown()
    const { id } = await followAs(tess, true)
    await fixture.follows.follow(tess, { kind: 'author', name: 'Ada Moor', requests: true })
    await fixture.check()
    await publishNew()
    await fixture.check()
    expect(await fixture.followRequests.requestNext()).toBe(true)
    await fixture.follows.unfollow(tess, id)
    requesting.bringBack()
    requesting.publish(NEW)
    fixture.clock.advance(HOUR)
    expect(await fixture.followRequests.requestNext()).toBe(true)
    expect(await requested()).toEqual(['Tess approved'])
  })

  it.each(['chooses otherwise', 'follows it no more'])(
    'are not retried for someone who %s',
    async (change) => {
      requesting.takeDown()
      const { id } = await followAs(tess, true)
      await publishNew()
      expect(await fixture.followRequests.requestNext()).toBe(true)
      if (change === 'chooses otherwise') await fixture.follows.change(tess, id, false)
      else await fixture.follows.unfollow(tess, id)
      requesting.bringBack()
      requesting.publish(NEW)
      fixture.clock.advance(HOUR)
      expect(await fixture.followRequests.requestNext()).toBe(true)
      expect([await outcomesOf(tess), await requested()]).toEqual([[null], []])
      fixture.clock.advance(HOUR)
      expect(await fixture.followRequests.requestNext()).toBe(false)
    },
  )
})
