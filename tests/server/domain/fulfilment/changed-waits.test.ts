import { beforeEach, describe, expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import { prowlarrFailed } from '#server/domain/integrations/drivers/prowlarr.errors'
import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import { fulfilmentOver, handDriven, type HandDriven, type TestFulfilment } from './fulfilment.fixture'
import { HASH, handDrivenClient } from './track/client.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Asks to be left alone for an hour. */
function busy(): Promise<never> {
  const error = prowlarrFailed(causeOf('too_many_questions', { service: 'It', status: 429 }))
  error.retryAfter = 60 * MINUTE
  return Promise.reject(error)
}

onEachDatabase('a book that waits for a connection', (database) => {
  let clock: ReturnType<typeof standingClock>
  let driven: HandDriven
  let client: ReturnType<typeof handDrivenClient>
  let clients: OpenClient[]
  let marks: Map<string, string>
  let one: TestFulfilment
  let two: TestFulfilment

  beforeEach(async () => {
    clock = standingClock()
    driven = handDriven()
    driven.behaviour.link = async () => ({ state: 'magnet', uri: `magnet:?xt=urn:btih:${HASH}` })
    client = handDrivenClient()
    clients = [client.open]
    marks = new Map()
    const options = { clock, driven, clients, marks }
    one = fulfilmentOver(database(), options)
    two = fulfilmentOver(database(), options)
    await one.settings.patch({ auto_download: true, send_torrents_by: 'client' })
    await one.waits.probeDue()
  })
  const standing = () => one.standing()

  /** Lets a book wait for its client, which has asked for an hour. */
  async function waitForClient(): Promise<void> {
    client.state.answer = busy
    await one.want()
    await one.run()
    expect(await standing()).toMatchObject({ state: 'waiting', waitsFor: 'one' })
  }

  /** Lets a book wait for the search service, which has asked for an hour. */
  async function waitForSource(): Promise<void> {
    driven.behaviour.indexers = busy
    await one.want()
    await one.run()
    expect(await standing()).toMatchObject({ state: 'waiting', waitsFor: 'Prowlarr' })
  }

  /** What the job does that probes connections, on the other instance, and then the one that gets books. */
  async function look(): Promise<void> {
    clock.advance(SECOND)
    await two.waits.probeDue()
    await two.run()
  }

  it('leaves the connection alone on every instance, whatever else works again', async () => {
    await waitForClient()
    const before = client.calls.length
    for (let passed = 0; passed < 59; passed += 1) {
      clock.advance(MINUTE)
      for (const server of [two, one]) {
        await server.waits.hastenProbes()
        await server.waits.probeDue()
        await server.run()
      }
    }
    expect(client.calls).toHaveLength(before)
    client.state.answer = async () => undefined
    clock.advance(MINUTE)
    await look()
    expect(await standing()).toMatchObject({ state: 'grabbed' })
  })

  it('waits no longer than the connection asked, however often probes are hastened', async () => {
    await waitForClient()
    client.state.answer = async () => undefined
    clock.advance(60 * MINUTE - 5 * SECOND)
    for (let passed = 0; passed < 6; passed += 1) {
      await two.waits.hastenProbes()
      await look()
    }
    expect(await standing()).toMatchObject({ state: 'grabbed' })
  })

  it('leaves the search service alone on every instance, whatever else works again', async () => {
    let asked = 0
    await waitForSource()
    driven.behaviour.indexers = () => {
      asked += 1
      return busy()
    }
    await two.want({ asin: 'B000000002' })
    for (let passed = 0; passed < 59; passed += 1) {
      clock.advance(MINUTE)
      await two.waits.hastenProbes()
      await two.waits.probeDue()
      await two.run()
    }
    expect([asked, driven.queries]).toEqual([0, []])
    expect(await two.standing('B000000002')).toMatchObject({ waitsFor: 'Prowlarr' })
  })

  it('does not call a service all the time that asks for no time', async () => {
    let asked = 0
    driven.behaviour.indexers = () => {
      asked += 1
      const error = prowlarrFailed(causeOf('too_many_questions', { service: 'It', status: 429 }))
      error.retryAfter = 1
      return Promise.reject(error)
    }
    await one.want()
    await one.run()
    for (let passed = 0; passed < 60; passed += 1) {
      clock.advance(SECOND)
      await one.waits.probeDue()
    }
    expect(asked).toBeLessThanOrEqual(6)
  })

  describe('continues at once', () => {
    it('if the search service sends its releases from now on', async () => {
      await waitForClient()
      await one.settings.patch({ send_torrents_by: 'prowlarr' })
      await look()
      expect(await standing()).toMatchObject({ state: 'grabbed' })
      expect(driven.posted).toHaveLength(1)
      expect(driven.queries).toHaveLength(1)
    })

    it('if its client was deleted, to wait until there is one', async () => {
      await waitForClient()
      clients.splice(0)
      await look()
      expect(await standing()).toMatchObject({
        waitsFor: 'torrent',
        cause: { code: 'waits_for', causes: [{ code: 'no_torrent_client' }] },
      })
      expect(await one.waits.notices()).toMatchObject([{ params: { connection: 'torrent' } }])
      clients.push(handDrivenClient({ id: 'new' }).open)
      await look()
      expect(await standing()).toMatchObject({ state: 'grabbed' })
    })

    it('if no client is set up, but the search service sends its releases from now on', async () => {
      clients.splice(0)
      await one.want()
      await one.run()
      expect(await standing()).toMatchObject({ waitsFor: 'torrent' })
      await one.settings.patch({ send_torrents_by: 'prowlarr' })
      await look()
      expect(await standing()).toMatchObject({ state: 'grabbed' })
    })

    it('if its client was replaced by another, or one was added', async () => {
      await waitForClient()
      clients.push(handDrivenClient({ id: 'new' }).open)
      const before = client.calls.length
      await look()
      expect(await standing()).toMatchObject({ state: 'grabbed' })
      expect(client.calls).toHaveLength(before)
    })

    it.each([
      ['client', 'one'],
      ['search service', 'Prowlarr'],
    ])('if the settings of its %s were changed', async (_what, id) => {
      const { indexers } = driven.behaviour
      await (id === 'one' ? waitForClient() : waitForSource())
      client.state.answer = async () => undefined
      driven.behaviour.indexers = indexers
      await look()
      expect(await standing()).toMatchObject({ state: 'waiting' })
      marks.set(id, 'second')
      await look()
      expect(await standing()).toMatchObject({ state: 'grabbed' })
    })

    it('if the search service was turned off, to wait for nothing', async () => {
      await waitForSource()
      driven.behaviour.configured = false
      await look()
      expect(await standing()).toMatchObject({ state: 'waiting', waitsFor: null, cause: null })
      expect(await one.waits.notices()).toEqual([])
    })

    it('if the trouble lies behind the search service, and its releases are not sent there any more', async () => {
      await one.settings.patch({ send_torrents_by: 'prowlarr' })
      await one.waits.probeDue()
      driven.behaviour.grab = async () => ({
        ...({ state: 'postponed', status: 500, fault: 'connection' } as const),
        cause: causeOf('download_client_failed', { service: 'Prowlarr', text: 'Down' }),
      })
      await one.want()
      await one.run()
      expect(await standing()).toMatchObject({ state: 'waiting', waitsFor: null, failures: 1 })
      await one.settings.patch({ send_torrents_by: 'client' })
      await look()
      expect(await standing()).toMatchObject({ state: 'grabbed' })
      expect(client.calls.filter((call) => call.startsWith('add'))).toHaveLength(1)
    })
  })

  it('does not continue because of a change on which nothing depends', async () => {
    await waitForSource()
    const before = await standing()
    await one.settings.patch({ min_seeders: 3 })
    await look()
    expect(await standing()).toEqual(before)
  })

  it('keeps the time that a person has chosen when connections are changed', async () => {
    await waitForSource()
    const at = new Date(clock.read().getTime() + 30 * MINUTE)
    const rosa = { id: 'rosa', username: 'rosa', role: 'admin', root: false } as const
    await one.adminActions.retry(rosa, (await standing())?.asin ?? '', at)
    marks.set('Prowlarr', 'second')
    await look()
    expect(await standing()).toMatchObject({ nextAttemptAt: at })
  })
})
