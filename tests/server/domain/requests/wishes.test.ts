import { beforeEach, describe, expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import { wishesBody } from '#contract/wishes'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import {
  fulfilmentOver,
  handDriven,
  later,
  offer,
  type HandDriven,
} from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { requestsOver } from './requests.fixture'

const wishes = (some: Parameters<typeof wishesBody.parse>[0]) => wishesBody.parse(some)
const M4B = wishes({ format: 'm4b' })
const MP3 = wishes({ format: 'mp3' })
const mp3 = () => offer({ guid: 'mp3', title: 'The Salt Road by Ada Moor, read by Ben Hale [MP3 128 kbps]' })

onEachDatabase('wishes', (database) => {
  let admin: CurrentUser
  let tess: CurrentUser
  let uma: CurrentUser
  let driven: HandDriven
  let feature: ReturnType<typeof requestsOver>
  let server: ReturnType<typeof fulfilmentOver>
  let asin: string

  beforeEach(async () => {
    admin = await addUser(database(), 'Root', 'admin')
    tess = await addUser(database(), 'Tess', 'trusted')
    uma = await addUser(database(), 'Uma', 'untrusted')
    driven = handDriven()
    driven.behaviour.search = async () => [offer()]
    feature = requestsOver(database())
    server = fulfilmentOver(database(), { driven, clock: feature.clock })
    await server.settings.patch({ auto_download: true })
    asin = feature.publish().asin
  })

  describe('of a request', () => {
    it('are stored with it, for administrators and their owner', async () => {
      const own = await feature.requests.create(uma, asin, {
        wishes: wishes({ note: 'Soon', format: 'mp3' }),
      })
      expect(own.requests).toMatchObject([{ status: 'pending', wishes: { note: 'Soon', format: 'mp3' } }])
      feature.clock.advance(1000)
      await feature.requests.create(tess, asin)
      expect((await feature.books.find(tess, asin)).requests).toMatchObject([{ wishes: null }])
      expect((await feature.books.find(admin, asin)).requests).toMatchObject([
        { wishes: { note: 'Soon' } },
        { wishes: null },
      ])
    })

    it('apply once it is approved, and are shown to those who requested the book', async () => {
      await feature.requests.create(uma, asin, { wishes: MP3 })
      expect((await feature.books.find(uma, asin)).conditions).toBeNull()
      await feature.decisions.approve(admin, asin)
      await feature.requests.create(tess, asin, { wishes: wishes({ format: 'm4b', unabridged: true }) })
      expect((await feature.books.find(tess, asin)).conditions).toMatchObject({
        format: 'mp3',
        unabridged: false,
      })
      expect((await feature.books.find(admin, asin)).conditions).not.toBeNull()
      const stranger = await addUser(database(), 'Otto', 'untrusted')
      expect((await feature.books.find(stranger, asin)).conditions).toBeNull()
    })

    it('are changed and removed only by their owner', async () => {
      await feature.requests.create(tess, asin, { wishes: M4B })
      await feature.wishes.change(tess, asin, MP3)
      expect((await feature.books.find(tess, asin)).conditions).toMatchObject({ format: 'mp3' })
      await feature.wishes.change(tess, asin, wishes({}))
      expect(await feature.books.find(tess, asin)).toMatchObject({
        conditions: null,
        requests: [{ wishes: null }],
      })
      await expect(feature.wishes.change(uma, asin, MP3)).rejects.toMatchObject({ code: 'not_requested' })
    })

    it('restart nothing if they are unchanged', async () => {
      await feature.requests.create(tess, asin, { wishes: MP3 })
      await server.run()
      const before = [await server.standing(asin), (await feature.books.find(tess, asin)).timeline]
      for (const _ of [1, 2]) await feature.wishes.change(tess, asin, MP3)
      expect([await server.standing(asin), (await feature.books.find(tess, asin)).timeline]).toEqual(before)
    })

    it('appear in the activity, for their owner and administrators', async () => {
      await feature.requests.create(tess, asin, { wishes: M4B })
      await feature.wishes.change(tess, asin, wishes({}))
      await feature.requests.create(uma, asin)
      const ofWishes = [
        { kind: 'requested', actor: 'Tess', detail: { wishes: M4B } },
        { kind: 'wishes_changed', actor: 'Tess', detail: { wishes: null } },
      ]
      const seenBy = async (user: typeof tess) => (await feature.books.find(user, asin)).timeline
      expect(await seenBy(tess)).toMatchObject(ofWishes)
      const ofTess = (await seenBy(admin)).filter(({ actor }) => actor === 'Tess')
      expect(ofTess).toMatchObject(ofWishes)
      expect(JSON.stringify(await seenBy(uma))).not.toContain('wishes')
    })

    it('come from the latest request of someone who was declined', async () => {
      await feature.requests.create(uma, asin, { wishes: MP3 })
      await feature.decisions.decline(admin, asin)
      const again = await feature.requests.create(uma, asin)
      expect(again.requests).toMatchObject([{ status: 'pending', wishes: null }])
    })
  })

  describe('in search results', () => {
    it('prevent a grab of a release that does not meet them', async () => {
      await feature.requests.create(tess, asin, { wishes: MP3 })
      await server.run()
      expect(await server.standing(asin)).toMatchObject({ state: 'not_found' })
      expect(await server.grabs()).toEqual([])
    })

    it('choose the release that meets them', async () => {
      driven.behaviour.search = async () => [offer(), mp3()]
      await feature.requests.create(tess, asin, { wishes: MP3 })
      await server.run()
      expect(await server.grabs()).toEqual(['mp3 grabbed'])
    })

    it('cause results to be judged again when they change, without another search', async () => {
      await feature.requests.create(tess, asin, { wishes: MP3 })
      await server.run()
      const searches = driven.queries.length
      await feature.wishes.change(tess, asin, M4B)
      expect(await server.standing(asin)).toMatchObject({ state: 'waiting', nextAttemptAt: null })
      await server.run()
      expect(await server.grabs()).toEqual(['good grabbed'])
      expect(driven.queries).toHaveLength(searches)
    })

    it('of a request that is approved after others count once these have left', async () => {
      await feature.requests.create(uma, asin, { wishes: M4B })
      feature.clock.advance(1000)
      await feature.requests.create(tess, asin, { wishes: MP3 })
      await feature.decisions.approve(admin, asin)
      await server.run()
      expect(await server.standing(asin)).toMatchObject({ state: 'not_found' })
      await feature.requests.remove(tess, asin)
      await server.run()
      expect(await server.grabs()).toEqual(['good grabbed'])
    })

    it('of someone who joins stop nothing, and count once their request is the only one', async () => {
      const conditions = async () => (await feature.books.find(uma, asin)).conditions
      await feature.requests.create(tess, asin)
      feature.clock.advance(1000)
      await feature.requests.create(uma, asin, { wishes: MP3 })
      expect(await conditions()).toBeNull()
      await server.run()
      expect(await server.grabs()).toEqual(['good grabbed'])
      await feature.requests.remove(tess, asin)
      expect(await conditions()).toMatchObject({ format: 'mp3' })
    })

    it('of someone who joined stop nothing for the next one, even after the first one has left', async () => {
      await feature.requests.create(tess, asin)
      await feature.requests.create(uma, asin, { wishes: MP3 })
      const next = await addUser(database(), 'Otto', 'untrusted')
      await feature.requests.create(next, asin)
      await feature.requests.remove(tess, asin)
      await server.run()
      expect(await server.grabs()).toEqual(['good grabbed'])
    })

    it('of someone who asked first but was approved after others stop nothing', async () => {
      await feature.requests.create(uma, asin, { wishes: MP3 })
      feature.clock.advance(1000)
      await feature.requests.create(tess, asin)
      feature.clock.advance(1000)
      await feature.decisions.approve(admin, asin)
      expect((await feature.books.find(uma, asin)).conditions).toBeNull()
      await server.run()
      expect(await server.grabs()).toEqual(['good grabbed'])
    })

    it('of the one who is left are their own, whoever joins then', async () => {
      await feature.requests.create(tess, asin)
      await feature.requests.create(uma, asin, { wishes: MP3 })
      await feature.requests.remove(tess, asin)
      await feature.requests.create(tess, asin)
      expect((await feature.books.find(uma, asin)).conditions).toMatchObject({ format: 'mp3' })
    })

    it('of requests approved together are those of the one made first', async () => {
      const next = await addUser(database(), 'Otto', 'untrusted')
      await feature.requests.create(uma, asin, { wishes: MP3 })
      feature.clock.advance(1000)
      await feature.requests.create(next, asin, { wishes: M4B })
      await feature.decisions.approve(admin, asin)
      expect((await feature.books.find(uma, asin)).conditions).toMatchObject({ format: 'mp3' })
    })

    it('of someone who is declined and approved again after others stop nothing', async () => {
      await feature.requests.create(tess, asin, { wishes: MP3 })
      await feature.requests.create(uma, asin)
      await feature.decisions.decline(admin, asin, { username: 'Tess' })
      await feature.decisions.approve(admin, asin, { username: 'Tess' })
      expect((await feature.books.find(tess, asin)).conditions).toBeNull()
    })

    it('of a withdrawn request count for the next search, if a person has planned when', async () => {
      await feature.requests.create(tess, asin, { wishes: MP3 })
      feature.clock.advance(1000)
      await feature.requests.create(uma, asin)
      await server.run()
      const tomorrow = new Date(feature.clock.read().getTime() + 24 * 60 * 60_000)
      await server.adminActions.retry(admin, asin, tomorrow)
      await feature.requests.remove(tess, asin)
      expect(await server.standing(asin)).toMatchObject({ asked: true, nextAttemptAt: tomorrow })
    })

    it('of a request that is withdrawn during a manual grab count if it is refused', async () => {
      driven.behaviour.search = async () => [offer(), offer({ guid: 'other', title: 'Gardening [M4B]' })]
      await feature.requests.create(tess, asin, { wishes: MP3 })
      feature.clock.advance(1000)
      await feature.requests.create(uma, asin)
      await server.run()
      const answer = later<undefined>()
      driven.behaviour.grab = async ({ guid }) => {
        if (guid === 'good') return { state: 'grabbed' }
        await answer.promise
        return { state: 'rejected', status: 400, cause: causeOf('other', { text: 'No' }) }
      }
      const grabbing = server.manualGrab('Root', asin, { guid: 'other', indexerId: 1 })
      await expect.poll(() => driven.posted.length).toBe(1)
      await feature.requests.remove(tess, asin)
      answer.resolve(undefined)
      await expect(grabbing).rejects.toMatchObject({ code: 'grab_rejected' })
      await server.run()
      expect(await server.grabs()).toEqual(['good grabbed', 'other rejected'])
    })

    it.each([
      ['withdrawn', () => feature.requests.remove(tess, asin)],
      ['declined', () => feature.decisions.decline(admin, asin, { username: 'Tess' })],
      ['deleted with its person', () => database().write((within) => feature.withdrawAllOf(within, tess))],
    ])('of a request that is %s no longer hold a release back', async (_, end) => {
      await feature.requests.create(tess, asin, { wishes: MP3 })
      feature.clock.advance(1000)
      await feature.requests.create(uma, asin)
      await server.run()
      expect(await server.standing(asin)).toMatchObject({ state: 'not_found' })
      const searches = driven.queries.length
      await end()
      await server.run()
      expect(await server.grabs()).toEqual(['good grabbed'])
      expect(driven.queries).toHaveLength(searches)
    })

    it.each([
      ['to others', null, MP3, []],
      ['to none', MP3, wishes({}), ['good grabbed']],
    ])('count in their latest form if they change %s during a search', async (_, before, after, grabs) => {
      const [began, answer] = [later<undefined>(), later<ReturnType<typeof offer>[]>()]
      driven.behaviour.search = () => {
        began.resolve(undefined)
        return answer.promise
      }
      await feature.requests.create(tess, asin, { ...(before && { wishes: before }) })
      const ended = server.run()
      await began.promise
      await feature.wishes.change(tess, asin, after)
      answer.resolve([offer()])
      await ended
      await server.run()
      expect(await server.grabs()).toEqual(grabs)
    })

    it('are refused once a release was grabbed', async () => {
      await feature.requests.create(tess, asin)
      await server.run()
      expect(await server.grabs()).toEqual(['good grabbed'])
      await expect(feature.wishes.change(tess, asin, MP3)).rejects.toMatchObject({ code: 'wishes_too_late' })
    })
  })
})
