import { beforeEach, expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import { defineCausedProblem } from '#server/errors/problem'
import type { LibraryFeature } from '#server/domain/library/feature'
import { onEachDatabase } from '#tests/support/databases'
import { book, item, libraryOver } from './library.fixture'

const down = defineCausedProblem('connection_unreachable', 503)
const never = () => new AbortController().signal

onEachDatabase('The copy of a media server’s library', (database) => {
  let world: ReturnType<typeof libraryOver>
  let library: LibraryFeature
  beforeEach(() => {
    world = libraryOver(database)
    library = world.create()
  })

  const owns = async (...asins: string[]) => {
    const owned = await library.owned.among(
      asins.map((asin) => book(asin, { title: asin, authors: ['Ada Moor'] })),
    )
    return asins.filter((asin) => owned.has(asin))
  }
  const titled = (title: string) => item(title, { title })

  it('is made by one walk and used without asking the server', async () => {
    world.server.pages = [[titled('One'), titled('Two')], [titled('Three')]]
    await library.refresh(never())
    expect(await owns('One', 'Two', 'Three', 'Four')).toEqual(['One', 'Two', 'Three'])
    await library.refresh(never())
    expect(world.server.walks).toBe(1)
    expect(world.server.noted).toEqual([{ ok: true }])
  })

  it('is walked again after an hour, and loses what is gone', async () => {
    world.server.pages = [[titled('One'), titled('Two')]]
    await library.refresh(never())
    world.pass(61)
    world.server.pages = [[titled('Two'), titled('Three')]]
    await library.refresh(never())
    expect(await owns('One', 'Two', 'Three')).toEqual(['Two', 'Three'])
  })

  it('is walked again although the last walk was in the future, because the clock was wrong', async () => {
    world.pass(24 * 60)
    await library.refresh(never())
    world.pass(-24 * 60)
    world.server.pages = [[titled('One')]]
    await library.refresh(never())
    expect(await owns('One')).toEqual(['One'])
  })

  it('remembers absent items, so that they are not new when they return', async () => {
    const [one] = [titled('One')]
    const seen = async () =>
      (await library.owned.among([book('One', { title: 'One' })])).get('One')?.[0]?.item
    world.server.pages = [[one, titled('Two')]]
    await library.refresh(never())
    const before = await seen()
    expect(before).toMatchObject({ leftAt: null, returnedAt: null })
    world.server.pages = [[titled('Two')]]
    world.pass(61)
    await library.refresh(never())
    expect(await owns('One', 'Two')).toEqual(['Two'])
    expect(await library.items.find(['c1/One'])).toEqual([])
    const changes = world.changes()
    world.server.pages = [[one, titled('Two')]]
    world.pass(61)
    await library.refresh(never())
    expect(world.changes()).toBe(changes + 1)
    expect(await seen()).toMatchObject({
      firstSeenAt: before?.firstSeenAt,
      leftAt: new Date('2026-03-01T13:01:00Z'),
      returnedAt: new Date('2026-03-01T14:02:00Z'),
    })
    world.pass(61)
    await library.refresh(never())
    expect(world.changes()).toBe(changes + 1)
    world.server.pages = []
    world.pass(61)
    await library.refresh(never())
    expect(await owns('One', 'Two')).toEqual([])
  })

  it('forgets items absent for three months', async () => {
    world.server.pages = [[titled('One'), titled('Two')]]
    await library.refresh(never())
    world.server.pages = [[titled('Two')]]
    world.pass(61)
    await library.refresh(never())
    world.pass(91 * 24 * 60)
    await library.refresh(never())
    world.server.pages = [[titled('One'), titled('Two')]]
    world.pass(61)
    await library.refresh(never())
    const owned = await library.owned.among([book('One', { title: 'One' })])
    expect(owned.get('One')?.[0]?.item).toMatchObject({ leftAt: null, returnedAt: null })
  })

  it('believes only after an hour that most of it has disappeared at once', async () => {
    const titles = Array.from({ length: 50 }, (_, at) => `Volume${at}`)
    world.server.pages = [titles.map(titled)]
    await library.refresh(never())
    world.server.pages = [titles.slice(0, 20).map(titled)]
    world.pass(61)
    await library.refresh(never())
    const cause = causeOf('library_shrank', { service: 'Shelf', missing: 30, total: 50 })
    expect(world.server.noted.at(-1)).toEqual({ cause })
    expect(await owns(...titles)).toEqual(titles)
    world.pass(30)
    await library.refresh(never())
    expect(await owns(...titles)).toEqual(titles)
    world.pass(31)
    await library.refresh(never())
    expect(await owns(...titles)).toEqual(titles.slice(0, 20))
    expect(world.server.noted.at(-1)).toEqual({ ok: true })
  })

  it('believes it no sooner after a change of settings that select the same', async () => {
    const titles = Array.from({ length: 50 }, (_, at) => `Volume${at}`)
    world.server.pages = [titles.map(titled)]
    await library.refresh(never())
    world.server.pages = []
    for (let change = 0; change < 3; change += 1) {
      world.reopen()
      world.pass(1)
      await library.refresh(never())
    }
    expect(world.server.walks).toBe(4)
    expect(await owns(...titles)).toEqual(titles)
  })

  it('believes it at once if the connection’s settings select something else', async () => {
    const titles = Array.from({ length: 50 }, (_, at) => `Volume${at}`)
    world.server.pages = [titles.map(titled)]
    await library.refresh(never())
    world.server.pages = [titles.slice(0, 20).map(titled)]
    world.reopen('other shelves')
    world.pass(1)
    await library.refresh(never())
    expect(await owns(...titles)).toEqual(titles.slice(0, 20))
  })

  it('is renewed when a server starts, unless that was done minutes ago', async () => {
    world.server.pages = [[titled('One')]]
    await library.refresh(never())
    world.pass(4)
    await world.create().refresh(never())
    expect(world.server.walks).toBe(1)
    world.pass(2)
    await world.create().refresh(never())
    expect(world.server.walks).toBe(2)
  })

  it('is renewed once more ten minutes after a scan', async () => {
    world.server.pages = [[titled('One')]]
    await library.refresh(never())
    world.pass(2)
    expect(await library.checkNewest(new Date('2026-03-01T12:01:00Z'), never())).toMatchObject({
      scanned: ['Shelf'],
    })
    world.pass(9)
    await library.refresh(never())
    expect(world.server.walks).toBe(1)
    world.pass(1)
    await library.refresh(never())
    expect(world.server.walks).toBe(2)
    world.pass(1)
    await library.refresh(never())
    expect(world.server.walks).toBe(2)
  })

  it('is renewed ten minutes after the first scan, however many follow', async () => {
    world.server.pages = [[titled('One')]]
    await library.refresh(never())
    for (let minute = 0; minute < 24; minute += 3) {
      world.pass(3)
      await library.checkNewest(new Date(Date.UTC(2026, 2, 1, 12, minute + 3)), never())
      await library.refresh(never())
    }
    expect(world.server.scans).toBe(8)
    expect(world.server.walks).toBe(2)
    world.pass(6)
    await library.refresh(never())
    expect(world.server.walks).toBe(3)
  })

  it('follows a changed title', async () => {
    world.server.pages = [[item('i', { title: 'Wrong' })]]
    await library.refresh(never())
    world.pass(61)
    world.server.pages = [[item('i', { title: 'Right' })]]
    await library.refresh(never())
    expect(await owns('Wrong', 'Right')).toEqual(['Right'])
  })

  it('loses nothing by a walk that breaks off, says why and retries after five minutes', async () => {
    world.server.pages = [[titled('One')], [titled('Two')]]
    await library.refresh(never())
    world.pass(61)
    const cause = causeOf('timed_out', { service: 'Shelf', seconds: 20 })
    world.server.breaksAfter = { pages: 1, error: down(cause) }
    await library.refresh(never())
    expect(world.server.noted.at(-1)).toEqual({ cause })
    expect(await owns('One', 'Two')).toEqual(['One', 'Two'])
    world.server.breaksAfter = null
    world.server.pages = [[titled('One')]]
    world.pass(4)
    await library.refresh(never())
    expect(await owns('One', 'Two')).toEqual(['One', 'Two'])
    world.pass(2)
    await library.refresh(never())
    expect(await owns('One', 'Two')).toEqual(['One'])
  })

  it('is walked by only one instance at a time', async () => {
    world.server.pages = [[titled('One')]]
    const other = world.create()
    world.server.beforePage = async () => {
      world.server.beforePage = () => Promise.resolve()
      await other.refresh(never())
    }
    await library.refresh(never())
    expect(world.server.walks).toBe(1)
  })

  it('stays unchanged if the server stops in the middle', async () => {
    world.server.pages = [[titled('One')], [titled('Two')]]
    await library.refresh(never())
    world.pass(61)
    const stop = new AbortController()
    world.server.pages = [[titled('Three')], [titled('Four')]]
    world.server.beforePage = () => {
      stop.abort(new Error('The server stops'))
      return Promise.resolve()
    }
    await library.refresh(stop.signal)
    expect(await owns('One', 'Two')).toEqual(['One', 'Two'])
    expect(world.server.noted).toEqual([{ ok: true }])
  })

  it('counts for nothing while the connection is switched off, and is not new when it returns', async () => {
    world.server.pages = [[titled('One')]]
    await library.refresh(never())
    const seenAt = async () =>
      (await library.owned.among([book('One', { title: 'One' })]))
        .get('One')
        ?.map(({ item }) => item.firstSeenAt)
    const before = await seenAt()
    expect(before).toHaveLength(1)
    const changes = world.changes()
    world.server.connected = false
    world.pass(1)
    await library.refresh(never())
    expect(world.changes()).toBe(changes + 1)
    expect(await owns('One')).toEqual([])
    expect(await library.matches.isSetUp()).toBe(false)
    expect(await library.matches.list(book('One', { title: 'One' }))).toEqual([])
    expect(await library.matches.list(book('Two', { title: 'Two' }), 'One')).toEqual([])
    expect(await library.items.find(['c1/One'])).toEqual([])
    world.server.connected = true
    world.pass(120)
    await library.refresh(never())
    expect(world.changes()).toBe(changes + 2)
    expect(await seenAt()).toEqual(before)
  })

  it('is forgotten with its connection', async () => {
    world.server.pages = [[titled('One')]]
    await library.refresh(never())
    world.server.removed = true
    await library.refresh(never())
    world.server.removed = false
    world.server.connected = false
    await library.refresh(never())
    world.server.connected = true
    world.server.pages = []
    expect(await owns('One')).toEqual([])
    expect(await library.listWalks()).toEqual([])
  })

  it('is kept while its connection may be added again, and counts for nothing meanwhile', async () => {
    world.server.pages = [[titled('One')]]
    await library.refresh(never())
    const [before] = await library.items.find(['c1/One'])
    world.server.removed = true
    world.server.kept = true
    await library.refresh(never())
    expect(await owns('One')).toEqual([])
    world.server.removed = false
    world.reopen()
    world.pass(60 * 24)
    await library.refresh(never())
    expect(await owns('One')).toEqual(['One'])
    expect(await library.items.find(['c1/One'])).toEqual([before])
    expect(world.server.walks).toBe(2)
  })

  it('is renewed at once if the connection’s settings have changed', async () => {
    world.server.pages = [[titled('One')]]
    await library.refresh(never())
    world.server.pages = [[titled('Two')]]
    world.reopen()
    world.pass(1)
    await library.refresh(never())
    expect(await owns('One', 'Two')).toEqual(['Two'])
  })

  it('is retried five minutes after a failure with changed settings', async () => {
    world.server.pages = [[titled('One')]]
    await library.refresh(never())
    world.server.pages = [[titled('Two')]]
    world.server.breaksAfter = {
      pages: 0,
      error: down(causeOf('timed_out', { service: 'Shelf', seconds: 20 })),
    }
    world.reopen()
    world.pass(1)
    await library.refresh(never())
    world.server.breaksAfter = null
    world.pass(4)
    await library.refresh(never())
    expect(await owns('One', 'Two')).toEqual(['One'])
    world.pass(1)
    await library.refresh(never())
    expect(await owns('One', 'Two')).toEqual(['Two'])
  })

  it('is not read again for a failure after which another instance has read it', async () => {
    world.server.pages = [[titled('One')]]
    await library.refresh(never())
    world.pass(61)
    const cause = causeOf('timed_out', { service: 'Shelf', seconds: 20 })
    world.server.breaksAfter = { pages: 0, error: down(cause) }
    await library.refresh(never())
    world.server.breaksAfter = null
    world.pass(1)
    await world.create().refresh(never())
    const { walks } = world.server
    world.pass(6)
    await library.refresh(never())
    expect(world.server.walks).toBe(walks)
    world.pass(60)
    await library.refresh(never())
    expect(world.server.walks).toBe(walks + 1)
  })

  it('learns the newest items without a walk, and a walk in progress does not lose them', async () => {
    world.server.pages = [[titled('One')]]
    world.server.newest = [titled('New'), titled('One')]
    world.server.beforePage = async () => {
      world.pass(1)
      await library.checkNewest(new Date(0), never())
    }
    await library.refresh(never())
    expect(world.server.walks).toBe(1)
    expect(await owns('One', 'New')).toEqual(['One', 'New'])
  })
})

onEachDatabase('The match of a book', (database) => {
  let library: LibraryFeature
  beforeEach(async () => {
    const world = libraryOver(database)
    library = world.create()
    world.server.pages = [
      [
        item('a'),
        item('b', { asin: 'B00EXACT01', title: 'Something Else' }),
        item('c', { authors: ['Ben Hale'] }),
      ],
    ]
    await library.refresh(never())
  })

  const owned = async (asin: string) =>
    (await library.owned.among([book(asin)])).get(asin)?.map(({ item, why }) => [item.id, why])
  const say = (said: 'is' | 'is_not', asin: string, itemId: string) =>
    database().write((within) =>
      library.corrections.save(within, { asin, itemId, said, actor: 'admin', at: new Date() }),
    )

  it('is returned with the reason, the surest first', async () => {
    expect(await owned('B00EXACT01')).toEqual([
      ['c1/b', 'same_asin'],
      ['c1/a', 'title_author_and_length'],
    ])
    expect(await owned('B00OTHER01')).toEqual([['c1/a', 'title_author_and_length']])
  })

  it('can be corrected, both ways, and back', async () => {
    await say('is_not', 'B00OTHER01', 'c1/a')
    expect(await owned('B00OTHER01')).toBeUndefined()
    await say('is', 'B00OTHER01', 'c1/c')
    expect(await owned('B00OTHER01')).toEqual([['c1/c', 'corrected']])
    await database().write((within) =>
      library.corrections.forget(within, { asin: 'B00OTHER01', itemId: 'c1/c' }),
    )
    expect(await owned('B00OTHER01')).toBeUndefined()
  })
})
