import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { KEY, startAudiobookshelf, type AudiobookshelfFake } from '#fakes/libraries/audiobookshelf'
import { createAudiobookshelf } from '#server/domain/integrations/drivers/audiobookshelf'
import type { StoredSettings } from '#server/domain/integrations/settings.rules'
import type { OpenLibrary } from '#server/domain/library/library.types'
import { onEachDatabase } from '#tests/support/databases'
import { createGate } from '#tests/support/gate'
import { standingClock } from '#tests/support/records'
import {
  ASIN,
  fulfilmentOver,
  lesser,
  offer,
  type TestFulfilment,
} from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { HASH, handDrivenClient } from '#tests/server/domain/fulfilment/track/client.fixture'
import { settingsOf } from '#tests/server/domain/integrations/drivers/access.fixture'
import { arrivalsOver } from './arrival.fixture'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BOOK = { id: 'salt', title: 'The Salt Road', authors: ['Ada Moor'], duration: 36_000 }

onEachDatabase('A book that arrives in the library', (database) => {
  let clock: ReturnType<typeof standingClock>
  let server: TestFulfilment
  let shelf: AudiobookshelfFake
  let client: ReturnType<typeof handDrivenClient>
  let noted: unknown[]

  beforeEach(() => {
    clock = standingClock()
    noted = []
    client = handDrivenClient()
    server = fulfilmentOver(database(), { clock, clients: [client.open] })
  })

  async function shelfWith(settings: StoredSettings = {}): Promise<OpenLibrary> {
    shelf = await startAudiobookshelf()
    const fake = shelf
    onTestFinished(() => fake.close())
    const driver = createAudiobookshelf({ fetch: globalThis.fetch, userAgent: 'Earmark/test' })
    const address = { audiobookshelf_base_url: fake.url, audiobookshelf_api_key: KEY }
    const { access } = settingsOf(driver, { ...address, ...settings })
    return { id: 'shelf', name: 'Shelf', contents: '', library: driver.open(access) }
  }

  /** One instance of the server; several share the database. */
  function instance(libraries: readonly OpenLibrary[], events = server.libraryEvents) {
    return arrivalsOver(database(), {
      clock: clock.read,
      events,
      libraries,
      note: (outcome) => void noted.push(outcome),
    })
  }

  /** Grabs a release, and completes its download. */
  async function complete(): Promise<void> {
    await server.settings.patch({ auto_download: true })
    server.behaviour.search = async () => [offer({ info_hash: HASH }), lesser('second')]
    await server.want()
    await server.run()
    client.show({ state: 'completed', progress: 1 })
    await server.tracking.pollDue()
    expect(await server.history()).toContain('download_completed')
    clock.advance(MINUTE)
  }

  const told = (event: string) => server.told.filter((one) => one.event === event)
  const state = async () => (await server.standing())?.state
  const requestStatuses = async () => {
    const { read, tables } = database()
    return (await read.select({ status: tables.requests.status }).from(tables.requests)).map(
      ({ status }) => status,
    )
  }

  it('is scanned for, found and available, and everyone waiting is notified once with the link', async () => {
    const one = instance([await shelfWith()])
    await one.walk()
    await complete()
    shelf.put(BOOK)
    await one.look()
    expect(shelf.scans()).toBe(1)
    expect(await state()).toBe('available')
    expect(told('onAvailable')).toMatchObject([{ link: `${shelf.url}/item/salt` }])
    expect((await server.history()).at(-1)).toBe('arrived')
    clock.advance(10 * MINUTE)
    await one.look()
    expect(told('onAvailable')).toHaveLength(1)
    expect(shelf.scans()).toBe(1)
  })

  it('is found by a later check, and the library is asked once to scan', async () => {
    const one = instance([await shelfWith()])
    await one.walk()
    await complete()
    await one.look()
    clock.advance(MINUTE)
    await one.look()
    expect(await state()).toBe('downloading')
    shelf.add(BOOK)
    clock.advance(MINUTE)
    await one.look()
    expect(await state()).toBe('available')
    expect(shelf.scans()).toBe(1)
  })

  it('is scanned for by another instance if the first one is killed before it has an answer', async () => {
    const library = await shelfWith()
    const scanning = createGate()
    const scan = async () => {
      await scanning.pass()
      return true
    }
    await instance([library]).walk()
    await complete()
    shelf.put(BOOK)
    void instance([{ ...library, library: { ...library.library, scan } }]).look()
    await scanning.arrived
    clock.advance(MINUTE)
    await instance([library]).look()
    expect(shelf.scans()).toBe(1)
    expect(await state()).toBe('available')
  })

  it('is checked once a minute by one of two instances, and reported once', async () => {
    const library = await shelfWith()
    const other = fulfilmentOver(database(), { clock, driven: server, clients: [client.open] })
    const both = [instance([library]), instance([library], other.libraryEvents)]
    await both[0]?.walk()
    await complete()
    shelf.put(BOOK)
    let pages = 0
    shelf.beforePage(() => void pages++)
    await Promise.all(both.map(({ look }) => look()))
    for (const { look } of both) await look()
    expect(shelf.scans()).toBe(1)
    expect(pages).toBe(1)
    clock.advance(5 * MINUTE)
    await Promise.all(both.map(({ look }) => look()))
    expect(await state()).toBe('available')
    expect(await server.history()).toContain('arrived')
    expect([
      ...told('onAvailable'),
      ...other.told.filter(({ event }) => event === 'onAvailable'),
    ]).toHaveLength(1)
    expect((await server.history()).filter((kind) => kind === 'arrived')).toHaveLength(1)
  })

  it('is not scanned for if that is switched off, but found all the same', async () => {
    const one = instance([await shelfWith({ audiobookshelf_scan: false })])
    await one.walk()
    await complete()
    shelf.put(BOOK)
    await one.look()
    expect(shelf.scans()).toBe(0)
    expect(await state()).toBe('downloading')
    shelf.add(BOOK)
    clock.advance(MINUTE)
    await one.look()
    expect(await state()).toBe('available')
  })

  it('is not scanned for with a key that may not, but found all the same', async () => {
    const one = instance([await shelfWith()])
    shelf.actAs('user')
    await one.walk()
    await complete()
    shelf.add(BOOK)
    await one.look()
    expect(shelf.scans()).toBe(0)
    expect(await state()).toBe('available')
  })

  it('is available without any download if an ordinary walk has found it', async () => {
    const one = instance([await shelfWith()])
    await server.want()
    clock.advance(MINUTE)
    shelf.add(BOOK)
    await one.walk()
    await one.look()
    expect(await state()).toBe('available')
    expect(told('onAvailable')).toHaveLength(1)
  })

  it('is a different one from those there when the book was requested', async () => {
    const one = instance([await shelfWith()])
    shelf.add(BOOK)
    await one.walk()
    clock.advance(MINUTE)
    await server.want()
    clock.advance(MINUTE)
    await one.look()
    expect(await state()).toBe('waiting')
    shelf.add({ ...BOOK, id: 'salt-2' })
    clock.advance(2 * HOUR)
    await one.walk()
    await one.look()
    expect(await state()).toBe('available')
    expect(told('onAvailable')).toMatchObject([{ link: `${shelf.url}/item/salt-2` }])
  })

  it('does not return automatically after a person has taken it back', async () => {
    const one = instance([await shelfWith()])
    await one.walk()
    await complete()
    clock.advance(MINUTE)
    shelf.put(BOOK)
    await one.look()
    expect(await state()).toBe('available')
    clock.advance(MINUTE)
    await server.adminActions.revert({ id: 'rosa', username: 'rosa', role: 'admin', root: false }, ASIN)
    clock.advance(2 * HOUR)
    await one.walk()
    await one.look()
    expect(await state()).not.toBe('available')
    expect(told('onAvailable')).toHaveLength(1)
  })

  it('and is lost there is searched once more when an administrator requests it again, and its history stays', async () => {
    const one = instance([await shelfWith()])
    await one.walk()
    await complete()
    shelf.put(BOOK)
    await one.look()
    const first = await server.history()
    expect(first.at(-1)).toBe('arrived')
    shelf.remove(BOOK.id)
    clock.advance(2 * HOUR)
    await one.walk()
    await one.look()
    expect(await state()).toBe('available')
    await database().write((within) => server.demand.beginAgain(within, ASIN, clock.read()))
    await server.run()
    expect(await state()).toBe('grabbed')
    clock.advance(2 * HOUR)
    shelf.add(BOOK)
    await one.walk()
    await one.look()
    expect(await state()).toBe('available')
    const history = await server.history()
    expect(history.slice(0, first.length)).toEqual(first)
    expect(history.filter((kind) => kind === 'arrived')).toHaveLength(2)
    expect(told('onAvailable')).toHaveLength(2)
  })

  it('and was there when it was requested does not arrive by being away for a while', async () => {
    const one = instance([await shelfWith()])
    shelf.add(BOOK)
    await one.walk()
    clock.advance(HOUR)
    await server.want()
    const before = await server.history()
    shelf.remove(BOOK.id)
    clock.advance(2 * HOUR)
    await one.walk()
    await one.look()
    shelf.add(BOOK)
    clock.advance(2 * HOUR)
    await one.walk()
    await one.look()
    expect(await state()).not.toBe('available')
    expect(await server.history()).toEqual(before)
    expect(told('onAvailable')).toEqual([])
  })

  it('replaces one that was there, once a download is complete', async () => {
    const one = instance([await shelfWith()])
    shelf.add(BOOK)
    await one.walk()
    clock.advance(MINUTE)
    await complete()
    shelf.remove(BOOK.id)
    clock.advance(2 * HOUR)
    await one.walk()
    shelf.add(BOOK)
    clock.advance(2 * HOUR)
    await one.walk()
    await one.look()
    expect(await state()).toBe('available')
  })

  it('tells administrators which library was searched, and which one has it', async () => {
    const one = instance([await shelfWith()])
    await one.walk()
    await complete()
    await one.look()
    clock.advance(MINUTE)
    shelf.add(BOOK)
    await one.look()
    expect((await server.timeline.list(ASIN)).slice(-2)).toMatchObject([
      { kind: 'library_scan', actor: null, detail: { library: 'Shelf' } },
      { kind: 'arrived', actor: null, detail: { library: 'Shelf', link: `${shelf.url}/item/salt` } },
    ])
  })

  it('is scanned for once more after an hour', async () => {
    const one = instance([await shelfWith()])
    await one.walk()
    await complete()
    await one.look()
    clock.advance(57 * MINUTE)
    await one.look()
    expect(shelf.scans()).toBe(1)
    clock.advance(5 * MINUTE)
    await one.look()
    expect(shelf.scans()).toBe(2)
    clock.advance(5 * MINUTE)
    await one.look()
    expect(shelf.scans()).toBe(2)
  })

  it('settles a request that waits for approval, and tells its person', async () => {
    const one = instance([await shelfWith()])
    const reader = await server.want({}, 'pending')
    clock.advance(MINUTE)
    shelf.add(BOOK)
    await one.walk()
    await one.look()
    expect(await state()).toBe('available')
    expect(await requestStatuses()).toEqual(['approved'])
    expect(told('onAvailable')).toMatchObject([{ requesterIds: [reader.id] }])
  })

  it('leaves a declined request declined, and tells no one', async () => {
    const one = instance([await shelfWith()])
    await server.want({}, 'declined')
    clock.advance(MINUTE)
    shelf.add(BOOK)
    await one.walk()
    await one.look()
    expect(await server.standing()).toBeUndefined()
    expect(server.told).toEqual([])
  })

  it('is there for the next person, although the one who requested it has withdrawn', async () => {
    const one = instance([await shelfWith()])
    await one.walk()
    await complete()
    await server.unwant()
    shelf.add(BOOK)
    clock.advance(MINUTE)
    await one.look()
    expect(await state()).toBe('available')
  })

  it('while no one wants it is noticed when somebody else requests it', async () => {
    const one = instance([await shelfWith()])
    await one.walk()
    await complete()
    await server.unwant()
    shelf.add(BOOK)
    await one.walk()
    clock.advance(HOUR)
    await server.want()
    await one.look()
    expect(await state()).toBe('available')
    expect(told('onAvailable')).toHaveLength(1)
  })

  it('and was there when it was requested counts if it has the ASIN', async () => {
    const one = instance([await shelfWith()])
    shelf.add({ ...BOOK, asin: ASIN })
    await one.walk()
    clock.advance(HOUR)
    await server.want()
    await one.look()
    expect(await state()).toBe('available')
  })

  it('in another edition counts once a download is complete and nothing new has come of it', async () => {
    const one = instance([await shelfWith()])
    shelf.add(BOOK)
    await one.walk()
    clock.advance(HOUR)
    await complete()
    await one.look()
    expect(await state()).toBe('downloading')
    clock.advance(2 * HOUR)
    await one.walk()
    await one.look()
    expect(await state()).toBe('available')
  })

  it('is not searched if no library is set up', async () => {
    const one = instance([])
    await complete()
    const before = await server.history()
    clock.advance(48 * HOUR)
    await one.look()
    expect(await server.history()).toEqual(before)
    expect(noted).toEqual([])
  })

  it('changes nothing while the library is broken, and is found once it works', async () => {
    const library = await shelfWith()
    const broken = { ...library, library: await brokenLibrary() }
    await complete()
    const before = await server.history()
    await instance([broken]).look()
    expect(noted.at(-1)).toMatchObject({ cause: { code: 'unreachable_address' } })
    expect(await state()).toBe('downloading')
    clock.advance(MINUTE)
    shelf.put(BOOK)
    expect(await server.history()).toEqual(before)
    await instance([library]).look()
    expect(shelf.scans()).toBe(1)
    expect(await state()).toBe('available')
  })

  /** A library that does not respond. */
  async function brokenLibrary() {
    const gone = await startAudiobookshelf()
    const { url } = gone
    await gone.close()
    const driver = createAudiobookshelf({ fetch: globalThis.fetch, userAgent: 'Earmark/test' })
    return driver.open(
      settingsOf(driver, { audiobookshelf_base_url: url, audiobookshelf_api_key: KEY }).access,
    )
  }

  describe('after a clock that was a day ahead is set right', () => {
    const DAY = 24 * HOUR

    it.each([true, false])('is found although all began before (by a new process: %s)', async (isNew) => {
      const library = await shelfWith()
      const before = instance([library])
      await before.walk()
      clock.advance(DAY)
      await complete()
      await before.look()
      clock.advance(-DAY)
      const one = isNew ? instance([library]) : before
      await one.look()
      expect(await state()).toBe('downloading')
      clock.advance(MINUTE)
      shelf.add(BOOK)
      await one.look()
      expect(await state()).toBe('available')
    })

    it('is found without a download, and is another one than was there before', async () => {
      const one = instance([await shelfWith()])
      shelf.add(BOOK)
      await one.walk()
      clock.advance(DAY + MINUTE)
      await server.want()
      clock.advance(-DAY)
      await one.look()
      expect(await state()).toBe('waiting')
      shelf.add({ ...BOOK, id: 'salt-2' })
      clock.advance(2 * HOUR)
      await one.walk()
      await one.look()
      expect(told('onAvailable')).toMatchObject([{ link: `${shelf.url}/item/salt-2` }])
    })

    it('in another edition counts once the library was read again', async () => {
      const one = instance([await shelfWith()])
      shelf.add(BOOK)
      await one.walk()
      clock.advance(DAY + HOUR)
      await complete()
      clock.advance(-DAY)
      await one.look()
      expect(await state()).toBe('downloading')
      clock.advance(2 * HOUR)
      await one.walk()
      await one.look()
      expect(await state()).toBe('available')
    })

    it('is reported once if it does not appear', async () => {
      const one = instance([await shelfWith()])
      await server.settings.patch({ missing_after_hours: 3 })
      clock.advance(DAY)
      await complete()
      clock.advance(-DAY)
      await one.look()
      expect(await server.history()).not.toContain('not_in_library')
      clock.advance(3 * HOUR)
      await one.walk()
      await one.look()
      clock.advance(HOUR)
      await one.look()
      expect((await server.history()).filter((kind) => kind === 'not_in_library')).toHaveLength(1)
    })
  })

  describe('and does not appear', () => {
    it('is reported to administrators once, after the configured time, with what to check', async () => {
      const one = instance([await shelfWith()])
      await server.settings.patch({ missing_after_hours: 3 })
      await complete()
      const before = server.told.length
      clock.advance(2 * HOUR)
      await one.walk()
      await one.look()
      expect(server.told).toHaveLength(before)
      clock.advance(HOUR)
      await one.look()
      const cause = { code: 'not_in_library', params: { n: 3 } }
      const entry = (await server.timeline.list(ASIN)).at(-1)
      expect(entry).toMatchObject({ kind: 'not_in_library', actor: null, detail: { cause } })
      expect(server.told.slice(before)).toMatchObject([{ event: 'onNotInLibrary', requesterIds: [] }])
      clock.advance(24 * HOUR)
      await Promise.all([one.look(), instance([await shelfWith()]).look()])
      expect(server.told).toHaveLength(before + 1)
      expect(await state()).toBe('downloading')
    })

    it('is not reported with 0 hours', async () => {
      const one = instance([await shelfWith()])
      await server.settings.patch({ missing_after_hours: 0 })
      await complete()
      clock.advance(100 * HOUR)
      await one.walk()
      await one.look()
      expect(await server.history()).not.toContain('not_in_library')
    })

    it('is reported later for a library that could not be read since', async () => {
      const one = instance([await shelfWith()])
      await one.walk()
      clock.advance(MINUTE)
      await complete()
      clock.advance(30 * HOUR)
      await one.look()
      expect(await server.history()).not.toContain('not_in_library')
      await one.walk()
      await one.look()
      expect(await server.history()).toContain('not_in_library')
    })

    it('is reported after twice the time, even if the library could not be read', async () => {
      const one = instance([await shelfWith()])
      await one.walk()
      clock.advance(MINUTE)
      await complete()
      clock.advance(47 * HOUR)
      await one.look()
      expect(await server.history()).not.toContain('not_in_library')
      clock.advance(HOUR)
      await one.look()
      expect(await server.history()).toContain('not_in_library')
    })
  })
})
