import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { DOWNLOADS, fillDownloads } from '#scripts/lib/bench-followed'
import { startClientFakes, type ClientFake } from '#scripts/lib/client-fakes'
import { openClients } from '#scripts/lib/open-clients'
import {
  fulfilmentOver,
  lesser,
  offer,
  type TestFulfilment,
} from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import { HASH, handDrivenClient } from './client.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND
const ONE_EACH = { qBittorrent: 1, Transmission: 1, Deluge: 1, SABnzbd: 1, NZBGet: 1 }

onEachDatabase('a poll of 500 downloads in a client of each kind', (database) => {
  let clock: ReturnType<typeof standingClock>
  let server: TestFulfilment
  let fakes: ClientFake[]

  beforeEach(async () => {
    clock = standingClock()
    fakes = await startClientFakes()
    const started = fakes
    onTestFinished(async () => void (await Promise.all(started.map((fake) => fake.close()))))
    server = fulfilmentOver(database(), { clock, clients: openClients(fakes) })
    await fillDownloads(database(), clock.read())
    await server.tracking.pollDue()
  })

  /** @returns how often each client was called in one poll. */
  async function poll(): Promise<Record<string, number>> {
    const before = fakes.map(({ received }) => received.length)
    clock.advance(15 * SECOND)
    await server.tracking.pollDue()
    return Object.fromEntries(
      fakes.map(({ name, received }, at) => [name, received.length - (before[at] ?? 0)]),
    )
  }

  async function statesOf(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const { state } of Object.values(await server.downloads())) counts[state] = (counts[state] ?? 0) + 1
    return counts
  }

  /** Does something with the first download of each client. */
  function withFirst(change: (fake: ClientFake, id: string) => void): void {
    for (const fake of fakes) {
      const [first] = fake.downloads.all()
      if (first) change(fake, first.id)
    }
  }

  it('is one call per client and poll, covering all of them', async () => {
    expect(await statesOf()).toEqual({ downloading: DOWNLOADS })
    expect(await poll()).toEqual(ONE_EACH)
    for (const { downloads } of fakes) {
      for (const { id } of downloads.all()) downloads.change(id, { progress: 0.5 })
    }
    expect(await poll()).toEqual(ONE_EACH)
    expect(new Set(Object.values(await server.downloads()).map(({ percent }) => percent))).toEqual(
      new Set([50]),
    )
    expect(await poll()).toEqual(ONE_EACH)
  })

  it('is a second call to a client with a history, in the poll after a download moved there', async () => {
    withFirst(({ downloads }, id) => downloads.complete(id))
    expect(await poll()).toEqual({ ...ONE_EACH, SABnzbd: 2, NZBGet: 2 })
    expect(await statesOf()).toEqual({ completed: 5, downloading: DOWNLOADS - 5 })
    expect(await poll()).toEqual(ONE_EACH)
  })

  it('is one call per place to look in, while something is missing for two minutes', async () => {
    withFirst(({ downloads }, id) => downloads.remove(id))
    for (let seconds = 0; seconds <= 120; seconds += 15) {
      expect(await statesOf()).toEqual({ downloading: DOWNLOADS })
      expect(await poll()).toEqual({ ...ONE_EACH, qBittorrent: 2, SABnzbd: 3, NZBGet: 2 })
    }
    expect(await statesOf()).toEqual({ gone: 5, downloading: DOWNLOADS - 5 })
    expect(await poll()).toEqual(ONE_EACH)
  })
})

onEachDatabase('a release that does not turn up', (database) => {
  it('is searched by name now and then, while other downloads are polled as usual', async () => {
    const clock = standingClock()
    const client = handDrivenClient()
    const server = fulfilmentOver(database(), { clock, clients: [client.open] })
    await server.settings.patch({ auto_download: true })
    server.behaviour.search = async () => [offer({ info_hash: null })]
    await server.want()
    await server.run()
    server.behaviour.search = async () => [lesser('other'), offer({ guid: 'moving', info_hash: HASH })]
    await server.want({ asin: 'B000000011' })
    await server.run()
    client.show({ progress: 0.5 })
    await server.tracking.pollDue()
    expect((await server.downloads())['moving']).toMatchObject({ state: 'downloading' })
    expect((await server.downloads())['good']).toMatchObject({ state: 'expected' })
    for (let polls = 0; polls < 40; polls += 1) {
      clock.advance(15 * SECOND)
      await server.tracking.pollDue()
    }
    client.calls.length = 0
    for (let polls = 0; polls < 16; polls += 1) {
      clock.advance(15 * SECOND)
      await server.tracking.pollDue()
    }
    expect(client.calls.filter((call) => call === 'list')).toHaveLength(2)
    expect(client.calls.filter((call) => call === 'status')).toHaveLength(14)
    // The next poll still finds it.
    client.show({ id: 'b'.repeat(40), name: offer().title, progress: 0.2 })
    clock.advance(2 * MINUTE)
    await server.tracking.pollDue()
    expect((await server.downloads())['good']).toMatchObject({ state: 'downloading', foundBy: 'name' })
  })
})
