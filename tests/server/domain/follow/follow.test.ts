import { like } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { MAX_FOLLOWS, type FollowBody } from '#contract/follows'
import { bulkInsert } from '#scripts/lib/bulk-insert'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { followOver } from './follow.fixture'

const DAY = 24 * 60 * 60_000
const PAGE = { limit: 50, offset: 0 }
const SERIES = { kind: 'series', asin: 'B0SERIES01', requests: false } as const
const AUTHOR = { kind: 'author', name: 'Ada Moor', requests: false } as const

onEachDatabase('following', (database) => {
  let tess: CurrentUser
  let uma: CurrentUser
  let fixture: ReturnType<typeof followOver>

  beforeEach(async () => {
    tess = await addUser(database(), 'Tess', 'trusted')
    uma = await addUser(database(), 'Uma', 'untrusted')
    fixture = followOver(database())
    fixture.publish({ asin: 'B000000001', releaseDate: '2020-05-01' })
  })

  const follow = (user: CurrentUser, wanted: FollowBody) => fixture.follows.follow(user, wanted)
  const inboxOf = async (user: CurrentUser) =>
    (await fixture.inbox.list(user, PAGE)).items.map(({ book, code }) => `${book.asin} ${code}`)
  /** A day later, checks everything that is followed. */
  async function checkTomorrow() {
    fixture.clock.advance(DAY)
    while (await fixture.check()) continue
  }

  it('checks although the last check was in the future, because the clock was wrong', async () => {
    await follow(tess, SERIES)
    await checkTomorrow()
    const before = fixture.queries.length
    fixture.clock.advance(-DAY - 60_000)
    expect(await fixture.check()).toBe(true)
    expect(fixture.queries.length).toBe(before + 1)
  })

  it('lists what a person follows, and no one else’s', async () => {
    const series = await follow(tess, SERIES)
    await follow(tess, AUTHOR)
    await follow(uma, { ...AUTHOR, kind: 'narrator', name: 'Ben Hale' })
    expect(await fixture.follows.list(tess)).toMatchObject([
      { kind: 'author', name: 'Ada Moor', asin: null, region: 'us', requests: false },
      { id: series.id, kind: 'series', name: 'Harbour Tales', asin: 'B0SERIES01' },
    ])
    expect(await fixture.follows.list(uma)).toMatchObject([{ kind: 'narrator', name: 'Ben Hale' }])
  })

  it('twice counts once, however the name is written, and keeps the later choice about requests', async () => {
    const first = await follow(tess, AUTHOR)
    const second = await follow(tess, { ...AUTHOR, name: 'ADA MOOR', requests: true })
    expect(second).toMatchObject({ id: first.id, requests: true })
    expect(await fixture.follows.list(tess)).toHaveLength(1)
    expect(await fixture.follows.change(tess, first.id, false)).toMatchObject({ requests: false })
  })

  it('can be changed and ended only by the follower', async () => {
    const { id } = await follow(tess, SERIES)
    await expect(fixture.follows.change(uma, id, true)).rejects.toMatchObject({ code: 'unknown_follow' })
    await expect(fixture.follows.unfollow(uma, id)).rejects.toMatchObject({ code: 'unknown_follow' })
    await fixture.follows.unfollow(tess, id)
    expect(await fixture.follows.list(tess)).toEqual([])
    await expect(fixture.follows.unfollow(tess, id)).rejects.toMatchObject({ code: 'unknown_follow' })
  })

  it('reports what is new, once for each follower', async () => {
    await follow(tess, SERIES)
    await follow(tess, AUTHOR)
    await follow(uma, SERIES)
    expect(await fixture.check()).toBe(true)
    expect(await fixture.check()).toBe(true)
    expect(await fixture.check()).toBe(false)
    expect(await inboxOf(tess)).toEqual([])
    fixture.publish({ asin: 'B000000002', title: 'The Tide Clerk', releaseDate: '2026-06-02' })
    await checkTomorrow()
    expect(await inboxOf(tess)).toEqual(['B000000002 book_released'])
    expect((await fixture.inbox.list(uma, PAGE)).items).toMatchObject([
      {
        code: 'book_released',
        followed: 'Harbour Tales',
        book: { title: 'The Tide Clerk', authors: ['Ada Moor'], release_date: '2026-06-02', region: 'us' },
        actions: ['request'],
        read: false,
        outcome: null,
      },
    ])
    expect(
      fixture.sent.map(({ event, requesterIds, announced }) => ({
        event,
        announced,
        to: requesterIds.toSorted(),
      })),
    ).toContainEqual({ event: 'onNewBook', announced: false, to: expect.arrayContaining(['Uma']) })
    expect(fixture.sent.flatMap(({ requesterIds }) => requesterIds).toSorted()).toEqual(['Tess', 'Uma'])
    const told = fixture.announced.filter(({ event }) => event.topic === 'inbox')
    expect(told.flatMap(({ userIds }) => userIds).toSorted()).toEqual(['Tess', 'Uma'])
  })

  it('updates the follower’s open pages: at its start, at its end, and with what a check found', async () => {
    const told = async (work: () => Promise<unknown>) => {
      fixture.announced.length = 0
      await work()
      return fixture.announced.map(({ event, userIds }) => `${event.topic} ${userIds.length}`)
    }
    const calls: string[] = []
    const leave = fixture.followChecks.onWake(() => calls.push('check'))
    const series = await follow(tess, SERIES)
    expect(fixture.announced).toEqual([{ event: { topic: 'follows' }, userIds: [tess.id] }])
    await follow(uma, SERIES)
    expect(calls).toEqual(['check', 'check'])
    leave()
    expect(await told(fixture.check)).toEqual(['follows 2'])
    fixture.clock.advance(DAY)
    expect(await told(fixture.check)).toEqual([])
    fixture.publish({ asin: 'B000000002', releaseDate: '2026-06-02' })
    fixture.clock.advance(DAY)
    expect(await told(fixture.check)).toEqual(['follows 2', 'inbox 2'])
    expect(await told(() => fixture.follows.change(tess, series.id, true))).toEqual(['follows 1'])
    expect(await told(() => fixture.follows.unfollow(tess, series.id))).toEqual(['follows 1'])
    expect(calls).toEqual(['check', 'check'])
  })

  it('reports when a book is announced, and when it comes out', async () => {
    await follow(tess, SERIES)
    await fixture.check()
    fixture.publish({ asin: 'B000000002', releaseDate: '2026-06-04' })
    await checkTomorrow()
    expect(await inboxOf(tess)).toEqual(['B000000002 book_announced'])
    await checkTomorrow()
    expect(await inboxOf(tess)).toHaveLength(1)
    await checkTomorrow()
    expect(await inboxOf(tess)).toEqual(['B000000002 book_released', 'B000000002 book_announced'])
  })

  it('asks the catalogue once a day for what many follow, and stops when no one does', async () => {
    const [one, other] = [await follow(tess, AUTHOR), await follow(uma, AUTHOR)]
    await fixture.check()
    await checkTomorrow()
    expect(fixture.queries).toEqual(['author Ada Moor us', 'author Ada Moor us'])
    await fixture.follows.unfollow(tess, one.id)
    await fixture.follows.unfollow(uma, other.id)
    await checkTomorrow()
    expect(fixture.queries).toHaveLength(2)
  })

  it('leaves nothing of a short follow, which would delay others', async () => {
    for (const name of ['Ben Hale', 'Cora Lind', 'Dan Moss']) {
      await fixture.follows.unfollow(uma, (await follow(uma, { ...AUTHOR, name })).id)
    }
    await follow(tess, AUTHOR)
    await fixture.check()
    expect(fixture.queries).toEqual(['author Ada Moor us'])
    expect(await database().read.select().from(database().tables.followed)).toHaveLength(1)
  })

  it('continues if someone starts to follow what another unfollows', async () => {
    const { id } = await follow(tess, AUTHOR)
    await Promise.all([fixture.follows.unfollow(tess, id), follow(uma, AUTHOR)])
    expect(await fixture.follows.list(tess)).toEqual([])
    expect(await fixture.follows.list(uma)).toMatchObject([{ name: 'Ada Moor' }])
  })

  it('keeps the first spelling of a name, whoever writes it otherwise', async () => {
    await follow(tess, AUTHOR)
    expect(await follow(uma, { ...AUTHOR, name: '!!! ada..moor !!!' })).toMatchObject({ name: 'Ada Moor' })
    expect(await fixture.follows.list(tess)).toMatchObject([{ name: 'Ada Moor' }])
    await fixture.check()
    expect(fixture.queries).toEqual(['author Ada Moor us'])
  })

  it('has a limit, even for concurrent follows', async () => {
    const { followed, follows } = database().tables
    const at = new Date(0)
    await bulkInsert(database(), followed, MAX_FOLLOWS - 1, (n) => ({
      ...{ id: `author ${n}`, kind: 'author', region: 'us', key: `author ${n}`, name: `Author ${n}` },
      ...{ dueAt: at, failures: 0 },
    }))
    await bulkInsert(database(), follows, MAX_FOLLOWS - 1, (n) => ({
      ...{ id: `follow ${n}`, userId: tess.id, followedId: `author ${n}`, requests: false, since: at },
    }))
    const names = ['Ben Hale', 'Cora Lind', 'Dan Moss', 'Eve Rook']
    const answers = await Promise.allSettled(names.map((name) => follow(tess, { ...AUTHOR, name })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await fixture.follows.list(tess)).toHaveLength(MAX_FOLLOWS)
  })

  it('retries an hour after the catalogue failed, and later each time', async () => {
    await follow(tess, SERIES)
    await fixture.check()
    fixture.publish({ asin: 'B000000002', releaseDate: '2026-06-02' })
    fixture.clock.advance(DAY)
    fixture.state.broken = new Error('the catalogue is down')
    await fixture.check()
    expect(await fixture.check()).toBe(false)
    fixture.clock.advance(DAY / 24)
    fixture.state.broken = null
    fixture.state.stale = 'catalogue_down'
    expect(await fixture.check()).toBe(true)
    fixture.clock.advance(DAY / 24)
    expect(await fixture.check()).toBe(false)
    fixture.state.stale = null
    fixture.clock.advance(DAY / 24)
    await fixture.check()
    expect(await inboxOf(tess)).toEqual(['B000000002 book_released'])
  })

  it('is checked by one instance at a time', async () => {
    await follow(tess, SERIES)
    const signal = new AbortController().signal
    const meanwhile: boolean[] = []
    fixture.state.during = async () => void meanwhile.push(await fixture.other.followChecks.checkNext(signal))
    expect(await fixture.check()).toBe(true)
    expect(meanwhile).toEqual([false])
  })

  it('leaves its findings to the instance that took over', async () => {
    await follow(tess, SERIES)
    await fixture.check()
    fixture.publish({ asin: 'B000000002', releaseDate: '2026-06-02' })
    fixture.clock.advance(DAY)
    const signal = new AbortController().signal
    fixture.state.during = async () => {
      fixture.state.during = () => Promise.resolve()
      fixture.clock.advance(60_000)
      await fixture.other.followChecks.checkNext(signal)
    }
    await fixture.check()
    expect(await inboxOf(tess)).toEqual(['B000000002 book_released'])
    expect(fixture.announced.filter(({ event }) => event.topic === 'inbox')).toHaveLength(1)
  })

  it('is resumed if an instance was killed in the middle of a check, and reported once', async () => {
    await follow(tess, SERIES)
    await fixture.check()
    fixture.publish({ asin: 'B000000002', releaseDate: '2026-06-02' })
    fixture.clock.advance(DAY)
    const killed = new AbortController()
    fixture.state.during = () => new Promise(() => undefined)
    void fixture.followChecks.checkNext(killed.signal)
    await expect.poll(() => fixture.queries.length).toBe(2)
    killed.abort()
    fixture.state.during = () => Promise.resolve()
    expect(await fixture.check()).toBe(false)
    fixture.clock.advance(60_000)
    expect(await fixture.check()).toBe(true)
    expect(await inboxOf(tess)).toEqual(['B000000002 book_released'])
  })

  it('takes as many statements for 500 followers as for one', async () => {
    await follow(tess, AUTHOR)
    await follow(tess, SERIES)
    const { users, follows } = database().tables
    const [series] = await database().read.select().from(follows).where(like(follows.followedId, 'series%'))
    const many = { role: 'trusted', root: false, createdAt: new Date(0), updatedAt: new Date(0) }
    await bulkInsert(database(), users, 500, (at) => ({
      ...many,
      id: `reader ${at}`,
      username: `reader ${at}`,
      usernameKey: `reader ${at}`,
    }))
    await bulkInsert(database(), follows, 500, (at) => ({
      ...series,
      id: `follow ${at}`,
      userId: `reader ${at}`,
    }))
    while (await fixture.check()) continue
    fixture.publish({ asin: 'B000000002', releaseDate: '2026-06-02' })
    fixture.clock.advance(DAY)
    const [one, other] = [await fixture.countingCheck(), await fixture.countingCheck()]
    expect(one).toBeGreaterThan(0)
    expect(other).toBe(one)
    expect(fixture.sent.flatMap(({ requesterIds }) => requesterIds)).toHaveLength(501)
  })

  it('keeps an inbox that counts unread items', async () => {
    await follow(tess, SERIES)
    await fixture.check()
    fixture.publish({ asin: 'B000000002', releaseDate: '2026-06-02' })
    fixture.publish({ asin: 'B000000003', releaseDate: '2026-06-01' })
    await checkTomorrow()
    expect(await fixture.inbox.count(tess)).toEqual({ unread: 2 })
    const [first] = (await fixture.inbox.list(tess, PAGE)).items
    expect(await fixture.inbox.markRead(uma, [first?.id ?? ''])).toEqual({ unread: 0 })
    expect(await fixture.inbox.count(tess)).toEqual({ unread: 2 })
    expect(await fixture.inbox.markRead(tess, [first?.id ?? ''])).toEqual({ unread: 1 })
    expect(await fixture.inbox.markRead(tess)).toEqual({ unread: 0 })
    fixture.clock.advance(181 * DAY)
    await fixture.inbox.prune()
    expect(await fixture.inbox.list(tess, PAGE)).toEqual({ items: [], total: 0 })
  })
})
