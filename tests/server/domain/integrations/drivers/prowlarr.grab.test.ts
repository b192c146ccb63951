import { describe, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port'
import { timeoutAfterArrival } from '#tests/support/limits-once-arrived'
import { connectedProwlarr, fetchBut, neverAborted, prowlarrDriver, SPOKEN_SHELF } from './prowlarr.fixture'
import { settingsOf } from './access.fixture'

const SINCE = () => new Date(Date.now() - 1000)

/** A Prowlarr that has found a release. */
async function withRelease() {
  const connected = await connectedProwlarr()
  const [release] = await connected.source.search(SPOKEN_SHELF, 'first wick', neverAborted())
  if (!release) throw new Error('Nothing was found')
  return { ...connected, release, wanted: { guid: release.guid, indexerId: release.indexer_id } }
}

/** Waits only briefly for the response to a grab, counted from the arrival of the request. */
const withShortTimeout = ({ settings }: Awaited<ReturnType<typeof withRelease>>, arrived: () => boolean) =>
  prowlarrDriver({ timeouts: { grab: 300 }, fetch: timeoutAfterArrival(arrived) }).search(settings.access)

describe('grabbing a release', () => {
  it('sends its guid and indexer once', async () => {
    const { fake, source, wanted } = await withRelease()
    expect(await source.grab(wanted)).toEqual({ state: 'grabbed' })
    expect(fake.grabs).toEqual([wanted])
    const posts = fake.received.filter(({ method }) => method === 'POST')
    expect(posts.map(({ path, body }) => [path, body])).toEqual([['/api/v1/search', JSON.stringify(wanted)]])
  })

  it('says that Prowlarr has forgotten the release', async () => {
    const { fake, source, wanted } = await withRelease()
    fake.forget()
    expect(await source.grab(wanted)).toEqual({ state: 'forgotten' })
  })

  it.each([
    ['rejected', { state: 'rejected', status: 409 }, 'release_not_taken'],
    ['invalid', { state: 'rejected', status: 400 }, 'release_refused'],
    ['no_client', { state: 'postponed', status: 500, fault: 'connection' }, 'no_download_client'],
    [
      'client_unreachable',
      { state: 'postponed', status: 500, fault: 'connection' },
      'download_client_failed',
    ],
  ] as const)('distinguishes why Prowlarr refuses: %s', async (how, expected, code) => {
    const { fake, source, wanted } = await withRelease()
    fake.troubleGrabs({ kind: 'refused', how })
    expect(await source.grab(wanted)).toEqual({
      ...expected,
      cause: { code, params: { service: 'Prowlarr', text: expect.stringMatching(/\S+ .*/) } },
    })
    expect(fake.grabs).toEqual([])
  })

  it.each([
    [
      { kind: 'status', status: 401 },
      { state: 'postponed', status: 401, cause: { code: 'wrong_key' } },
    ],
    [{ kind: 'html' }, { state: 'postponed', status: 200, cause: { code: 'not_the_api' } }],
    [
      { kind: 'status', status: 429, retryAfter: '40' },
      { state: 'postponed', cause: { code: 'too_many_questions' }, retryAfter: 40_000 },
    ],
    [{ kind: 'status', status: 502 }, { state: 'unknown' }],
    [{ kind: 'status', status: 504 }, { state: 'unknown' }],
    [{ kind: 'reset' }, { state: 'unknown' }],
    [{ kind: 'half' }, { state: 'unknown' }],
  ] as const)('reads %j', async (mode, expected) => {
    const { fake, source, wanted } = await withRelease()
    fake.troubleGrabs({ kind: 'before', mode })
    expect(await source.grab(wanted)).toMatchObject(expected)
  })

  it('is not the fault of a release if its indexer has just failed', async () => {
    const { fake, source, wanted } = await withRelease()
    fake.troubleGrabs({ kind: 'refused', how: 'rejected' })
    fake.failIndexer(1, 'disabled')
    expect(await source.grab(wanted)).toMatchObject({
      state: 'postponed',
      fault: 'indexer',
      cause: { code: 'indexer_paused' },
    })
  })

  it('is unconfirmed if Prowlarr takes too long before it acts', async () => {
    const connected = await withRelease()
    const { fake, wanted } = connected
    fake.troubleGrabs({ kind: 'before', mode: { kind: 'slow', ms: 600_000 } })
    const source = withShortTimeout(connected, () => fake.received.some(({ method }) => method === 'POST'))
    expect(await source.grab(wanted)).toMatchObject({ state: 'unknown' })
    expect(fake.grabs).toEqual([])
  })

  it.each([
    { kind: 'after', how: 'never' },
    { kind: 'after', how: 'lost' },
    { kind: 'after', how: 'twice' },
    { kind: 'after', how: 'late', ms: 600_000 },
  ] as const)('has an unknown outcome if Prowlarr acts but does not respond: %j', async (trouble) => {
    const connected = await withRelease()
    const { fake, wanted, release } = connected
    fake.troubleGrabs(trouble)
    const since = SINCE()
    const silent = trouble.how === 'never' || trouble.how === 'late'
    const source = silent ? withShortTimeout(connected, () => fake.grabs.length > 0) : connected.source
    expect(await source.grab(wanted)).toMatchObject({ state: 'unknown' })
    expect(fake.grabs).toEqual([wanted])
    expect(await source.wasGrabbed({ title: release.title, indexerId: release.indexer_id, since })).toBe(
      'yes',
    )
  })

  it.each([
    ['{"guid":"another"}', 200, 'unknown'],
    ['', 500, 'unknown'],
    ['<html>', 404, 'postponed'],
    ['', 405, 'postponed'],
    ['{"message":"No"}', 403, 'postponed'],
    ['', 302, 'postponed'],
  ])('reads %j with status %i as %s', async (body, status, state) => {
    const { fake, settings, wanted } = await withRelease()
    const driver = prowlarrDriver({ fetch: fetchBut('/search', () => new Response(body, { status })) })
    expect(await driver.search(settings.access).grab(wanted)).toMatchObject({ state })
    expect(fake.grabs).toEqual([])
  })

  it('fails, and is not unconfirmed, if no one listens or nothing is set up', async () => {
    const { source, driver, settings, wanted } = await withRelease()
    settings.set({ prowlarr_base_url: `http://127.0.0.1:${await freePort()}` })
    expect(await source.grab(wanted)).toMatchObject({
      state: 'postponed',
      cause: { code: 'unreachable' },
    })
    const empty = driver.search(settingsOf(driver, {}).access)
    expect(await empty.grab(wanted)).toMatchObject({ state: 'postponed', cause: { code: 'not_set_up' } })
  })
})

describe('reconciling a grab with the history', () => {
  it('finds it by title, indexer and time', async () => {
    const { fake, source } = await connectedProwlarr()
    fake.history.grabbed({ indexerId: 1, title: 'The  Salt Road [M4B]' })
    const look = (facts: { title?: string; indexerId?: number; since?: Date }) =>
      source.wasGrabbed({ title: 'The Salt Road [M4B]', indexerId: 1, since: SINCE(), ...facts })
    expect(await look({})).toBe('yes')
    expect(await look({ title: 'The Salt Road' })).toBe('no')
    expect(await look({ indexerId: 2 })).toBe('no')
    expect(await look({ since: new Date(Date.now() + 600_000) })).toBe('no')
  })

  it('ignores a failed one, or one from long ago', async () => {
    const { fake, source } = await connectedProwlarr()
    const release = { title: 'The Salt Road', indexerId: 1 }
    fake.history.grabbed({ ...release, successful: false })
    fake.history.grabbed({ ...release, date: new Date(Date.now() - 3_600_000) })
    expect(await source.wasGrabbed({ ...release, since: SINCE() })).toBe('no')
  })

  it('reads pages as far back as the grab', async () => {
    const { fake, source } = await connectedProwlarr()
    const release = { title: 'The Salt Road', indexerId: 1 }
    const since = new Date(Date.now() - 3_600_000)
    fake.history.grabbed({ ...release, date: new Date(since.getTime() + 5000) })
    for (let index = 0; index < 250; index += 1)
      fake.history.grabbed({ indexerId: 2, title: `Other ${index}` })
    expect(await source.wasGrabbed({ ...release, since })).toBe('yes')
    const pages = fake.received.filter(({ path }) => path === '/api/v1/history')
    expect(pages.map(({ query }) => [query.get('page'), query.get('eventType')])).toEqual([
      ['1', '1'],
      ['2', '1'],
      ['3', '1'],
    ])
  })

  it('uses Prowlarr’s clock', async () => {
    const { fake, settings } = await connectedProwlarr()
    const anHour = 3_600_000
    const driver = prowlarrDriver({
      fetch: async (input, init) => {
        const answer = await fetch(input, init)
        const headers = { date: new Date(Date.now() + anHour).toUTCString() }
        return new Response(answer.body, { headers })
      },
    })
    const source = driver.search(settings.access)
    const release = { title: 'The Salt Road', indexerId: 1, since: SINCE() }
    fake.history.grabbed({ ...release, date: new Date(Date.now() + anHour - 600_000) })
    expect(await source.wasGrabbed(release)).toBe('no')
    fake.history.grabbed({ ...release, date: new Date(Date.now() + anHour) })
    expect(await source.wasGrabbed(release)).toBe('yes')
  })

  it.each([
    ['an error', { kind: 'status', status: 500 }],
    ['a web page', { kind: 'html' }],
    ['a broken connection', { kind: 'reset' }],
  ] as const)('is unknown after %s', async (_name, mode) => {
    const { fake, source } = await connectedProwlarr()
    fake.misbehave(mode)
    expect(await source.wasGrabbed({ title: 'x', indexerId: 1, since: SINCE() })).toBe('unknown')
  })

  it('fails if a record is unreadable, or Prowlarr is not set up', async () => {
    const { driver, settings } = await connectedProwlarr()
    const odd = prowlarrDriver({ fetch: fetchBut('/history', () => Response.json({ records: [{ id: 1 }] })) })
    const release = { title: 'x', indexerId: 1, since: SINCE() }
    expect(await odd.search(settings.access).wasGrabbed(release)).toBe('unknown')
    expect(await driver.search(settingsOf(driver, {}).access).wasGrabbed(release)).toBe('unknown')
  })
})
