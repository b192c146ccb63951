import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FulfilmentState } from '#contract/books'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { requestsOver } from './requests.fixture'

const UNDER_WAY: readonly FulfilmentState[] = [
  'waiting',
  'searching',
  'not_found',
  'grab_unconfirmed',
  'grabbed',
  'downloading',
  'failed',
]

onEachDatabase('requesting what others requested', (database) => {
  let admin: CurrentUser
  let trusted: CurrentUser
  let untrusted: CurrentUser
  let other: CurrentUser

  beforeEach(async () => {
    admin = await addUser(database(), 'Root', 'admin')
    trusted = await addUser(database(), 'Tess', 'trusted')
    untrusted = await addUser(database(), 'Uma', 'untrusted')
    other = await addUser(database(), 'Otto', 'untrusted')
  })

  async function setFulfilment(asin: string, state: FulfilmentState) {
    const { fulfilments } = database().tables
    await database().write(async (transaction) => {
      await transaction.update(fulfilments).set({ state }).where(eq(fulfilments.asin, asin))
    })
  }
  async function fulfilmentOf(asin: string) {
    const { fulfilments } = database().tables
    const [row] = await database().read.select().from(fulfilments).where(eq(fulfilments.asin, asin))
    return row
  }

  it.each(UNDER_WAY)('joins an approved fulfilment that is %s, without a new approval', async (state) => {
    const { requests, publish } = requestsOver(database())
    const { asin } = publish()
    await requests.create(trusted, asin)
    await setFulfilment(asin, state)
    expect(await requests.create(untrusted, asin)).toMatchObject({
      book: { status: state },
      requests: [{ user_username: 'Uma', status: 'approved' }],
    })
    // It continues when the first person leaves, because it was approved.
    await requests.remove(trusted, asin)
    expect((await fulfilmentOf(asin))?.state).toBe(state)
  })

  describe('waits for approval where no one else’s request is approved:', () => {
    it('it waits itself', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish()
      await requests.create(other, asin)
      expect(await requests.create(untrusted, asin)).toMatchObject({
        book: { status: 'waiting_for_approval' },
        requests: [{ status: 'pending' }],
      })
      expect(await fulfilmentOf(asin)).toBeUndefined()
    })

    it('it was declined, even after it had been approved', async () => {
      const { requests, decisions, publish } = requestsOver(database())
      const { asin } = publish()
      await requests.create(other, asin)
      await decisions.approve(admin, asin)
      await decisions.decline(admin, asin, { username: 'Otto' })
      expect(await requests.create(untrusted, asin)).toMatchObject({ requests: [{ status: 'pending' }] })
      expect(await fulfilmentOf(asin)).toBeUndefined()
    })

    it('it was withdrawn', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish()
      await requests.create(trusted, asin)
      await requests.remove(trusted, asin)
      expect(await requests.create(untrusted, asin)).toMatchObject({ requests: [{ status: 'pending' }] })
      expect(await fulfilmentOf(asin)).toBeUndefined()
    })

    it.each(['grab_unconfirmed', 'grabbed', 'downloading'] as const)(
      'it was withdrawn while it is %s',
      async (state) => {
        const { requests, publish } = requestsOver(database())
        const { asin } = publish()
        await requests.create(trusted, asin)
        await setFulfilment(asin, state)
        await requests.remove(trusted, asin)
        expect(await requests.create(untrusted, asin)).toMatchObject({
          book: { status: state },
          requests: [{ status: 'pending' }],
        })
      },
    )

    it('its person has left', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish()
      await requests.create(trusted, asin)
      await setFulfilment(asin, 'grabbed')
      const { users } = database().tables
      await database().write(async (transaction) => {
        await transaction.delete(users).where(eq(users.id, trusted.id))
      })
      expect(await requests.create(untrusted, asin)).toMatchObject({ requests: [{ status: 'pending' }] })
    })

    it('one’s own was declined, whatever others have', async () => {
      const { requests, decisions, publish } = requestsOver(database())
      const { asin } = publish()
      await requests.create(untrusted, asin)
      await decisions.decline(admin, asin, { username: 'Uma' })
      await requests.create(trusted, asin)
      expect(await requests.create(untrusted, asin)).toMatchObject({ requests: [{ status: 'pending' }] })
    })

    it('the approved one is withdrawn at the same moment', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish()
      await requests.create(trusted, asin)
      const [joined] = await Promise.all([requests.create(untrusted, asin), requests.remove(trusted, asin)])
      // Either it joined first, and the fulfilment continues for it, or it came second and waits.
      const status = joined.requests[0]?.status
      expect((await fulfilmentOf(asin)) !== undefined).toBe(status === 'approved')
    })
  })

  describe('a book in the library', () => {
    async function shelved() {
      const over = requestsOver(database())
      const { asin } = over.publish()
      await over.requests.create(trusted, asin)
      await setFulfilment(asin, 'available')
      return { ...over, asin }
    }

    it('is refused to members, without asking the catalogue', async () => {
      const { requests, takeDown, asin } = await shelved()
      takeDown()
      for (const again of [false, true]) {
        await expect(requests.create(untrusted, asin, { again })).rejects.toMatchObject({
          code: 'already_available',
          status: 409,
        })
      }
      await expect(requests.create(trusted, asin)).rejects.toMatchObject({ code: 'already_requested' })
      expect(
        (await requests.list(untrusted, { filter: 'all', sort: 'date', order: 'desc', offset: 0 })).total,
      ).toBe(0)
    })

    it('is refused to members even if it arrives while the catalogue answers', async () => {
      const over = requestsOver(database(), {})
      const { asin } = over.publish()
      await over.requests.create(trusted, asin)
      const requesting = over.requests.create(untrusted, asin)
      await setFulfilment(asin, 'available')
      const outcome = await requesting.then(
        ({ requests: [own] }) => own?.status,
        ({ code }: { code: string }) => code,
      )
      expect(['approved', 'already_available']).toContain(outcome)
    })

    it('stays there if an administrator requests it', async () => {
      const { requests, asin } = await shelved()
      expect(await requests.create(admin, asin)).toMatchObject({ book: { status: 'available' } })
    })

    it('is searched from the start if an administrator wants it again, even one who has it', async () => {
      const { requests, asin } = await shelved()
      expect(await requests.create(admin, asin, { again: true })).toMatchObject({
        book: { status: 'waiting', downloaded: false },
        requester_count: 2,
      })
      await setFulfilment(asin, 'available')
      expect(await requests.create(admin, asin, { again: true })).toMatchObject({
        book: { status: 'waiting' },
        requester_count: 2,
      })
    })
  })
})
