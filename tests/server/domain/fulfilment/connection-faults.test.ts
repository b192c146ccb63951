import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { settingsOfClient } from '#scripts/lib/client-fakes'
import { openClients } from '#scripts/lib/open-clients'
import { CLIENTS } from '#fakes/download-clients/all'
import { nzbFile, torrentFile } from '#fakes/download-clients/release-files'
import type { Misbehaviour } from '#fakes/fake-server'
import { startProwlarrFake } from '#fakes/prowlarr'
import { causeOf } from '#contract/cause'
import { causeFor } from '#server/domain/books/cause-view.rules'
import { prowlarrFailed, prowlarrUnreachable } from '#server/domain/integrations/drivers/prowlarr.errors'
import { settingsOf } from '#tests/server/domain/integrations/drivers/access.fixture'
import { prowlarrDriver } from '#tests/server/domain/integrations/drivers/prowlarr.fixture'
import { onEachDatabase, openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import {
  BOOK,
  fulfilmentOver,
  handDriven,
  lesser,
  offer,
  SHELF,
  USENET,
  type HandDriven,
  type TestFulfilment,
} from './fulfilment.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** What a service may do for a while that says nothing about any release. */
const WAYS: readonly [string, Misbehaviour][] = [
  ['refuses the key', { kind: 'status', status: 401 }],
  ['denies access', { kind: 'status', status: 403 }],
  ['took too long', { kind: 'status', status: 408 }],
  ['has had too many calls', { kind: 'status', status: 429 }],
  ['wants to be left alone', { kind: 'status', status: 429, retryAfter: '120' }],
  ['fails', { kind: 'status', status: 500 }],
  ['has no backend', { kind: 'status', status: 502 }],
  ['is overloaded', { kind: 'status', status: 503 }],
  ['restarts', { kind: 'status', status: 503, retryAfter: '60' }],
  ['is too slow for its proxy', { kind: 'status', status: 504 }],
  ['shows a web page', { kind: 'html' }],
  ['resets connections', { kind: 'reset' }],
  ['breaks off', { kind: 'half' }],
  ['answers nonsense', { kind: 'deep', levels: 1000 }],
  ['answers without end', { kind: 'bomb', bytes: 65_000_000, encoding: 'gzip' }],
  ['redirects to a sign-in', { kind: 'loop' }],
]

/** Runs what is due, probes included, for a while. */
async function runFor(
  { server, clock }: { server: TestFulfilment; clock: ReturnType<typeof standingClock> },
  milliseconds: number,
): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 30 * SECOND) {
    clock.advance(30 * SECOND)
    await server.waits.probeDue()
    await server.run()
  }
}

describe('a connection in trouble', () => {
  let opened: OpenDatabase
  let clock: ReturnType<typeof standingClock>
  let driven: HandDriven

  beforeEach(async () => {
    clock = standingClock(new Date().toISOString())
    driven = handDriven()
    opened = await openTestSqlite()
    // Registered first, so that it happens after the server has stopped.
    onTestFinished(() => opened.remove())
  })
  const database = () => opened.database

  /** A server whose books are searched for through a Prowlarr. */
  async function withProwlarr() {
    const fake = await startProwlarrFake()
    onTestFinished(() => fake.close())
    fake.indexers.splice(1)
    const found = offer()
    fake.offer([
      {
        ...{ guid: found.guid, indexerId: 1, indexer: SHELF.name, title: found.title, size: found.size },
        ...{ publishDate: found.publish_date, protocol: 'torrent', seeders: 20, leechers: 1 },
        ...{ categories: [{ id: 3030 }], downloadUrl: `${fake.url}/1/download?file=good` },
      },
    ])
    const driver = prowlarrDriver()
    const { access } = settingsOf(driver, { prowlarr_base_url: fake.baseUrl, prowlarr_api_key: fake.apiKey })
    const source = driver.search(access)
    const server = fulfilmentOver(database(), {
      clock,
      driven: { ...driven, source },
    })
    return { fake, server }
  }

  /** Nobody is told that anything failed, and no release has been used up. */
  async function expectToWait(server: TestFulfilment): Promise<void> {
    const standing = await server.standing()
    expect(['waiting', 'grab_unconfirmed']).toContain(standing?.state)
    expect(server.told).toEqual([])
    expect(await server.history()).not.toContain('failed')
    expect((await server.grabs()).filter((grab) => grab.endsWith('rejected'))).toEqual([])
  }

  describe.each(WAYS)('that %s', (_what, mode) => {
    it('is waited for if it is the search service', async () => {
      const { fake, server } = await withProwlarr()
      await server.settings.patch({ auto_download: true })
      fake.misbehave(mode)
      await server.want()
      await server.run()
      await runFor({ server, clock }, MINUTE)
      await expectToWait(server)
      expect(await server.standing()).toMatchObject({ cause: { code: 'waits_for' } })
      expect(await server.waits.notices()).toMatchObject([
        { code: 'books_wait', params: { connection: 'Prowlarr', n: 1 } },
      ])
      fake.misbehave(null)
      await runFor({ server, clock }, 3 * MINUTE)
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
      expect(await server.waits.notices()).toEqual([])
    })

    it('is waited for if only grabs fail there', async () => {
      const { fake, server } = await withProwlarr()
      await server.settings.patch({ auto_download: true })
      fake.troubleGrabs({ kind: 'before', mode })
      await server.want()
      await server.run()
      await runFor({ server, clock }, MINUTE)
      await expectToWait(server)
      fake.troubleGrabs(null)
      await runFor({ server, clock }, 12 * MINUTE)
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
      expect(fake.grabs).toHaveLength(1)
    })

    it.each(CLIENTS)('is waited for if it is $name', async ({ name, start, protocol }) => {
      const fake = await start()
      onTestFinished(() => fake.close())
      const file = protocol === 'torrent' ? torrentFile('The Salt Road').file : nzbFile(offer().title)
      driven.behaviour.link = async () => ({ state: 'file', file })
      driven.behaviour.indexers = async () => [protocol === 'torrent' ? SHELF : USENET]
      driven.behaviour.search = async () => [offer({ protocol })]
      const clients = openClients([{ name, settings: settingsOfClient(fake) }])
      const server = fulfilmentOver(database(), { clock, driven, clients })
      await server.settings.patch({
        auto_download: true,
        send_torrents_by: 'client',
        send_usenet_by: 'client',
      })
      fake.misbehave(mode)
      await server.want()
      await server.run()
      await runFor({ server, clock }, MINUTE)
      await expectToWait(server)
      expect(await server.standing()).toMatchObject({ cause: { code: 'waits_for' } })
      expect(await server.waits.notices()).toHaveLength(1)
      fake.misbehave(null)
      await runFor({ server, clock }, 3 * MINUTE)
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
      expect(fake.downloads.all()).toHaveLength(1)
      expect(driven.queries).toHaveLength(1)
    })
  })
})

describe('a download client in trouble', () => {
  it.each([0, 1])(
    'is not waited for any longer than until one of its kind works: number %i',
    async (works) => {
      const clock = standingClock(new Date().toISOString())
      const opened = await openTestSqlite()
      // Registered first, so that it happens after the server has stopped.
      onTestFinished(() => opened.remove())
      const driven = handDriven()
      driven.behaviour.link = async () => ({ state: 'file', file: torrentFile('The Salt Road').file })
      const kinds = CLIENTS.filter(({ protocol }) => protocol === 'torrent').slice(0, 2)
      const started = await Promise.all(kinds.map(async ({ name, start }) => ({ name, fake: await start() })))
      onTestFinished(async () => void (await Promise.all(started.map(({ fake }) => fake.close()))))
      const clients = openClients(
        started.map(({ name, fake }) => ({ name, settings: settingsOfClient(fake) })),
      )
      const server = fulfilmentOver(opened.database, { clock, driven, clients })
      await server.settings.patch({ auto_download: true, send_torrents_by: 'client' })
      for (const { fake } of started) fake.misbehave({ kind: 'reset' })
      await server.want()
      await server.run()
      await runFor({ server, clock }, MINUTE)
      expect(await server.standing()).toMatchObject({ state: 'waiting', cause: { code: 'waits_for' } })
      started[works]?.fake.misbehave(null)
      await runFor({ server, clock }, 6 * MINUTE)
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
      expect(started.map(({ fake }) => fake.downloads.all().length)).toEqual(works === 0 ? [1, 0] : [0, 1])
      expect(await server.waits.notices()).toEqual([])
    },
  )
})

onEachDatabase('a search service or client that is in trouble', (database) => {
  let clock: ReturnType<typeof standingClock>
  let driven: HandDriven
  let server: TestFulfilment

  beforeEach(async () => {
    clock = standingClock()
    driven = handDriven()
    server = fulfilmentOver(database(), { clock, driven })
    await server.settings.patch({ auto_download: true })
  })
  const OTHERS = ['B000000002', 'B000000003', 'B000000004', 'B000000005', 'B000000006']
  const down = () =>
    prowlarrUnreachable(causeOf('unreachable', { service: 'Prowlarr', failure: 'ECONNREFUSED' }))

  it('is told of once for all books, which continue at once when it works', async () => {
    const { indexers } = driven.behaviour
    driven.behaviour.indexers = () => Promise.reject(down())
    await server.want()
    for (const asin of OTHERS) await server.want({ asin })
    // Hours of back-off.
    await runFor({ server, clock }, 60 * MINUTE)
    expect(await server.waits.notices()).toMatchObject([
      {
        code: 'books_wait',
        params: { connection: 'Prowlarr', n: 6 },
        cause: { code: 'unreachable' },
        text: '6 books wait until Prowlarr works again, and then continue by themselves. Prowlarr cannot be reached: nothing is listening at the address.',
      },
    ])
    expect(server.told).toEqual([])
    await server.worker.settled()
    driven.behaviour.indexers = indexers
    await server.waits.hastenProbes()
    await server.waits.probeDue()
    const stillWaiting = async () => {
      await server.run()
      const all = await Promise.all([undefined, ...OTHERS].map((asin) => server.standing(asin)))
      return all.filter((standing) => standing?.state === 'waiting').length
    }
    await expect.poll(stillWaiting).toBe(0)
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
    expect(await server.waits.notices()).toEqual([])
  })

  it('is probed less and less often, and nothing else is asked of it', async () => {
    let asked = 0
    driven.behaviour.indexers = () => {
      asked += 1
      return Promise.reject(down())
    }
    await server.want()
    for (const asin of OTHERS) await server.want({ asin })
    await runFor({ server, clock }, 30 * MINUTE)
    expect(asked).toBeLessThan(30)
    expect(driven.queries).toEqual([])
  })

  it('is left alone for as long as it asks, up to an hour', async () => {
    let asked = 0
    const { indexers } = driven.behaviour
    driven.behaviour.indexers = () => {
      asked += 1
      const busy = prowlarrFailed(causeOf('too_many_questions', { service: 'Prowlarr', status: 429 }))
      busy.retryAfter = 48 * 60 * MINUTE
      return Promise.reject(busy)
    }
    await server.want()
    for (const asin of OTHERS.slice(0, 2)) await server.want({ asin })
    await server.run()
    const before = asked
    await runFor({ server, clock }, 59 * MINUTE)
    expect(asked).toBe(before)
    driven.behaviour.indexers = indexers
    await runFor({ server, clock }, 2 * MINUTE)
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
  })

  it('is left to one indexer if only that one asks for it, while the others are searched', async () => {
    const asked: string[] = []
    driven.behaviour.indexers = async () => [SHELF, USENET]
    driven.behaviour.search = async ({ name }) => {
      asked.push(name)
      if (name !== USENET.name) return []
      const limited = prowlarrFailed(causeOf('answers_status', { service: 'It', text: 'Later', status: 429 }))
      limited.retryAfter = 48 * 60 * MINUTE
      throw limited
    }
    await server.want()
    await server.run()
    for (const asin of OTHERS.slice(0, 2)) await server.want({ asin })
    await runFor({ server, clock }, 59 * MINUTE)
    expect(asked.filter((name) => name === USENET.name)).toHaveLength(1)
    expect(asked.length).toBeGreaterThan(3)
    expect(await server.waits.notices()).toEqual([])
  })

  it('has as long for each indexer as is set, which the answer says', async () => {
    await server.want()
    driven.behaviour.indexers = async () => [SHELF, USENET]
    driven.behaviour.searchTimeout = 20
    driven.behaviour.search = () => new Promise(() => undefined)
    const book = { ...BOOK, correctedAt: null }
    const { signal } = new AbortController()
    const { indexers } = await server.releaseSearch.complete(book, { actor: null }, signal)
    const cause = { code: 'no_answer_within', params: { seconds: 0.02 } }
    expect(indexers).toMatchObject([
      { state: 'failed', cause },
      { state: 'failed', cause },
    ])
  })

  it('does not use up releases: only those at fault count, also after a wait', async () => {
    const guids = ['a', 'b', 'c', 'd', 'e']
    driven.behaviour.search = async () => guids.map((guid, at) => lesser(guid, 40 - at))
    const gone = { state: 'rejected', status: 404, cause: causeOf('release_gone') } as const
    const busy = {
      ...({ state: 'postponed', status: 500, fault: 'connection' } as const),
      cause: causeOf('download_client_failed', { service: 'Prowlarr', text: 'Down' }),
    }
    let isDown = true
    driven.behaviour.grab = async ({ guid }) => (guid === 'a' || guid === 'c' ? gone : isDown ? busy : gone)
    await server.want()
    await runFor({ server, clock }, 20 * MINUTE)
    expect(await server.standing()).toMatchObject({ state: 'waiting' })
    expect(server.told).toEqual([])
    expect((await server.grabs()).filter((grab) => grab.endsWith('rejected'))).toEqual(['a rejected'])
    expect(driven.queries).toHaveLength(1)
    isDown = false
    await runFor({ server, clock }, 60 * MINUTE)
    expect(await server.standing()).toMatchObject({
      state: 'failed',
      cause: { code: 'grabs_refused', params: { n: 3 } },
    })
    expect(driven.posted.filter(({ guid }) => guid === 'a')).toHaveLength(1)
    expect(server.told.map(({ event }) => event)).toEqual(['onFailedDownload'])
  })

  it('is passed by if another indexer has the book, unless nothing works', async () => {
    const slow = { ...offer(), guid: 'best' }
    const other = { ...lesser('other'), indexer_id: USENET.id, indexer: USENET.name }
    driven.behaviour.search = async () => [slow, lesser('same indexer'), other]
    const failing = {
      ...({ state: 'postponed', status: 502, fault: 'indexer' } as const),
      cause: causeOf('indexer_failed', { service: 'Prowlarr' }),
    }
    driven.behaviour.grab = async ({ guid }) => (guid === 'other' ? { state: 'grabbed' } : failing)
    await server.want()
    await server.run()
    expect(driven.posted.map(({ guid }) => guid)).toEqual(['best', 'other'])
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
  })

  it('shows members only that a service has to work again', () => {
    const cause = {
      ...causeOf('waits_for', { connection: 'Seedbox' }),
      causes: [causeOf('wrong_login', { service: 'It' })],
    }
    expect(causeFor(cause, true)).toBe(cause)
    expect(causeFor(cause, false)).toEqual(causeOf('waits_for_service'))
  })
})
