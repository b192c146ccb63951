import { describe, expect, it, onTestFinished } from 'vitest'
import { startFakeServer, type Misbehaviour } from '#fakes/fake-server'
import { createAudibleCatalogue } from '#server/domain/catalogue/drivers/audible'
import { createMyAnonamouse } from '#server/domain/integrations/drivers/myanonamouse'
import { createProwlarr } from '#server/domain/integrations/drivers/prowlarr'
import { createWebhook, postThrough } from '#server/domain/notifications/drivers/webhook'
import { createOpenId } from '#server/domain/oidc/drivers/openid'
import { silentLog } from '#tests/support/records'
import { settingsOf } from '#tests/server/domain/integrations/drivers/access.fixture'

const MEGABYTE = 1_000_000
/** The decompressed bytes of a bomb. */
const UNFOLDED = 100 * MEGABYTE
/** Bytes that may be decompressed beyond a bound by the time that reading stops: some chunks in transit. */
const UNDER_WAY = MEGABYTE
/**
 * Milliseconds that a client gets for an endless response; others get so many that only their bound ends it.
 */
const SHORT = 300
const LONG = 600_000

const log = silentLog
const clock = () => new Date()
const userAgent = 'Earmark/test'
const signal = () => new AbortController().signal
type Fetch = typeof globalThis.fetch

/** @param limit in milliseconds, for one response. */
interface Question {
  fetch: Fetch
  url: string
  limit: number
}

const prowlarrOf = ({ fetch, url, limit }: Question) => {
  const driver = createProwlarr({ fetch, clock, log, userAgent, timeouts: { search: limit, grab: limit } })
  const settings = settingsOf(driver, { prowlarr_base_url: url, prowlarr_api_key: 'key' })
  return { driver, settings, source: driver.search(settings.access) }
}

type Kind = Misbehaviour['kind'] & ('bomb' | 'deep' | 'drip' | 'loop')

interface Client {
  /** Says in one word how the call ended, or throws an error with a code. */
  ask: (question: Question) => Promise<unknown>
  /** Maximum bytes that it reads of a response, after decompression. */
  bound: number
  ends: Record<Kind, unknown>
}

/** Everything that calls other services. */
const CLIENTS: Record<string, Client> = {
  'the catalogue': {
    ask: ({ fetch, url, limit }) =>
      createAudibleCatalogue({ fetch, baseUrl: url, timeoutMs: limit }).book('B000000001', 'us'),
    bound: 4 * MEGABYTE,
    ends: {
      bomb: 'catalogue_not_its_api',
      deep: 'catalogue_not_its_api',
      drip: 'catalogue_timeout',
      loop: 'catalogue_not_its_api',
    },
  },
  'a search of Prowlarr': {
    ask: (question) =>
      prowlarrOf(question).source.search({ id: 1, name: 'One', protocol: 'torrent' }, 'words', signal()),
    bound: 64 * MEGABYTE,
    ends: {
      bomb: 'prowlarr_not_the_api',
      deep: 'prowlarr_not_the_api',
      drip: 'prowlarr_timed_out',
      loop: 'prowlarr_not_the_api',
    },
  },
  'a grab of Prowlarr': {
    ask: async (question) => (await prowlarrOf(question).source.grab({ guid: 'g', indexerId: 1 })).state,
    bound: MEGABYTE,
    ends: { bomb: 'unknown', deep: 'unknown', drip: 'unknown', loop: 'postponed' },
  },
  MyAnonamouse: {
    ask: async ({ fetch, url, limit }) => {
      const driver = createMyAnonamouse({ fetch, clock, userAgent, timeoutMs: limit })
      const settings = settingsOf(driver, { mam_base_url: url, mam_session_id: 'session' })
      return (await driver.test(settings.values(), settings.access.renew)).code
    },
    bound: 4 * MEGABYTE,
    ends: { bomb: 'not_the_api', deep: 'not_the_api', drip: 'timed_out', loop: 'wrong_key' },
  },
  'the sign-in provider': {
    ask: ({ fetch, url, limit }) => createOpenId({ fetch, clock, timeLimit: limit / 1000 }).discover(url),
    bound: MEGABYTE,
    ends: {
      bomb: 'oidc_misconfigured',
      deep: 'oidc_misconfigured',
      drip: 'oidc_unreachable',
      loop: 'oidc_misconfigured',
    },
  },
  'a notification': {
    ask: async ({ fetch, url, limit }) => {
      const [post, postPublicly] = [postThrough(fetch), postThrough(fetch)]
      const seal = () => Promise.reject(new Error('nothing to encrypt'))
      const webhook = createWebhook({ post, postPublicly, seal, userAgent, timeout: limit })
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
    bound: 16 * 1024,
    // The start of a response is enough, if it came in time.
    ends: {
      bomb: 'answered',
      deep: 'answered',
      drip: expect.stringMatching(/^(un)?answered$/),
      loop: 'answered',
    },
  },
}

/** A service that misbehaves in this way at every request, and a fetch that counts the bytes read. */
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

const outcome = (pending: Promise<unknown>) =>
  pending.then(
    (value) => (typeof value === 'string' ? value : 'answered'),
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'failed'),
  )

describe.each(Object.entries(CLIENTS))('an answer to %s', (_name, { ask, bound, ends }) => {
  it.each(['gzip', 'deflate', 'br'] as const)(
    'that unfolds endlessly by %s is not read on',
    async (encoding) => {
      const { server, fetch, taken } = await hostile({ kind: 'bomb', bytes: UNFOLDED, encoding })
      expect(await outcome(ask({ fetch, url: server.url, limit: LONG }))).toEqual(ends.bomb)
      // Node decompresses this one as fast as it arrives, whether it is read or not.
      if (encoding !== 'deflate') expect(taken()).toBeLessThan(bound + UNDER_WAY)
    },
  )

  it('that is nested endlessly is refused like any other unreadable one', async () => {
    const { server, fetch } = await hostile({ kind: 'deep', levels: 200_000 })
    expect(await outcome(ask({ fetch, url: server.url, limit: LONG }))).toEqual(ends.deep)
  })

  it('that never ends is abandoned', async () => {
    const { server, fetch } = await hostile({ kind: 'drip' })
    expect(await outcome(ask({ fetch, url: server.url, limit: SHORT }))).toEqual(ends.drip)
  })

  it('that redirects to itself is not followed', async () => {
    const { server, fetch } = await hostile({ kind: 'loop' })
    expect(await outcome(ask({ fetch, url: server.url, limit: LONG }))).toEqual(ends.loop)
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
