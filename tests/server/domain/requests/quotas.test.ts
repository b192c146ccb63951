import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FulfilmentState } from '#contract/books'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { AppError } from '#server/errors/app-error'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'
import { createTestRepositories } from '#tests/support/fulfilment'
import { releaseAt } from '#scripts/lib/large-data'
import { requestsOfEachTest } from './requests.fixture'

const DAY = 86_400_000

onEachDatabase('quotas', (database) => {
  const { fixture, admin, tess, uma } = requestsOfEachTest(database)
  beforeEach(async () => {
    const twoAWeek = { requests: 2, days: 7 }
    await fixture.settings.set('request_quotas', { untrusted: twoAWeek, trusted: twoAWeek })
    for (let n = 1; n <= 5; n++) fixture.publish({ asin: bookNo(n), title: `Book ${n}` })
  })

  const bookNo = (n: number) => `B00000000${n}`
  const ask = (user: CurrentUser, n: number) => fixture.requests.create(user, bookNo(n))
  const leftOf = async (user: CurrentUser) => (await fixture.quotas.read(user)).left

  async function setWork(n: number, state: FulfilmentState) {
    const { fulfilments } = database().tables
    await database().write(async (within) => {
      await within
        .update(fulfilments)
        .set({ state })
        .where(eq(fulfilments.asin, bookNo(n)))
    })
  }

  async function send(n: number) {
    const sent = { asin: bookNo(n), facts: releaseAt(n), searchId: null, actor: null }
    const { grabs } = createTestRepositories(database())
    await database().write((within) => grabs.begin(within, sent, fixture.clock.read()))
  }

  async function setOwn(user: CurrentUser, quota: { requests: number; days: number } | 'unlimited') {
    const { users } = database().tables
    await database().write(async (within) => {
      await within.update(users).set({ quota }).where(eq(users.id, user.id))
    })
  }

  it('count every request until it is as old as they say, and announce the next free one', async () => {
    expect(await fixture.quotas.read(tess)).toEqual({
      quota: { requests: 2, days: 7 },
      left: 2,
      next_at: null,
    })
    await ask(tess, 1)
    fixture.clock.advance(DAY)
    await ask(tess, 2)
    expect(await fixture.quotas.read(tess)).toMatchObject({ left: 0, next_at: '2026-06-08T12:00:00.000Z' })
    await expect(ask(tess, 3)).rejects.toMatchObject({
      code: 'quota_exceeded',
      status: 429,
      params: { limit: 2, days: 7, next_at: '2026-06-08T12:00:00.000Z' },
      headers: { 'retry-after': String((6 * DAY) / 1000) },
    })
    fixture.clock.advance(6 * DAY)
    expect(await fixture.quotas.read(tess)).toMatchObject({ left: 1, next_at: '2026-06-09T12:00:00.000Z' })
    await ask(tess, 3)
    expect(await leftOf(tess)).toBe(0)
  })

  it('count requests by hand as well', async () => {
    const write = (title: string) =>
      fixture.handMade.create(uma, {
        title,
        author: ['Ada Moor'],
        narrator: [],
        subtitle: null,
        publish_date: null,
        info: null,
      })
    await write('One')
    await ask(uma, 1)
    await expect(write('Two')).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect((await fixture.handMade.list(uma)).map(({ book }) => book.title)).toEqual(['One'])
  })

  it('are never exceeded by concurrent requests', async () => {
    const codes = await outcomesOf([1, 2, 3, 4, 5].map((n) => ask(tess, n)))
    expect(codes.toSorted()).toEqual(['done', 'done', 'quota_exceeded', 'quota_exceeded', 'quota_exceeded'])
    expect(await leftOf(tess)).toBe(0)
  })

  it('apply to no administrator', async () => {
    for (let n = 1; n <= 5; n++) await ask(admin, n)
    expect(await fixture.quotas.read(admin)).toEqual({ quota: null, left: null, next_at: null })
  })

  it('of one person override those of the role', async () => {
    await setOwn(tess, { requests: 1, days: 30 })
    await setOwn(uma, 'unlimited')
    await ask(tess, 1)
    await expect(ask(tess, 2)).rejects.toMatchObject({
      code: 'quota_exceeded',
      params: { limit: 1, days: 30 },
    })
    for (let n = 1; n <= 5; n++) await ask(uma, n)
    expect(await leftOf(uma)).toBeNull()
  })

  describe('are given back', () => {
    it('by a decline, whatever it took back', async () => {
      await ask(uma, 1)
      await ask(tess, 2)
      await fixture.decisions.decline(admin, bookNo(1))
      await fixture.decisions.decline(admin, bookNo(2), { username: 'Tess' })
      expect([await leftOf(uma), await leftOf(tess)]).toEqual([2, 2])
    })

    it('by withdrawing a request that waits', async () => {
      await ask(uma, 1)
      await ask(tess, 2)
      await setWork(2, 'not_found')
      await fixture.requests.remove(uma, bookNo(1))
      await fixture.requests.remove(tess, bookNo(2))
      expect([await leftOf(uma), await leftOf(tess)]).toEqual([2, 2])
    })

    it('by an administrator who withdraws it for everyone', async () => {
      await ask(uma, 1)
      await ask(tess, 1)
      await fixture.requests.remove(admin, bookNo(1))
      expect([await leftOf(uma), await leftOf(tess)]).toEqual([2, 2])
    })

    it('not by withdrawing a grabbed one, which counts once when it is requested again', async () => {
      await ask(tess, 1)
      await setWork(1, 'grabbed')
      await fixture.requests.remove(tess, bookNo(1))
      expect(await leftOf(tess)).toBe(1)
      await ask(tess, 1)
      expect(await leftOf(tess)).toBe(1)
    })

    it('not by withdrawing one that is being sent to a download client', async () => {
      await ask(tess, 1)
      await ask(tess, 2)
      await setWork(2, 'searching')
      await send(2)
      await fixture.requests.remove(tess, bookNo(2))
      expect(await leftOf(tess)).toBe(0)
    })
  })

  it('are used again by a new request after a decline', async () => {
    await ask(uma, 1)
    await fixture.decisions.decline(admin, bookNo(1))
    await ask(uma, 1)
    expect(await leftOf(uma)).toBe(1)
  })

  it('let as many of a series through as fit, and say why the others do not', async () => {
    await ask(tess, 1)
    const answer = await fixture.bulk.request(tess, [1, 2, 3, 4].map(bookNo), { region: undefined })
    expect(answer.done).toEqual([bookNo(2)])
    expect(answer.failed.map(({ asin, code }) => [asin, code])).toEqual([
      [bookNo(1), 'already_requested'],
      [bookNo(3), 'quota_exceeded'],
      [bookNo(4), 'quota_exceeded'],
    ])
    expect(answer.quota.left).toBe(0)
  })

  it('are what counts, even if the catalogue is down, for a book that does not fit', async () => {
    await ask(tess, 1)
    await ask(tess, 2)
    fixture.takeDown()
    const error = await ask(tess, 3).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
  })
})
