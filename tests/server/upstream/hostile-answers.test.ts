import { describe, expect, it, onTestFinished } from 'vitest'
import { startFakeServer, type Misbehaviour } from '#fakes/fake-server'
import { createAudibleCatalogue } from '#server/domain/catalogue/drivers/audible'
import { createMyAnonamouse } from '#server/domain/indexers/drivers/myanonamouse'
import { createProwlarr } from '#server/domain/indexers/drivers/prowlarr'
import { createWebhook, postThrough } from '#server/domain/notifications/drivers/webhook'
import { createOpenId } from '#server/domain/oidc/drivers/openid'
import { silentLog } from '../../support/records'
import { settingsOf } from '../domain/indexers/drivers/access.fixture'

const MEGABYTE = 1_000_000
/** What a bomb unfolds to, and what of it may be unfolded before reading stops: Prowlarr's searches are the longest. */
const UNFOLDED = 100 * MEGABYTE
const MOST_READ = 70 * MEGABYTE
/** Milliseconds that every client is given for one answer here. */
const LIMIT = 300

const log = silentLog
const clock = () => new Date()
const userAgent = 'Earmark/test'
const signal = () => new AbortController().signal
type Fetch = typeof globalThis.fetch

const prowlarrOf = (fetch: Fetch, url: string) => {
  const driver = createProwlarr({ fetch, clock, log, userAgent, timeouts: { search: LIMIT, grab: LIMIT } })
  const settings = settingsOf(driver, { prowlarr_base_url: url, prowlarr_api_key: 'key' })
  return { driver, settings, source: driver.search(settings.access) }
}

/** Everything that asks other services. Each says in a word how that ended, or throws an error with a code. */
const CLIENTS: Record<string, (fetch: Fetch, url: string) => Promise<unknown>> = {
  'the catalogue': (fetch, url) =>
    createAudibleCatalogue({ fetch, baseUrl: url, timeoutMs: LIMIT }).book('B000000001', 'us'),
  'a search of Prowlarr': (fetch, url) =>
    prowlarrOf(fetch, url).source.search({ id: 1, name: 'One', protocol: 'torrent' }, 'words', signal()),
  'a grab of Prowlarr': async (fetch, url) =>
    (await prowlarrOf(fetch, url).source.grab({ guid: 'g', indexerId: 1 })).state,
  MyAnonamouse: async (fetch, url) => {
    const driver = createMyAnonamouse({ fetch, clock, userAgent, timeoutMs: LIMIT })
    const settings = settingsOf(driver, { mam_base_url: url, mam_session_id: 'session' })
    return (await driver.test(settings.values(), settings.access.renew)).code
  },
  'the sign-in provider': (fetch, url) =>
    createOpenId({ fetch, clock, timeLimit: LIMIT / 1000 }).discover(url),
  'a notification': async (fetch, url) => {
    const webhook = createWebhook({
      post: postThrough(fetch),
      postPublicly: postThrough(fetch),
      userAgent,
      timeLimitMs: LIMIT,
    })
    const call = {
      url,
      headers: {},
      openHeaders: [],
      bodyType: 'text',
      body: 'x',
      publicOnly: false,
    } as const
    return (await webhook.send(call, signal())).kind
  },
}

/** A service that answers every question in that way, and how much of its answers is taken. */
async function hostile(misbehaviour: Misbehaviour) {
  const server = await startFakeServer(() => undefined)
  onTestFinished(() => server.close())
  server.misbehave(misbehaviour)
  let taken = 0
  const counting: Fetch = async (input, init) => {
    const response = await fetch(input, init)
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        taken += chunk.byteLength
        controller.enqueue(chunk)
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body?.pipeThrough(count) ?? null, { status, statusText, headers })
  }
  return { server, fetch: counting, taken: () => taken }
}

const outcome = (asking: Promise<unknown>) =>
  asking.then(
    (value) => (typeof value === 'string' ? value : 'answered'),
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'failed'),
  )

describe.each(Object.entries(CLIENTS))('an answer to %s', (_name, ask) => {
  it.each(['gzip', 'deflate', 'br'] as const)(
    'that unfolds without end by %s is not read on',
    async (encoding) => {
      const { server, fetch, taken } = await hostile({ kind: 'bomb', bytes: UNFOLDED, encoding })
      expect(await outcome(ask(fetch, server.url))).not.toBe('failed')
      expect(taken()).toBeLessThan(MOST_READ)
    },
  )

  it('that is nested without end is refused like any other that cannot be read', async () => {
    const { server, fetch } = await hostile({ kind: 'deep', levels: 200_000 })
    expect(await outcome(ask(fetch, server.url))).not.toBe('failed')
  })

  it('that never ends is given up on', async () => {
    const { server, fetch } = await hostile({ kind: 'drip' })
    expect(await outcome(ask(fetch, server.url))).not.toBe('failed')
  })

  it('that leads back to itself is not followed', async () => {
    const { server, fetch } = await hostile({ kind: 'loop' })
    expect(await outcome(ask(fetch, server.url))).not.toBe('failed')
    expect(server.received.length).toBeLessThanOrEqual(2)
  })
})

describe('a provider whose configuration is far too large', () => {
  it.each([
    { kind: 'bomb', bytes: UNFOLDED, encoding: 'br' },
    { kind: 'deep', levels: 100_000 },
  ] as const)('is told apart from one that is away: $kind', async (misbehaviour) => {
    const { server, fetch, taken } = await hostile(misbehaviour)
    await expect(createOpenId({ fetch, clock }).discover(server.url)).rejects.toMatchObject({
      code: 'oidc_misconfigured',
      message: expect.stringContaining('far larger than any real one'),
    })
    expect(taken()).toBeLessThan(4 * MEGABYTE)
  })
})
