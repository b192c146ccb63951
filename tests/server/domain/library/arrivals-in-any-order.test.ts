import { beforeEach, expect, it } from 'vitest'
import type { LibraryItem } from '#server/domain/integrations/library.types'
import { ASIN, fulfilmentOver, lesser, offer } from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { handDrivenClient } from '#tests/server/domain/fulfilment/track/client.fixture'
import { onEachDatabase } from '#tests/support/databases'
import { addUser, standingClock } from '#tests/support/records'
import { arrivalsOver } from './arrival.fixture'
import { item } from './library.fixture'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const STEPS = 14
const SEEDS = Array.from({ length: 25 }, (_, at) => at + 1)
const HASHES = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(40))

/** The same numbers for the same seed (a linear congruential generator), from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

onEachDatabase('A book that is requested, withdrawn, downloaded and added in any order', (database) => {
  let world: ReturnType<typeof worldOver>

  beforeEach(async () => {
    world = worldOver()
    await world.server.settings.patch({ auto_download: true })
    await world.one.walk()
  })

  /** One book, a download client, a library, and what may happen to them. */
  function worldOver() {
    const clock = standingClock()
    const client = handDrivenClient()
    const shelf: LibraryItem[] = []
    const server = fulfilmentOver(database(), { clock, clients: [client.open], hasLibrary: true })
    server.behaviour.search = async () =>
      HASHES.map((hash, at) => ({
        ...(at === 0 ? offer() : lesser(`other ${at}`, 10 - at)),
        info_hash: hash,
      }))
    const library = {
      async *walk() {
        yield [...shelf]
      },
      newest: async () => [...shelf],
      scan: async () => true,
    }
    const one = arrivalsOver(database(), {
      clock: clock.read,
      events: server.libraryEvents,
      libraries: [{ id: 'shelf', name: 'Shelf', contents: '', library }],
    })
    const poll = async () => {
      clock.advance(MINUTE)
      await server.tracking.pollDue()
    }
    const show = async (facts: Parameters<typeof client.show>[0]) => {
      for (const { guid, state } of await sent()) {
        const hash = HASHES[guid === 'good' ? 0 : Number(guid.split(' ')[1])]
        if (hash && state === 'grabbed') client.show({ id: hash, ...facts })
      }
      await poll()
    }
    const sent = () => {
      const { read, tables } = database()
      return read.select({ guid: tables.grabs.guid, state: tables.grabs.state }).from(tables.grabs)
    }
    const add = (asin: string | null) => void (shelf.length === 0 && shelf.push(item('salt', { asin })))
    const happenings: Record<string, () => Promise<unknown> | void> = {
      request: () => server.want(),
      'request with approval to come': () => server.want({}, 'pending'),
      'withdraw all': () => server.unwant(),
      search: () => server.run(),
      start: () => show({ progress: 0.5 }),
      complete: () => show({ state: 'completed', progress: 1 }),
      fail: () => show({ state: 'failed', message: 'Broken.' }),
      'add with ASIN': () => add(ASIN),
      'add without ASIN': () => add(null),
      walk: () => one.walk(),
      look: () => one.look(),
    }
    return { clock, shelf, server, one, show, happenings }
  }

  /** Everything that is due happens, and what was downloading completes. */
  async function settle(): Promise<void> {
    const { clock, server, one, show } = world
    for (let round = 0; round < 4; round += 1) {
      await server.run()
      await show({ state: 'completed', progress: 1 })
      clock.advance(2 * HOUR)
      await one.walk()
      await one.look()
    }
  }

  async function requestStatuses(): Promise<string[]> {
    const { read, tables } = database()
    const rows = await read.select({ status: tables.requests.status }).from(tables.requests)
    return rows.map(({ status }) => status)
  }

  it.each(SEEDS)(
    'is available in the end if the library has it, and is got if not (seed %i)',
    async (seed) => {
      const { clock, server, shelf, happenings } = world
      const random = randomOf(seed)
      // In every third life the library never gets it.
      const names = Object.keys(happenings).filter((name) => seed % 3 !== 0 || !name.startsWith('add'))
      const done: string[] = []
      for (let step = 0; step < STEPS; step += 1) {
        const name = names[Math.floor(random() * names.length)] ?? 'look'
        clock.advance(Math.floor(random() * 20) * MINUTE)
        await happenings[name]?.()
        done.push(name)
      }
      await settle()
      const state = async () => (await server.standing())?.state
      if (shelf.length > 0) {
        expect([undefined, 'available'], done.join(', ')).toContain(await state())
        expect(await requestStatuses(), done.join(', ')).not.toContain('pending')
        expect((await requestStatuses()).length === 0 || (await state()) === 'available').toBe(true)
        return
      }
      await server.unwant()
      expect(await state(), done.join(', ')).not.toBe('failed')
      await server.want()
      await server.run()
      expect(['grabbed', 'downloading', 'not_found'], done.join(', ')).toContain(await state())
    },
  )

  it('starts again after a download that failed while no one wanted it', async () => {
    const { server, show } = world
    await server.want()
    await server.run()
    await show({ progress: 0.5 })
    await server.unwant()
    await show({ state: 'failed', message: 'Broken.' })
    expect(await server.standing()).toBeUndefined()
    await server.want()
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
    expect(await server.grabs()).toEqual(['good reverted', 'other 1 grabbed'])
  })

  it('starts again if an earlier version left it failed although no one wanted it', async () => {
    const { server } = world
    const { write, tables } = database()
    await server.want()
    await write((within) => within.update(tables.fulfilments).set({ state: 'failed' }))
    await write((within) => within.delete(tables.requests))
    await server.want()
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
  })

  it('ends when an administrator marks it as failed and no request is approved', async () => {
    const { server, show } = world
    const admin = await addUser(database(), 'Root', 'admin')
    await server.want()
    await server.run()
    await show({ progress: 0.5 })
    await server.unwant()
    await server.want({}, 'pending')
    await server.adminActions.markFailed(admin, ASIN, undefined)
    expect(await server.standing()).toBeUndefined()
  })
})
