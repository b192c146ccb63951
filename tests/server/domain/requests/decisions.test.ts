import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { FulfilmentState } from '#contract/books'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'
import { addUser } from '#tests/support/records'
import { requestsOfEachTest } from './requests.fixture'

onEachDatabase('decisions', (database) => {
  const { fixture, admin, tess, uma } = requestsOfEachTest(database)
  let ulf: CurrentUser
  let asin: string

  beforeEach(async () => {
    ulf = await addUser(database(), 'Ulf', 'untrusted')
    asin = fixture.publish().asin
  })

  /** Requests the book for each person, a minute apart, so that the order is known. */
  async function ask(...users: CurrentUser[]) {
    for (const user of users) {
      fixture.clock.advance(60_000)
      await fixture.requests.create(user, asin)
    }
  }

  async function stood() {
    const { requests, fulfilments } = database().tables
    const rows = await database().read.select().from(requests).orderBy(requests.createdAt)
    const [work] = await database().read.select().from(fulfilments)
    return {
      requests: Object.fromEntries(rows.map(({ userId, status }) => [userId, status])),
      work: work?.state ?? null,
    }
  }

  async function setWork(state: FulfilmentState) {
    const { fulfilments } = database().tables
    await database().write(async (transaction) => {
      await transaction.update(fulfilments).set({ state }).where(eq(fulfilments.asin, asin))
    })
  }

  const history = async () =>
    (await fixture.timeline.list(asin)).map(({ kind, actor, detail }) => [kind, actor, detail])

  describe('approving', () => {
    it('starts the fulfilment, is logged for each person and sent to them', async () => {
      await ask(uma, ulf)
      fixture.clock.advance(60_000)
      await fixture.decisions.approve(admin, asin)
      expect(await stood()).toEqual({ requests: { Uma: 'approved', Ulf: 'approved' }, work: 'waiting' })
      const written = (await history()).slice(2)
      expect(written).toHaveLength(2)
      for (const user of ['Uma', 'Ulf']) expect(written).toContainEqual(['approved', 'Root', { user }])
      expect(fixture.told.at(-1)).toMatchObject({
        event: 'onRequestApproved',
        requesterIds: ['Uma', 'Ulf'],
        book: { asin, title: 'The Salt Road' },
        reason: null,
      })
      expect(fixture.announced.at(-1)).toMatchObject({ event: { topic: 'requests', asin }, admins: true })
      expect(fixture.announced.at(-1)?.userIds.toSorted()).toEqual(['Ulf', 'Uma'])
    })

    it('one person starts the fulfilment and leaves the others waiting for approval', async () => {
      await ask(uma, ulf)
      await fixture.decisions.approve(admin, asin, { username: 'uLF' })
      expect(await stood()).toEqual({ requests: { Uma: 'pending', Ulf: 'approved' }, work: 'waiting' })
      expect(fixture.told.at(-1)?.requesterIds).toEqual(['Ulf'])
    })

    it('calls the workers when everything is stored', async () => {
      await ask(uma)
      const called = new Promise<void>((resolve) => fixture.demand.onWake(resolve))
      await fixture.decisions.approve(admin, asin)
      await called
    })

    it('does not restart what has begun', async () => {
      await ask(uma, tess)
      await setWork('grabbed')
      await fixture.decisions.approve(admin, asin)
      expect(await stood()).toEqual({ requests: { Tess: 'approved', Uma: 'approved' }, work: 'grabbed' })
    })

    it('is refused if no one waits, no one requested, or the person did not', async () => {
      await expect(fixture.decisions.approve(admin, asin)).rejects.toMatchObject({
        code: 'not_requested',
        status: 404,
        message: 'No one has requested this audiobook.',
      })
      await ask(tess)
      await expect(fixture.decisions.approve(admin, asin)).rejects.toMatchObject({
        code: 'nothing_to_decide',
        status: 409,
      })
      await expect(fixture.decisions.approve(admin, asin, { username: 'Uma' })).rejects.toMatchObject({
        code: 'not_requested',
      })
      expect(await history()).toHaveLength(1)
      expect(fixture.told).toHaveLength(1)
    })

    it('reverses a decline, which is forgiven', async () => {
      await ask(uma)
      await fixture.decisions.decline(admin, asin)
      await fixture.decisions.approve(admin, asin, { username: 'Uma' })
      expect(await stood()).toEqual({ requests: { Uma: 'approved' }, work: 'waiting' })
      await fixture.requests.remove(uma, asin)
      expect((await stood()).requests).toEqual({})
    })

    it('many times at once decides once', async () => {
      await ask(uma)
      const outcomes = await outcomesOf(
        Array.from({ length: 5 }, () => fixture.decisions.approve(admin, asin)),
      )
      expect(outcomes).toEqual(['done', ...Array<string>(4).fill('nothing_to_decide')])
      expect((await history()).filter(([kind]) => kind === 'approved')).toHaveLength(1)
      expect(fixture.told.filter(({ event }) => event === 'onRequestApproved')).toHaveLength(1)
    })
  })

  describe('declining', () => {
    it('tells the person why, starts nothing and is logged', async () => {
      await ask(uma)
      await fixture.decisions.decline(admin, asin, { reason: 'We have it already' })
      expect(await stood()).toEqual({ requests: { Uma: 'declined' }, work: null })
      expect((await history()).at(-1)).toEqual([
        'declined',
        'Root',
        { user: 'Uma', reason: 'We have it already' },
      ])
      expect(fixture.told.at(-1)).toMatchObject({
        event: 'onRequestDeclined',
        requesterIds: ['Uma'],
        reason: 'We have it already',
      })
      const { books } = await fixture.requests.list(uma, {
        filter: 'all',
        sort: 'date',
        order: 'desc',
        offset: 0,
      })
      expect(books[0]).toMatchObject({
        book: { status: 'declined' },
        requests: [{ status: 'declined', reason: 'We have it already' }],
      })
    })

    it('leaves the fulfilment to those who are approved', async () => {
      await ask(uma, tess)
      await fixture.decisions.decline(admin, asin)
      expect(await stood()).toEqual({ requests: { Tess: 'approved', Uma: 'declined' }, work: 'waiting' })
    })

    it('the last approved request ends the fulfilment before a release was grabbed', async () => {
      await ask(uma, tess)
      await fixture.decisions.decline(admin, asin, { username: 'Tess' })
      expect(await stood()).toEqual({ requests: { Tess: 'declined', Uma: 'pending' }, work: null })
    })

    it.each(['grab_unconfirmed', 'grabbed', 'available'] as const)(
      'the last approved request keeps the history of a book that is %s',
      async (state) => {
        await ask(tess)
        await setWork(state)
        await fixture.decisions.decline(admin, asin, { username: 'Tess' })
        expect(await stood()).toEqual({ requests: { Tess: 'declined' }, work: state })
      },
    )
  })

  it('a new request notifies of everyone who has requested', async () => {
    await ask(uma)
    await ask(ulf)
    expect(fixture.told.at(-1)).toMatchObject({
      event: 'onNewRequest',
      requesterIds: ['Ulf'],
      namedOnlyIds: ['Uma', 'Ulf'],
    })
  })

  describe('someone who was declined', () => {
    beforeEach(async () => {
      await ask(tess)
      await fixture.decisions.decline(admin, asin, { username: 'Tess', reason: 'Too long' })
    })

    it('can request again once, and waits for approval though trusted', async () => {
      const again = await fixture.requests.create(tess, asin)
      expect(again).toMatchObject({
        book: { status: 'waiting_for_approval' },
        requests: [{ status: 'pending', reason: null }],
      })
      expect(await stood()).toEqual({ requests: { Tess: 'pending' }, work: null })
      expect(fixture.told.at(-1)).toMatchObject({ event: 'onNewRequest', requesterIds: ['Tess'] })
    })

    it('is refused with the reason after the second time', async () => {
      await fixture.requests.create(tess, asin)
      await fixture.decisions.decline(admin, asin, { reason: 'Still too long' })
      await expect(fixture.requests.create(tess, asin)).rejects.toMatchObject({
        code: 'declined_for_good',
        status: 409,
        message:
          'Your request for this audiobook was declined twice, so you cannot request it again: Still too long',
      })
    })

    it('gains nothing by withdrawing', async () => {
      await fixture.requests.remove(tess, asin)
      expect((await stood()).requests).toEqual({ Tess: 'declined' })
      await fixture.requests.create(tess, asin)
      await fixture.requests.remove(tess, asin)
      expect((await stood()).requests).toEqual({ Tess: 'declined' })
      const again = await fixture.requests.create(tess, asin)
      expect(again.requests[0]?.status).toBe('pending')
    })

    it('starts over when an administrator removes the request', async () => {
      fixture.clock.advance(60_000)
      await fixture.requests.remove(admin, asin)
      expect((await history()).at(-1)).toEqual(['withdrawn', 'Root', { user: 'Tess' }])
      const again = await fixture.requests.create(tess, asin)
      expect(again.requests[0]?.status).toBe('approved')
    })

    it('requests many times at once and waits once', async () => {
      const outcomes = await outcomesOf(Array.from({ length: 5 }, () => fixture.requests.create(tess, asin)))
      expect(outcomes).toEqual([...Array<string>(4).fill('already_requested'), 'done'])
      expect((await stood()).requests).toEqual({ Tess: 'pending' })
    })
  })

  it('a decision and a withdrawal at the same moment leave a fulfilment exactly if someone is approved', async () => {
    const asins = Array.from({ length: 8 }, (_, index) => fixture.publish({ asin: `B00000010${index}` }).asin)
    for (const one of asins) await fixture.requests.create(uma, one)
    await Promise.allSettled(
      asins.flatMap((one) => [fixture.decisions.approve(admin, one), fixture.requests.remove(uma, one)]),
    )
    const { requests, fulfilments } = database().tables
    const wanted = await database().read.select().from(requests).where(eq(requests.status, 'approved'))
    const worked = await database().read.select().from(fulfilments)
    expect(worked.map((work) => work.asin).toSorted()).toEqual(wanted.map((own) => own.asin).toSorted())
  })

  describe('in bulk', () => {
    it('do the same to each book, whatever happens to the others', async () => {
      await ask(uma)
      const second = fixture.publish({ asin: 'B000000002' }).asin
      await fixture.requests.create(tess, second)
      const answer = await fixture.bulk.change(admin, {
        action: 'approve',
        asins: ['B000000404', asin, second, asin],
      })
      expect(answer).toEqual({
        done: [asin],
        failed: [
          {
            asin: 'B000000404',
            code: 'not_requested',
            params: { why: 'nobody' },
            detail: 'No one has requested this audiobook.',
          },
          {
            asin: second,
            code: 'nothing_to_decide',
            params: { title: 'The Salt Road' },
            detail: 'There is no request for The Salt Road that this would change.',
          },
        ],
      })
      expect((await stood()).requests['Uma']).toBe('approved')
    })

    it('decline with one reason for all', async () => {
      await ask(uma, ulf)
      const answer = await fixture.bulk.change(admin, { action: 'decline', asins: [asin], reason: 'No room' })
      expect(answer.done).toEqual([asin])
      expect(fixture.told.at(-1)).toMatchObject({ requesterIds: ['Uma', 'Ulf'], reason: 'No room' })
    })

    it('remove everyone’s requests', async () => {
      await ask(uma, tess)
      const answer = await fixture.bulk.change(admin, { action: 'remove', asins: [asin, 'B000000404'] })
      expect(answer).toEqual({ done: [asin, 'B000000404'], failed: [] })
      expect(await stood()).toEqual({ requests: {}, work: null })
    })

    it('mark as available', async () => {
      await ask(tess)
      fixture.missing.add('B000000404')
      const answer = await fixture.bulk.change(admin, { action: 'downloaded', asins: [asin, 'B000000404'] })
      expect(answer).toMatchObject({ done: [asin], failed: [{ asin: 'B000000404', code: 'not_requested' }] })
      expect(fixture.marked).toEqual([{ user: admin, asin }])
    })
  })
})
