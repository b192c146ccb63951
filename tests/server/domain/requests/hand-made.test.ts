import { describe, expect, it } from 'vitest'
import { handMadeBody } from '#contract/hand-made'
import { wishesBody } from '#contract/wishes'
import { listRequestsQuery } from '#contract/requests'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'
import { requestsOfEachTest } from './requests.fixture'

const written = (fields: Record<string, unknown> = {}) =>
  handMadeBody.parse({ title: 'Songs of the Marsh', author: 'Ada Moor', ...fields })

onEachDatabase('hand-made requests', (database) => {
  const { fixture, admin, tess, uma } = requestsOfEachTest(database)
  const titles = async (user: CurrentUser, query: Record<string, string> = {}) => {
    const { books } = await fixture.requests.list(user, listRequestsQuery.parse(query))
    return books.map(({ book }) => book.title)
  }

  it('are requests like others: shown, started, logged and announced', async () => {
    const body = written({
      author: 'Ada Moor, Ben Hale',
      narrator: 'Cy Oak',
      publish_date: '1998',
      info: 'Radio',
    })
    const made = await fixture.handMade.create(tess, body)
    expect(made).toMatchObject({
      id: made.book.asin,
      info: 'Radio',
      book: {
        title: 'Songs of the Marsh',
        authors: ['Ada Moor', 'Ben Hale'],
        narrators: ['Cy Oak'],
        release_date: '1998-01-01',
        runtime_length_min: null,
        hand_made: true,
        status: 'waiting',
      },
      requests: [{ user_username: 'Tess', status: 'approved' }],
    })
    expect(await titles(tess)).toEqual(['Songs of the Marsh'])
    expect(await fixture.handMade.list(tess)).toEqual([made])
    expect(await fixture.timeline.list(made.id)).toMatchObject([{ kind: 'requested', actor: 'Tess' }])
    expect(fixture.told).toMatchObject([
      {
        event: 'onNewRequest',
        requesterIds: ['Tess'],
        book: { asin: made.id },
      },
    ])
    expect(fixture.announced).toEqual([
      { event: { topic: 'requests', asin: made.id }, admins: true, userIds: ['Tess'] },
    ])
  })

  it('include wishes', async () => {
    const wishes = wishesBody.parse({ format: 'm4b' })
    const made = await fixture.handMade.create(tess, { ...written(), wishes })
    expect(made.requests).toMatchObject([{ wishes }])
    expect((await fixture.books.find(tess, made.id)).conditions).toMatchObject({ format: 'm4b' })
  })

  it('of untrusted people wait for approval, and are approved like others', async () => {
    const { id, book } = await fixture.handMade.create(uma, written())
    expect(book.status).toBe('waiting_for_approval')
    await fixture.decisions.approve(admin, id)
    expect((await fixture.handMade.list(uma))[0]?.book.status).toBe('waiting')
  })

  it('are found in the list by their words', async () => {
    await fixture.handMade.create(tess, written({ narrator: 'Zoë Hart' }))
    expect(await titles(tess, { q: 'zoe marsh' })).toEqual(['Songs of the Marsh'])
  })

  describe('of one person', () => {
    it('are visible to administrators and to no one else', async () => {
      const { id } = await fixture.handMade.create(tess, written())
      const catalogued = fixture.publish({ title: 'The Salt Road' })
      await fixture.requests.create(uma, catalogued.asin)
      expect(await titles(admin)).toHaveLength(2)
      expect((await fixture.handMade.list(admin)).map((made) => made.id)).toEqual([id])
      expect(await fixture.handMade.list(uma)).toEqual([])
      expect(await titles(uma)).toEqual(['The Salt Road'])
      expect(await titles(uma, { q: 'marsh' })).toEqual([])
      expect((await fixture.requests.counts(uma)).total).toBe(1)
    })

    it('do not exist for others', async () => {
      const { id } = await fixture.handMade.create(tess, written())
      const refusal = { code: 'not_requested', status: 404 }
      await expect(fixture.handMade.update(uma, id, written({ title: 'Mine' }))).rejects.toMatchObject(
        refusal,
      )
      await expect(fixture.handMade.remove(uma, id)).rejects.toMatchObject(refusal)
      await expect(fixture.books.find(uma, id)).rejects.toMatchObject(refusal)
      await fixture.requests.remove(uma, id)
      for (const other of [uma, admin]) {
        await expect(fixture.requests.create(other, id)).rejects.toMatchObject({
          code: 'not_in_region',
          status: 404,
        })
      }
      expect((await fixture.handMade.list(tess))[0]?.book.title).toBe('Songs of the Marsh')
    })

    it('may be seen by that person and by administrators, like catalogue books by everyone', async () => {
      const { id } = await fixture.handMade.create(tess, written())
      const known = await Promise.all([tess, admin, uma].map((user) => fixture.books.canSee(user, id)))
      expect(known).toEqual([true, true, false])
      expect(await fixture.books.storedCover(tess, id)).toMatchObject({ title: 'Songs of the Marsh' })
      expect(await fixture.books.storedCover(uma, id)).toBeNull()
      expect(await fixture.books.canSee(uma, 'B000000001')).toBe(true)
    })
  })

  describe('created twice', () => {
    it('by the same person are refused, however they are spelled', async () => {
      await fixture.handMade.create(tess, written())
      await expect(
        fixture.handMade.create(tess, written({ title: 'SONGS of the  marsh!', author: 'Áda Moor' })),
      ).rejects.toMatchObject({ code: 'already_written_down', status: 409 })
      await fixture.handMade.create(tess, written({ author: 'Ben Hale' }))
      await fixture.handMade.create(uma, written())
      expect(await fixture.handMade.list(admin)).toHaveLength(3)
    })

    it('at once leave one', async () => {
      const outcomes = await outcomesOf(
        Array.from({ length: 5 }, () => fixture.handMade.create(tess, written())),
      )
      expect(outcomes).toEqual([...Array<string>(4).fill('already_written_down'), 'done'])
    })

    it('are allowed after the first was withdrawn', async () => {
      const { id } = await fixture.handMade.create(tess, written())
      await fixture.handMade.remove(tess, id)
      const again = await fixture.handMade.create(tess, written())
      expect(again.id).not.toBe(id)
    })
  })

  describe('edited', () => {
    it('by the owner or an administrator show the correction, even to a search', async () => {
      const { id } = await fixture.handMade.create(tess, written())
      await fixture.handMade.update(tess, id, written({ title: 'Songs of the Salt Marsh', info: 'Tape' }))
      expect(await fixture.handMade.list(tess)).toMatchObject([
        { id, info: 'Tape', book: { title: 'Songs of the Salt Marsh' } },
      ])
      await fixture.handMade.update(admin, id, written({ title: 'Marsh Songs' }))
      expect(await titles(tess, { q: 'marsh songs' })).toEqual(['Marsh Songs'])
      expect(await titles(tess, { q: 'salt' })).toEqual([])
      expect(fixture.announced.at(-1)).toMatchObject({ event: { asin: id }, userIds: ['Tess'] })
    })

    it('keep an administrator’s version, if someone untrusted requested it', async () => {
      const { id } = await fixture.handMade.create(uma, written())
      await fixture.handMade.update(uma, id, written({ title: 'Songs of the Salt Marsh' }))
      await fixture.decisions.approve(admin, id)
      await fixture.handMade.update(uma, id, written({ title: 'Songs of the Salt Marsh', info: 'Tape' }))
      await expect(
        fixture.handMade.update(uma, id, written({ title: 'Another Book' })),
      ).rejects.toMatchObject({ code: 'approved_as_written', status: 409 })
      await fixture.handMade.update(admin, id, written({ title: 'Marsh Songs' }))
      expect((await fixture.handMade.list(uma))[0]?.book.title).toBe('Marsh Songs')
    })

    it('keep the approved version if a trusted person’s request is not approved automatically', async () => {
      const { id } = await fixture.handMade.create(tess, written())
      await fixture.settings.set('approval', { roles: { untrusted: true, trusted: false }, rules: [] })
      const other = written({ title: 'Another Book' })
      await expect(fixture.handMade.update(tess, id, other)).rejects.toMatchObject({
        code: 'approved_as_written',
      })
      const free = await fixture.handMade.create(uma, written())
      await fixture.handMade.update(uma, free.id, other)
      expect(await titles(uma)).toEqual(['Another Book'])
    })

    it('get another cover address, for a drawing of the title', async () => {
      const { id, book } = await fixture.handMade.create(tess, written())
      fixture.clock.advance(1000)
      await fixture.handMade.update(tess, id, written({ title: 'Marsh Songs' }))
      expect((await fixture.handMade.list(tess))[0]?.book.cover_image).not.toBe(book.cover_image)
    })

    it('into another of the same person are refused, and unchanged if nothing changes', async () => {
      const { id } = await fixture.handMade.create(tess, written())
      await fixture.handMade.create(tess, written({ title: 'Other' }))
      await fixture.handMade.update(tess, id, written())
      await expect(fixture.handMade.update(admin, id, written({ title: 'other' }))).rejects.toMatchObject({
        code: 'already_written_down',
      })
    })
  })

  it('are withdrawn by their owner', async () => {
    const { id } = await fixture.handMade.create(tess, written())
    await fixture.handMade.remove(tess, id)
    expect(await fixture.handMade.list(admin)).toEqual([])
    await expect(fixture.handMade.remove(tess, id)).rejects.toMatchObject({ code: 'not_requested' })
    expect(await database().read.$count(database().tables.fulfilments)).toBe(0)
  })

  it('that were declined can be requested once more without the catalogue', async () => {
    const { id } = await fixture.handMade.create(tess, written())
    await fixture.decisions.decline(admin, id, { username: 'Tess' })
    fixture.takeDown()
    const again = await fixture.requests.create(tess, id)
    expect(again).toMatchObject({ book: { hand_made: true, status: 'waiting_for_approval' } })
    expect((await fixture.handMade.list(tess))[0]?.book.title).toBe('Songs of the Marsh')
  })

  it('are marked as available, and no other book is by the same call', async () => {
    const { id } = await fixture.handMade.create(tess, written())
    await fixture.handMade.markAvailable(admin, id)
    expect(fixture.marked).toEqual([{ user: admin, asin: id }])
    const { asin } = fixture.publish()
    await fixture.requests.create(tess, asin)
    for (const other of [asin, 'H000000000']) {
      await expect(fixture.handMade.markAvailable(admin, other)).rejects.toMatchObject({
        code: 'not_requested',
      })
    }
  })
})
