import { beforeEach, describe, expect, it } from 'vitest'
import { onEachDatabase } from '#tests/support/databases'
import { ASIN, fulfilmentOver, lesser, offer } from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { HASH, handDrivenClient, serverWithClient } from './client.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const OTHER_HASH = 'b'.repeat(40)

onEachDatabase('a grabbed release', (database) => {
  const { clock, client, server, start, poll } = serverWithClient(database)

  /** Grabs the best release, then polls the client once. */
  async function grab(infoHash: string | null = HASH.toUpperCase()): Promise<void> {
    server.behaviour.search = async () => [
      offer({ info_hash: infoHash }),
      lesser('second'),
      lesser('third', 1),
      lesser('fourth', 1),
    ]
    await server.want()
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
    await poll(0)
  }

  /** Keeps polling for so many hours. */
  async function pollFor(hours: number): Promise<void> {
    for (let round = 0; round < hours * 12; round += 1) await poll(5 * MINUTE)
  }

  const good = async () => (await server.downloads())['good']

  it('is followed from the queue to the end, and counts as available only once the library has it', async () => {
    client.show({ state: 'queued', progress: 0, speed: null, secondsLeft: null })
    await grab()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
    expect(await good()).toMatchObject({ state: 'queued', percent: 0, foundBy: 'hash', client: 'Seedbox' })
    client.show({ progress: 0.437, secondsLeft: 720 })
    await poll()
    expect(await server.standing()).toMatchObject({ state: 'downloading' })
    expect(await good()).toMatchObject({ state: 'downloading', percent: 43, secondsLeft: 720 })
    client.show({ state: 'completed', progress: 1 })
    await poll()
    expect(await good()).toMatchObject({ state: 'completed', percent: 100, speed: null })
    expect(await server.standing()).toMatchObject({ state: 'downloading' })
    expect(await server.history()).toEqual([
      'search_started',
      'searched',
      'grab_started',
      'grabbed',
      'download_started',
      'download_completed',
    ])
    expect(await server.libraryEvents.listComplete()).toEqual([{ asin: ASIN, completedAt: clock.read() }])
    // A completed download is not polled any more.
    client.calls.length = 0
    await poll(HOUR)
    expect(client.calls).toEqual(['ping'])
  })

  it('is available as soon as it is complete, if so configured', async () => {
    await server.settings.patch({ completed_is_available: true })
    client.show({ state: 'completed', progress: 1 })
    await grab()
    expect(await server.standing()).toMatchObject({ state: 'available' })
    expect(server.told.map(({ event }) => event)).toEqual(['onSuccessfulDownload', 'onAvailable'])
  })

  it('still waits for the library if one is set up', async () => {
    start({ hasLibrary: true })
    await server.settings.patch({ completed_is_available: true })
    client.show({ state: 'completed', progress: 1 })
    await grab()
    expect(await server.standing()).toMatchObject({ state: 'downloading' })
    expect(server.told.map(({ event }) => event)).toEqual(['onSuccessfulDownload'])
  })

  it('shares one call with all others of its client, repeated after a while', async () => {
    server.behaviour.search = async () => [offer({ guid: crypto.randomUUID(), info_hash: HASH })]
    for (const asin of ['B000000011', 'B000000012', 'B000000013']) await server.want({ asin })
    for (let round = 0; round < 3; round += 1) await server.run()
    client.show()
    await poll(0)
    expect(client.calls).toEqual(['status'])
    await poll(14 * SECOND)
    expect(client.calls).toEqual(['status'])
    await poll(SECOND)
    expect(client.calls).toEqual(['status', 'status'])
  })

  it('is not polled if nothing was grabbed or no client is set up', async () => {
    await poll()
    expect(client.calls).toEqual(['ping'])
    const alone = fulfilmentOver(database(), { clock })
    await alone.want()
    await alone.run()
    expect(await alone.tracking.pollDue()).toBeNull()
    expect(await alone.downloads()).toEqual({})
  })

  it('stays unchanged while the client cannot be asked, which happens less and less often', async () => {
    client.show({ progress: 0.5 })
    await grab()
    client.state.down = true
    await poll()
    expect(server.noted.at(-1)).toMatchObject(['one', { cause: { code: 'unreachable' } }])
    const calls = client.calls.length
    for (let round = 0; round < 20; round += 1) await poll(30 * SECOND)
    expect(client.calls.length - calls).toBeLessThan(8)
    expect(await server.standing()).toMatchObject({ state: 'downloading', cause: null })
    expect(await good()).toMatchObject({ state: 'downloading', percent: 50, missingSince: null })
    client.state.down = false
    client.show({ progress: 0.6 })
    await poll(5 * MINUTE)
    expect(server.noted.at(-1)).toEqual(['one', { ok: true }])
    expect(await good()).toMatchObject({ percent: 60 })
  })

  it('updates pages only with noticeable changes', async () => {
    client.show({ progress: 0.5, secondsLeft: 600 })
    await grab()
    server.pages.length = 0
    client.show({ progress: 0.502, secondsLeft: 590, speed: 900_000 })
    await poll()
    expect(server.pages).toEqual([])
    client.show({ progress: 0.51, secondsLeft: 580 })
    await poll()
    expect(server.pages).toEqual(['requests'])
  })

  describe('is found', () => {
    it('by the id in the history', async () => {
      server.behaviour.download = { client: 'seedbox', downloadId: 'SABnzbd_nzo_x' }
      client.show({ id: 'SABnzbd_nzo_x', progress: 0.2 })
      await grab(null)
      await server.tracking.identifyDue()
      await poll()
      expect(await good()).toMatchObject({ foundBy: 'history', percent: 20, connectionId: 'one' })
    })

    it('by its name as a last resort', async () => {
      client.show({
        id: OTHER_HASH,
        name: 'The.Salt.Road.by.Ada.Moor, read by Ben Hale (Unabridged) [M4B 128 kbps].nzb',
        progress: 0.2,
      })
      await grab(null)
      expect(await good()).toMatchObject({ foundBy: 'name', downloadId: OTHER_HASH, percent: 20 })
    })

    it('not by a name that two share', async () => {
      const { title: name } = offer()
      client.show({ id: HASH, name })
      client.show({ id: OTHER_HASH, name })
      await grab(null)
      expect(await good()).toMatchObject({ state: 'expected', foundBy: null })
      await poll(HOUR)
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
    })
  })

  it('soon if it is new, though what may only turn up can wait', async () => {
    await grab(null)
    await poll(48 * HOUR)
    const calls = client.calls.length
    server.behaviour.search = async () => [offer({ guid: 'new', info_hash: OTHER_HASH })]
    await server.want({ asin: 'B000000021' })
    await server.run()
    client.show({ id: OTHER_HASH, progress: 0.1 })
    await poll(SECOND)
    expect(client.calls).toHaveLength(calls)
    await poll()
    expect((await server.downloads())['new']).toMatchObject({ state: 'downloading', percent: 10 })
  })

  it('in a client that was set up again', async () => {
    client.show({ progress: 0.3 })
    await grab()
    const other = handDrivenClient({ id: 'two', name: 'Seedbox 2' })
    const later = fulfilmentOver(database(), { clock, clients: [other.open] })
    clock.advance(HOUR)
    await later.tracking.pollDue()
    expect(await good()).toMatchObject({ state: 'downloading', connectionId: 'one', missingSince: null })
    other.show({ progress: 0.5 })
    clock.advance(15 * SECOND)
    await later.tracking.pollDue()
    expect(await good()).toMatchObject({ connectionId: 'two', client: 'Seedbox 2', percent: 50 })
  })

  describe('when it fails', () => {
    it('is blocked with the client’s words, and the next one is grabbed', async () => {
      client.show({ progress: 0.3 })
      await grab()
      client.show({ state: 'failed', message: 'Aborted, encryption detected' })
      await poll()
      const cause = {
        code: 'client_says',
        params: { client: 'Seedbox', text: 'Aborted, encryption detected' },
      }
      expect(await good()).toMatchObject({ state: 'failed', cause })
      await server.run()
      expect(await server.grabs()).toEqual(['good reverted', 'second grabbed'])
      expect(server.posted.map(({ guid }) => guid)).toEqual(['good', 'second'])
      const entry = (await server.timeline.list(ASIN)).find(({ kind }) => kind === 'download_failed')
      expect(entry).toMatchObject({ actor: null, detail: { client: 'Seedbox', cause } })
      expect(client.removed).toEqual([])
      const { blockedReleases } = database().tables
      expect(await database().read.select().from(blockedReleases)).toMatchObject([
        { guid: 'good', actor: '', cause },
      ])
    })

    it('is removed from the client if so configured', async () => {
      await server.settings.patch({ remove_failed: true })
      client.show({ state: 'failed', message: null })
      await grab()
      expect(client.removed).toEqual([`${HASH} true`])
      expect(await good()).toMatchObject({ cause: { code: 'client_failed_it' } })
    })

    it('it stays with the client while another book has the same one', async () => {
      const still = { state: 'stalled', progress: 0.3, speed: 0, secondsLeft: null, seeds: 0 } as const
      await server.settings.patch({ remove_failed: true, stalled_after_hours: 2 })
      client.show(still)
      await grab()
      await poll()
      await pollFor(1)
      server.behaviour.search = async () => [offer({ guid: 'for another book', info_hash: HASH })]
      await server.want({ asin: 'B000000031' })
      await server.run()
      await poll()
      await poll()
      await pollFor(1)
      expect(await good()).toMatchObject({ state: 'failed' })
      expect(client.removed).toEqual([])
      await poll(3 * MINUTE)
      expect((await server.downloads())['for another book']).toMatchObject({ state: 'stalled' })
      await pollFor(1)
      expect((await server.downloads())['for another book']).toMatchObject({ state: 'failed' })
      expect(client.removed).toEqual([`${HASH} true`])
    })

    it('three times, a person is asked', async () => {
      server.behaviour.search = async () =>
        [1, 2, 3, 4]
          .map((at) => lesser(`release ${at}`, 9 - at))
          .map((one, at) => ({ ...one, info_hash: String(at + 1).repeat(40) }))
      await server.want()
      for (let round = 0; round < 6; round += 1) {
        await server.run()
        for (const at of [1, 2, 3, 4])
          client.show({ id: String(at).repeat(40), state: 'failed', message: 'Broken' })
        await poll()
      }
      expect(server.posted).toHaveLength(3)
      expect(await server.standing()).toMatchObject({
        state: 'failed',
        cause: { code: 'downloads_failed', params: { n: 3 } },
      })
      expect(server.told.filter(({ event }) => event === 'onFailedDownload')).toHaveLength(1)
    })

    it('after a person chose it while automatic download is off, that person is asked', async () => {
      await server.settings.patch({ auto_download: false })
      server.behaviour.search = async () => [offer({ info_hash: HASH }), lesser('second')]
      await server.want()
      await server.adminActions.retry(
        { id: 'rosa', username: 'rosa', role: 'admin', root: false },
        ASIN,
        undefined,
      )
      server.behaviour.grab = async () => ({
        state: 'rejected',
        status: 409,
        cause: { code: 'download_failed', params: {} },
      })
      await server.run()
      server.behaviour.grab = async () => ({ state: 'grabbed' })
      await server.manualGrab('rosa', ASIN, { guid: 'good', indexerId: 1 })
      client.show({ state: 'failed', message: 'Broken' })
      await poll()
      await server.run()
      expect((await server.grabs()).filter((one) => one.endsWith('grabbed'))).toEqual([])
      expect(await server.standing()).toMatchObject({ state: 'failed', cause: { code: 'client_says' } })
    })
  })

  describe('when nothing arrives', () => {
    beforeEach(() => server.settings.patch({ stalled_after_hours: 2 }))

    it('and no one offers it, it fails after the configured time', async () => {
      client.show({ progress: 0.3 })
      await grab()
      client.show({ state: 'stalled', progress: 0.3, speed: 0, secondsLeft: null, seeds: 0 })
      await poll()
      expect(await good()).toMatchObject({ state: 'stalled', stalledSince: clock.read() })
      await pollFor(1.75)
      expect(await server.standing()).toMatchObject({ state: 'downloading' })
      await pollFor(0.25)
      expect(await good()).toMatchObject({
        state: 'failed',
        cause: { code: 'download_stalled', params: { n: 2 } },
      })
      await server.run()
      expect(await server.grabs()).toEqual(['good reverted', 'second grabbed'])
    })

    it('it waits as long as someone offers it', async () => {
      client.show({ state: 'stalled', progress: 0.3, speed: 0, secondsLeft: null, seeds: 1 })
      await grab()
      await pollFor(2.5)
      expect(await good()).toMatchObject({ state: 'stalled' })
    })

    it('the time starts over with every byte that does', async () => {
      client.show({ state: 'stalled', progress: 0.3, speed: 0, secondsLeft: null, seeds: 0 })
      await grab()
      client.show({ progress: 0.31, speed: 5, seeds: 0 })
      await pollFor(1.75)
      expect(await good()).toMatchObject({ state: 'downloading', stalledSince: null })
      client.show({ state: 'stalled', progress: 0.31, speed: 0, secondsLeft: null, seeds: 0 })
      await poll(MINUTE)
      await pollFor(1.75)
      expect(await good()).toMatchObject({ state: 'stalled' })
    })

    describe('time in which no one saw the client does not count:', () => {
      beforeEach(async () => {
        client.show({ progress: 0.3 })
        await grab()
        client.show({ state: 'stalled', progress: 0.3, speed: 0, secondsLeft: null, seeds: 0 })
        await poll()
        await pollFor(1)
      })

      async function expectItsTimeGoesOn() {
        expect(await good()).toMatchObject({ state: 'stalled' })
        await pollFor(0.5)
        expect(await good()).toMatchObject({ state: 'stalled' })
        await pollFor(0.75)
        expect(await good()).toMatchObject({ state: 'failed' })
      }

      it('the server was off, or its clock was set', async () => {
        await poll(72 * HOUR)
        await expectItsTimeGoesOn()
      })

      it('the server’s clock was wrong, and is corrected', async () => {
        clock.advance(400 * HOUR)
        await server.tracking.pollDue()
        await poll(-400 * HOUR)
        await pollFor(1.5)
        expect(await good()).toMatchObject({ state: 'stalled' })
        await pollFor(0.75)
        expect(await good()).toMatchObject({ state: 'failed' })
      })

      it('the client was down', async () => {
        client.state.down = true
        await pollFor(1.5)
        client.state.down = false
        await poll(5 * MINUTE)
        await expectItsTimeGoesOn()
      })

      it('and a client that restarts, and shows nothing yet, has lost nothing', async () => {
        client.forget()
        await poll()
        await poll(10 * HOUR)
        expect(await server.standing()).toMatchObject({ state: 'downloading' })
      })
    })
  })

  describe('when someone removes it from the client', () => {
    it('a person is asked, and it is never fetched again automatically', async () => {
      client.show({ progress: 0.3 })
      await grab()
      client.forget()
      await poll()
      expect(await server.standing()).toMatchObject({ state: 'downloading' })
      await poll(3 * MINUTE)
      expect(await server.standing()).toMatchObject({ state: 'failed', cause: { code: 'download_gone' } })
      expect(await good()).toMatchObject({ state: 'gone' })
      const { blockedReleases } = database().tables
      expect(await database().read.select().from(blockedReleases)).toMatchObject([
        { guid: 'good', actor: '', cause: { code: 'download_gone' } },
      ])
      clock.advance(100 * HOUR)
      await server.run()
      expect(server.posted).toHaveLength(1)
      expect(server.told.map(({ event }) => event)).toEqual(['onSuccessfulDownload', 'onFailedDownload'])
      await server.adminActions.retry(
        { id: 'rosa', username: 'rosa', role: 'admin', root: false },
        ASIN,
        undefined,
      )
      await server.run()
      expect(server.posted.map(({ guid }) => guid)).toEqual(['good', 'second'])
    })

    it('a brief absence does not count', async () => {
      client.show({ progress: 0.3 })
      await grab()
      client.forget()
      await poll()
      await poll(MINUTE)
      client.show({ progress: 0.4 })
      await poll(MINUTE)
      expect(await good()).toMatchObject({ state: 'downloading', percent: 40, missingSince: null })
      client.forget()
      await poll(HOUR)
      expect(await server.standing()).toMatchObject({ state: 'downloading' })
    })
  })

  it('ends with an arrival in the library, and everyone waiting is notified once', async () => {
    client.show({ state: 'completed', progress: 1 })
    await grab()
    const link = 'http://library.example/item/1'
    const arrive = () =>
      database().write((within) => server.libraryEvents.arrived(within, ASIN, { link, library: 'Shelf' }))
    expect(await arrive()).toBe(true)
    expect(await arrive()).toBe(false)
    expect(await server.standing()).toMatchObject({ state: 'available' })
    expect(server.told.filter(({ event }) => event === 'onAvailable')).toMatchObject([{ link }])
    expect(await server.libraryEvents.listComplete()).toEqual([])
  })
})
