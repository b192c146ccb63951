import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nzbFile, torrentFile } from '#fakes/download-clients/release-files'
import { startNzbgetFake } from '#fakes/download-clients/nzbget'
import { startQbittorrentFake } from '#fakes/download-clients/qbittorrent'
import { causeOf } from '#contract/cause'
import { connectionNotReady } from '#server/domain/integrations/connection.errors'
import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import { createNzbget } from '#server/domain/integrations/drivers/nzbget'
import { createQbittorrent } from '#server/domain/integrations/drivers/qbittorrent'
import { settingsOf } from '#tests/server/domain/integrations/drivers/access.fixture'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import {
  ASIN,
  fulfilmentOver,
  handDriven,
  later,
  lesser,
  offer,
  USENET,
  type HandDriven,
  type TestFulfilment,
} from '#tests/server/domain/fulfilment/fulfilment.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND
const TORRENT = torrentFile('The Salt Road')

type Fake = Awaited<ReturnType<typeof startQbittorrentFake>> | Awaited<ReturnType<typeof startNzbgetFake>>

onEachDatabase('a release that is added to a client without Prowlarr', (database) => {
  let fake: Fake
  let clock: ReturnType<typeof standingClock>
  let driven: HandDriven
  let open: OpenClient[]
  /** Called when the client has accepted a download, before it responds. */
  let afterAdd: () => Promise<void>
  let adds: number

  const server = () => fulfilmentOver(database(), { driven, clock, clients: open })

  /** Distinguishes calls that add a download from others. */
  const watched: typeof fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const isAdd =
      address.endsWith('/torrents/add') || (typeof init?.body === 'string' && init.body.includes('"append"'))
    const answer = await fetch(input, init)
    if (!isAdd) return answer
    adds += 1
    await afterAdd()
    return answer
  }

  async function withTorrents(): Promise<void> {
    const started = await startQbittorrentFake()
    const driver = createQbittorrent({ fetch: watched, userAgent: 'Earmark/test' })
    const { baseUrl: base_url, username, password } = started
    const { access } = settingsOf(driver, { base_url, username, password, category: 'books' })
    fake = started
    open = [{ id: 'one', name: 'Seedbox', protocol: 'torrent', client: driver.open(access) }]
    driven.behaviour.link = async () => ({ state: 'file', file: TORRENT.file })
    driven.behaviour.search = async () => [offer({ info_hash: TORRENT.infoHash.toUpperCase() })]
  }

  async function withUsenet(): Promise<void> {
    const started = await startNzbgetFake()
    const driver = createNzbget({ fetch: watched, userAgent: 'Earmark/test' })
    const { baseUrl: base_url, username, password } = started
    const { access } = settingsOf(driver, { base_url, username, password, category: 'books' })
    fake = started
    open = [{ id: 'one', name: 'News', protocol: 'usenet', client: driver.open(access) }]
    driven.behaviour.indexers = async () => [USENET]
    const found = offer({ protocol: 'usenet', indexer_id: USENET.id, indexer: USENET.name })
    driven.behaviour.link = async () => ({ state: 'file', file: nzbFile(found.title) })
    driven.behaviour.search = async () => [found]
  }

  async function sent(one: TestFulfilment): Promise<void> {
    await one.settings.patch({ auto_download: true, send_torrents_by: 'client', send_usenet_by: 'client' })
    await one.want()
    await one.run()
  }

  /** Runs all work that is due until none is left. */
  async function rest(one: TestFulfilment): Promise<void> {
    for (let round = 0; round < 4; round += 1) await one.run()
  }

  beforeEach(() => {
    driven = handDriven()
    clock = standingClock()
    afterAdd = async () => undefined
    adds = 0
  })
  afterEach(() => fake.close())

  it.each([
    ['a torrent', withTorrents],
    ['a Usenet release', withUsenet],
  ])('is fetched, added once with its category, and followed: %s', async (_what, start) => {
    await start()
    const one = server()
    await sent(one)
    expect(driven.posted).toEqual([])
    expect(fake.downloads.all()).toMatchObject([{ category: 'books' }])
    expect(await one.standing()).toMatchObject({ state: 'grabbed' })
    const row = (await one.downloads())['good']
    expect(row).toMatchObject({ foundBy: 'sent', connectionId: 'one' })
    expect(row?.downloadId).not.toBeNull()
    const entry = (await one.timeline.list(ASIN)).find(({ kind }) => kind === 'grabbed')
    expect(entry?.detail).toMatchObject({ client: open[0]?.name })
    clock.advance(15 * SECOND)
    await one.tracking.pollDue()
    expect(await one.standing()).toMatchObject({ state: 'downloading' })
    expect((await one.downloads())['good']).toMatchObject({ foundBy: 'sent', state: 'downloading' })
  })

  it('is sent by Prowlarr if nothing else is configured', async () => {
    await withTorrents()
    const one = server()
    await one.settings.patch({ auto_download: true, send_usenet_by: 'client' })
    await one.want()
    await one.run()
    expect(driven.posted).toHaveLength(1)
    expect(fake.downloads.all()).toEqual([])
  })

  describe.each([
    ['a torrent', withTorrents],
    ['a Usenet release', withUsenet],
  ])('%s', (_what, start) => {
    beforeEach(start)

    it('is found in the client, and not added again, if no answer came', async () => {
      afterAdd = () => Promise.reject(new TypeError('fetch failed'))
      const one = server()
      await sent(one)
      clock.advance(10 * MINUTE)
      await rest(one)
      expect(await one.grabs()).toEqual(['good grabbed'])
      expect(await one.standing()).toMatchObject({ state: 'grabbed' })
      expect(adds).toBe(1)
      expect(await one.history()).toContain('grab_unconfirmed')
      expect(driven.historyQueries).toEqual([])
    })

    it('is found by another server, and not added again, if the first was killed before the answer', async () => {
      const answer = later<void>()
      afterAdd = () => answer.promise
      const [first, second] = [server(), server()]
      await first.settings.patch({
        auto_download: true,
        send_torrents_by: 'client',
        send_usenet_by: 'client',
      })
      await first.want()
      await first.worker.workDue()
      await expect.poll(() => adds).toBe(1)
      clock.advance(16 * SECOND)
      await rest(second)
      clock.advance(MINUTE)
      await rest(second)
      expect(await second.grabs()).toEqual(['good grabbed'])
      answer.resolve()
      await first.worker.settled()
      clock.advance(60 * MINUTE)
      await rest(second)
      expect(adds).toBe(1)
      expect(fake.downloads.all()).toHaveLength(1)
      expect(await second.standing()).toMatchObject({ state: 'grabbed' })
    })

    it('is not added by a server that resumes after it counted as not sent', async () => {
      const link = later<void>()
      const answered = driven.behaviour.link
      let lookups = 0
      driven.behaviour.link = async () => {
        lookups += 1
        await link.promise
        return answered()
      }
      const [first, second] = [server(), server()]
      await first.settings.patch({
        auto_download: true,
        send_torrents_by: 'client',
        send_usenet_by: 'client',
      })
      await first.want()
      await first.worker.workDue()
      await expect.poll(() => lookups).toBe(1)
      clock.advance(16 * SECOND)
      await rest(second)
      driven.behaviour.search = async () => []
      clock.advance(6 * MINUTE)
      await rest(second)
      expect(await second.grabs()).toEqual(['good rejected'])
      link.resolve()
      await first.worker.settled()
      expect(adds).toBe(0)
      expect(fake.downloads.all()).toEqual([])
    })

    it('is not added again if the client has just started and shows nothing yet', async () => {
      afterAdd = () => Promise.reject(new TypeError('fetch failed'))
      const one = server()
      await one.settings.patch({ auto_download: true, send_torrents_by: 'client', send_usenet_by: 'client' })
      await one.want()
      await one.worker.workDue()
      await one.worker.settled()
      const [added] = fake.downloads.all()
      if (!added) throw new Error('Nothing was added')
      fake.downloads.remove(added.id)
      clock.advance(10 * MINUTE)
      await rest(one)
      fake.downloads.add(added)
      clock.advance(10 * MINUTE)
      await rest(one)
      expect(await one.grabs()).toEqual(['good grabbed'])
      expect(adds).toBe(1)
    })

    it('is searched again if the client does not have it for a while', async () => {
      afterAdd = () => Promise.reject(new TypeError('fetch failed'))
      const one = server()
      await sent(one)
      for (const { id } of fake.downloads.all()) fake.downloads.remove(id)
      afterAdd = async () => undefined
      for (const _of of [1, 2, 3]) {
        clock.advance(10 * MINUTE)
        await rest(one)
      }
      expect(await one.grabs()).toEqual(['good grabbed', 'good rejected'])
      expect(adds).toBe(2)
    })

    it('stays unconfirmed while the client cannot be asked', async () => {
      afterAdd = () => Promise.reject(new TypeError('fetch failed'))
      const one = server()
      await sent(one)
      open.splice(0)
      clock.advance(10 * MINUTE)
      await rest(one)
      expect(await one.standing()).toMatchObject({ state: 'grab_unconfirmed' })
      expect(adds).toBe(1)
    })
  })

  it('is not mistaken for a failed one of its name, if no answer came and the client does not have it', async () => {
    await withUsenet()
    const found = await driven.behaviour.search(USENET, '')
    driven.behaviour.search = async () => [...found, ...found.map((one) => ({ ...one, guid: 'second' }))]
    const one = server()
    await sent(one)
    const [first] = fake.downloads.all()
    fake.downloads.fail(first?.id ?? '', 'FAILURE/PAR')
    clock.advance(15 * SECOND)
    await one.tracking.pollDue()
    expect(await one.grabs()).toEqual(['good reverted'])
    afterAdd = async () => {
      for (const { id } of fake.downloads.all()) if (id !== first?.id) fake.downloads.remove(id)
      throw new TypeError('fetch failed')
    }
    await one.run()
    expect(await one.grabs()).toEqual(['good reverted', 'second unconfirmed'])
    for (const _of of [1, 2, 3]) {
      clock.advance(10 * MINUTE)
      await rest(one)
    }
    expect(await one.grabs()).toContain('second rejected')
  })

  it('is refused if the client has it from a grab that was taken back', async () => {
    await withUsenet()
    const found = await driven.behaviour.search(USENET, '')
    driven.behaviour.search = async () => [...found, ...found.map((one) => ({ ...one, guid: 'second' }))]
    const one = server()
    await sent(one)
    for (const { id } of fake.downloads.all()) fake.downloads.complete(id)
    clock.advance(15 * SECOND)
    await one.tracking.pollDue()
    expect((await one.downloads())['good']).toMatchObject({ state: 'completed' })
    await one.adminActions.revert({ id: 'rosa', username: 'rosa', role: 'admin', root: false }, ASIN)
    await rest(one)
    expect(await one.grabs()).toEqual(['good reverted', 'second rejected'])
    const rejected = (await one.timeline.list(ASIN)).find(({ kind }) => kind === 'grab_rejected')
    expect(rejected).toMatchObject({ detail: { cause: { code: 'download_had_before' } } })
  })

  it('is refused with its reason if the link leads to a web page, and the next one is tried', async () => {
    await withTorrents()
    const links = [new TextEncoder().encode('<!doctype html><title>Sign in</title>'), TORRENT.file]
    driven.behaviour.link = async () => ({ state: 'file', file: links.shift() ?? new Uint8Array() })
    driven.behaviour.search = async () => [offer(), lesser('second')]
    const one = server()
    await sent(one)
    expect(await one.grabs()).toEqual(['good postponed', 'second grabbed'])
    const postponed = (await one.timeline.list(ASIN)).find(({ kind }) => kind === 'grab_postponed')
    expect(postponed).toMatchObject({ detail: { cause: { causes: [{ code: 'link_web_page' }] } } })
  })

  it('waits for a client if none is set up, and fetches nothing until one is', async () => {
    await withTorrents()
    const former = open.splice(0)
    const one = server()
    await sent(one)
    expect(await one.standing()).toMatchObject({
      state: 'waiting',
      cause: { code: 'waits_for', causes: [{ code: 'no_torrent_client' }] },
    })
    expect(await one.waits.notices()).toMatchObject([{ params: { connection: 'torrent', n: 1 } }])
    clock.advance(SECOND)
    const again = server()
    await again.waits.hastenProbes()
    await again.waits.probeDue()
    expect(await again.standing()).toMatchObject({ state: 'waiting' })
    open.push(...former)
    const equipped = server()
    await equipped.waits.hastenProbes()
    await equipped.waits.probeDue()
    await rest(equipped)
    expect(await equipped.standing()).toMatchObject({ state: 'grabbed' })
  })

  describe('while the client is down', () => {
    const down = (code: string) => () =>
      Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code } }))
    let closed: OpenClient

    beforeEach(async () => {
      await withTorrents()
      const driver = createQbittorrent({ fetch: down('ECONNREFUSED'), userAgent: 'Earmark/test' })
      const { access } = settingsOf(driver, { base_url: fake.url })
      closed = { id: 'down', name: 'Down', protocol: 'torrent', client: driver.open(access) }
    })

    it('nothing is fetched, and it is retried', async () => {
      const [up] = open.splice(0, 1, closed)
      const { link } = driven.behaviour
      driven.behaviour.link = () => Promise.reject(new Error('It was fetched'))
      const one = server()
      await sent(one)
      expect(await one.standing()).toMatchObject({
        state: 'waiting',
        cause: { code: 'waits_for', causes: [{ code: 'unreachable_address' }] },
      })
      expect(one.noted.at(-1)).toMatchObject(['down', { cause: { code: 'unreachable_address' } }])
      expect(one.told).toEqual([])
      driven.behaviour.link = link
      if (up) open.splice(0, 1, up)
      const again = server()
      clock.advance(2 * MINUTE)
      await rest(again)
      expect(await again.grabs()).toEqual(['good grabbed', 'good postponed'])
      expect(adds).toBe(1)
    })

    it('the next client of the same kind gets it', async () => {
      open.unshift(closed)
      const one = server()
      await sent(one)
      expect(await one.grabs()).toEqual(['good grabbed'])
      expect((await one.downloads())['good']).toMatchObject({ connectionId: 'one', client: 'Seedbox' })
    })

    it('which is switched off meanwhile, the other one gets it in the end', async () => {
      const [first] = open
      if (!first) throw new Error('There is no client')
      const off = () => Promise.reject(connectionNotReady(causeOf('not_set_up', { service: 'It' })))
      const leaving = { ...first, id: 'off', client: { ...first.client, add: off } }
      open.unshift(leaving)
      const one = server()
      await sent(one)
      expect(await one.standing()).toMatchObject({ state: 'waiting' })
      open.shift()
      clock.advance(2 * MINUTE)
      await rest(server())
      expect(await one.grabs()).toEqual(['good grabbed', 'good postponed'])
      expect(adds).toBe(1)
    })
  })
})
