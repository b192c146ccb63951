import { describe, expect, it, onTestFinished } from 'vitest'
import type { createFakeDownloads, FakeState } from '#fakes/download-clients/downloads'
import type { FakeServer } from '#fakes/fake-server'
import type { ClientState, DownloadProblem } from '#server/domain/integrations/download-client.types'
import { settingsOf } from './access.fixture'
import { describeDownloadClient, type ClientUnderTest } from './download-clients.contract'

/** The common parts of the fake clients. */
interface FakeClient extends FakeServer {
  downloads: ReturnType<typeof createFakeDownloads>
  restart(): void
}

interface FakeUnderTest extends ClientUnderTest {
  fake: FakeClient
}

const STATES: Record<FakeState, ClientState> = {
  queued: 'queued',
  paused: 'queued',
  downloading: 'downloading',
  stalled: 'stalled',
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
}

/** The states in which a download remains for more than one poll. */
const UNDER_WAY: readonly FakeState[] = ['queued', 'paused', 'downloading', 'stalled', 'processing']

/** The driver, opened for a fresh fake, and an id in the form of that client. */
async function openFake(start: () => Promise<FakeUnderTest>) {
  const started = await start()
  const { driver, settings } = started
  const id = driver.protocol === 'torrent' ? 'ab'.repeat(20) : idOf(driver.name)
  return { ...started, id, client: driver.open(settingsOf(driver, settings).access) }
}
type Open = () => ReturnType<typeof openFake>

/**
 * Tests what a download client's driver makes of each state and misbehaviour, in addition to the tests of all
 * clients.
 * @param states the states that the program has.
 */
export function describeFakeClient(
  name: string,
  launch: () => Promise<FakeUnderTest>,
  states: readonly FakeState[],
): void {
  async function start() {
    const started = await launch()
    onTestFinished(() => started.fake.close())
    return started
  }
  const opened = () => openFake(start)

  describeDownloadClient(name, start)

  describe(`the driver of ${name}`, () => {
    testStates(opened, states)
    testLists(opened)
    testPolls(
      opened,
      states.filter((state) => UNDER_WAY.includes(state)),
    )
    testChanges(opened)
    testMisbehaviour(opened)
    testSecrets(opened)
  })
}

function testStates(opened: Open, states: readonly FakeState[]): void {
  it.each(states)('reads a download that is %s', async (state) => {
    const { fake, client, driver, id } = await opened()
    const progress = state === 'completed' || state === 'processing' ? 1 : 0.43
    fake.downloads.add({
      id,
      name: 'The First Wick',
      state,
      progress,
      seeds: 2,
      message: 'Something broke',
    })
    const [found] = await client.status([id])
    expect(found).toMatchObject({ id, name: 'The First Wick', state: STATES[state] })
    // qBittorrent gives no reason.
    const isSilent = state !== 'failed' || driver.name === 'qBittorrent'
    expect(found?.message).toBe(isSilent ? null : 'Something broke')
    expect(found?.problem).toBe(state === 'failed' ? 'release' : null)
    if (state === 'completed') expect(found?.progress).toBe(1)
    // NZBGet reports only when a download was done.
    const told = found?.addedAt ?? found?.endedAt
    const second = Math.floor((fake.downloads.find(id)?.addedAt ?? 0) / 1000)
    if (state === 'completed') expect(told?.getTime()).toBeGreaterThanOrEqual(second * 1000)
    if (state === 'downloading') {
      expect(found?.progress).toBeCloseTo(0.43, 2)
      expect(found?.secondsLeft).toBeGreaterThan(0)
    }
  })
}

/** Tests whose trouble a failed download is, by the words of the client. */
export function describeProblems(
  name: string,
  launch: () => Promise<FakeUnderTest>,
  cases: readonly (readonly [said: string, problem: DownloadProblem, message?: string | null])[],
): void {
  const told = cases.map(([said, problem, message = said]) => ({ said, problem, message }))
  it.each(told)(`a download that failed in ${name} with “$said” is due to the $problem`, async (one) => {
    const { fake, client, id } = await openFake(launch)
    onTestFinished(() => fake.close())
    fake.downloads.add({ id, name: 'The First Wick' })
    fake.downloads.fail(id, one.said)
    const { problem, message } = one
    expect(await client.status([id])).toMatchObject([{ state: 'failed', problem, message }])
  })
}

function testLists(opened: Open): void {
  it('lists only what is in its category', async () => {
    const { fake, client, id, settings } = await opened()
    const other = id.replace(/..$/, '99')
    fake.downloads.add({ id, name: 'Ours', category: String(settings['category']) })
    fake.downloads.add({ id: other, name: 'Theirs', category: 'movies' })
    expect((await client.list()).map(({ id: one }) => one)).toEqual([id])
    expect((await client.status([id, other])).map(({ id: one }) => one).sort()).toEqual([id, other].sort())
  })

  it('lists on demand what is outside its category, and nothing without one', async () => {
    const { fake, client, id, settings, driver } = await opened()
    const other = id.replace(/..$/, '99')
    fake.downloads.add({ id: other, name: 'Theirs', category: 'movies' })
    expect((await client.others()).map(({ id: one, name }) => [one, name])).toEqual([[other, 'Theirs']])
    const everywhere = driver.open(settingsOf(driver, { ...settings, category: '' }).access)
    expect(await everywhere.others()).toEqual([])
  })

  it('lists requested downloads outside its category too', async () => {
    const { fake, client, id, settings } = await opened()
    const other = id.replace(/..$/, '99')
    fake.downloads.add({ id, name: 'Ours', category: String(settings['category']) })
    fake.downloads.add({ id: other, name: 'Theirs', category: 'movies' })
    fake.downloads.add({ id: id.replace(/..$/, '98'), name: 'Of nobody', category: 'movies' })
    const unknown = id.replace(/..$/, '97')
    const listed = await client.list([id, other, unknown])
    expect(listed.map(({ id: one }) => one).sort()).toEqual([id, other].sort())
  })
}

function testPolls(opened: Open, states: readonly FakeState[]): void {
  it.each(states)('makes one call for a hundred downloads that are still %s', async (state) => {
    const { fake, client, id } = await opened()
    const ids = Array.from({ length: 100 }, (_, at) => id.replace(/..$/, String(at).padStart(2, '0')))
    for (const one of ids) fake.downloads.add({ id: one, name: one, state })
    expect(await client.status(ids)).toHaveLength(100)
    const before = fake.received.length
    expect(await client.status(ids)).toHaveLength(100)
    expect(fake.received.length - before).toBe(1)
  })
}

/** What happens in the client behind Earmark's back. */
function testChanges(opened: Open): void {
  it('follows a restarted client', async () => {
    const { fake, client, id } = await opened()
    fake.downloads.add({ id, name: 'The First Wick' })
    expect(await client.status([id])).toHaveLength(1)
    fake.restart()
    expect(await client.status([id])).toHaveLength(1)
  })

  it('no longer shows what someone removed', async () => {
    const { fake, client, id } = await opened()
    fake.downloads.add({ id, name: 'The First Wick' })
    expect(await client.status([id])).toHaveLength(1)
    fake.downloads.remove(id)
    expect(await client.status([id])).toEqual([])
  })
}

function testMisbehaviour(opened: Open): void {
  it.each([
    [{ kind: 'html' }, 'connection_not_the_api'],
    [{ kind: 'status', status: 500 }, 'connection_failed'],
    [{ kind: 'status', status: 404 }, 'connection_not_the_api'],
    [{ kind: 'reset' }, 'connection_unreachable'],
    [{ kind: 'half' }, 'connection_unreachable'],
    [{ kind: 'loop' }, 'connection_not_the_api'],
    [{ kind: 'deep', levels: 100_000 }, 'connection_not_the_api'],
  ] as const)('says after %j that nothing is known: %s', async (mode, code) => {
    const { fake, client, id } = await opened()
    fake.downloads.add({ id, name: 'The First Wick' })
    expect(await client.status([id])).toHaveLength(1)
    fake.misbehave(mode)
    await expect(client.status([id])).rejects.toMatchObject({ code })
    fake.misbehave(null)
    expect(await client.status([id])).toHaveLength(1)
  })
}

function testSecrets(opened: Open): void {
  it('never writes its secrets into an address', async () => {
    const { fake, client, settings, driver } = await opened()
    await client.status(['ab'.repeat(20)])
    const secrets = driver.entries.flatMap((entry) =>
      entry.secret ? [String(settings[entry.name] ?? '')] : [],
    )
    for (const secret of secrets.filter((text) => text !== '')) {
      expect(fake.received.map(({ path, query }) => `${path}?${query.toString()}`).join()).not.toContain(
        secret,
      )
    }
  })
}

/** An id in the form of a Usenet client. */
const idOf = (name: string) => (name === 'SABnzbd' ? 'SABnzbd_nzo_abc001' : '1001')
