import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startProwlarrFake } from '#fakes/prowlarr'
import { z } from 'zod'
import { problemSchema } from '#contract/common'
import { requestMany } from '#contract/bulk'
import { FAIR_LIMITS, type LimitedAction } from '#contract/fair-limits'
import { sourcesSchema } from '#contract/fulfilment'
import { operations } from '#contract/operations'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { openTestPostgres, openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { UNTIL_TRUE_MS } from '#tests/support/limits'
import { configureProwlarr } from '#tests/support/prowlarr'

/** A valid call of each kind; its outcome does not matter. */
const CALLS: readonly {
  action: LimitedAction
  method?: string
  path: string
  body?: (at: number) => unknown
}[] = [
  {
    action: 'target_test',
    path: '/api/settings/notifications/test',
    body: () => ({ kind: 'custom', name: 'Test', url: 'http://127.0.0.1:9/', events: ['onNewRequest'] }),
  },
  // A book that no one has requested by hand.
  { action: 'request', path: '/api/requests/H000000000' },
  {
    action: 'hand_made_request',
    path: '/api/requests/manual',
    body: (at) => ({ title: `Book ${at}`, author: 'Mara Ellison' }),
  },
  { action: 'api_key', path: '/api/settings/account/api-keys', body: (at) => ({ name: `Key ${at}` }) },
  { action: 'list', path: '/api/lists', body: (at) => ({ text: `Book ${at}` }) },
  { action: 'follow', path: '/api/follows', body: (at) => ({ kind: 'author', name: `Author ${at}` }) },
  {
    action: 'wishes',
    method: 'PUT',
    path: '/api/requests/B000000000/wishes',
    body: () => ({ note: 'Soon' }),
  },
  { action: 'sample', method: 'GET', path: '/api/books/H000000000/sample/audio' },
  { action: 'release_search', path: '/api/requests/B000000000/refresh' },
  { action: 'release_search', path: '/api/requests/B000000000/auto-download' },
]

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
] as const)('What a person does too often (%s)', (_name, open) => {
  let opened: OpenDatabase
  let servers: [TestApp, TestApp]
  let now = new Date('2026-06-01T12:00:00Z')
  beforeAll(async () => {
    opened = await open()
    const start = () => startTestApp({ database: opened.database, clock: () => now })
    servers = [await start(), await start()]
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()))
    await opened.remove()
  })

  it.each(CALLS)(
    'is refused until the span is over: $action at $path',
    async ({ action, method = 'POST', path, body }) => {
      const { times } = FAIR_LIMITS[action]
      const [one, other] = [
        await addCaller(servers[0].app, 'admin', `one ${path}`),
        await addCaller(servers[0].app, 'admin', `other ${path}`),
      ]
      const call = (headers: Record<string, string>, at: number) =>
        (servers[at % 2] ?? servers[0]).fetch(path, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body(at)) }),
        })
      now = new Date('2026-06-01T12:00:00Z')
      // Invalid calls are not counted.
      if (body) {
        const invalid = { method, headers: one, body: '{"unknown":1}' }
        expect((await servers[0].fetch(path, invalid)).status).toBe(422)
      }
      const answers = await Promise.all(Array.from({ length: times + 5 }, (_, at) => call(one, at)))
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
      const refused = await call(one, 0)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
      expect(problemSchema.parse(await refused.json())).toMatchObject({
        code: 'too_many_calls',
        detail: expect.stringMatching(/^.*(Too many|too often).* Try again in 10 minutes\.$/),
      })
      // Someone else is not kept waiting.
      expect((await call(other, 1000)).status).not.toBe(429)
      now = new Date('2026-06-01T12:10:00Z')
      expect((await call(one, 2000)).status).not.toBe(429)
    },
  )

  it('counts requests and withdrawals together, so that no one can flood administrators with one book', async () => {
    now = new Date('2026-06-01T12:00:00Z')
    const headers = await addCaller(servers[0].app, 'untrusted', 'undecided')
    const statusOf = async (method: string, path = '', body?: object) =>
      (await servers[0].fetch(`/api/requests${path}`, { method, headers, body: JSON.stringify(body) })).status
    const half = Array.from({ length: FAIR_LIMITS.request.times / 2 })
    const requested = await Promise.all(half.map(() => statusOf('POST', '/H000000000')))
    const withdrawn = await Promise.all(half.map(() => statusOf('DELETE', '/H000000000')))
    expect([new Set(requested), new Set(withdrawn)]).toEqual([new Set([404]), new Set([204])])
    expect([
      await statusOf('POST', '/H000000000'),
      await statusOf('DELETE', '/H000000000'),
      await statusOf('POST', '', { asins: ['H000000000'] }),
    ]).toEqual([429, 429, 429])
  })

  it('counts the books of one call, and requests those that are within the limit', async () => {
    now = new Date('2026-06-01T12:00:00Z')
    const headers = await addCaller(servers[0].app, 'untrusted', 'collector')
    const { times } = FAIR_LIMITS.request
    const ask = async (from: number, count: number) => {
      const asins = Array.from({ length: count }, (_, at) => `H${String(from + at).padStart(9, '0')}`)
      const body = JSON.stringify({ asins: [...asins, ...asins.slice(0, 1)] })
      return servers[0].fetch('/api/requests', { method: 'POST', headers, body })
    }
    const codesOf = async (answer: Response) =>
      requestMany.answers[200].schema.parse(await answer.json()).failed.map(({ code }) => code)
    const first = await codesOf(await ask(0, times - 10))
    expect(new Set(first)).toEqual(new Set(['not_in_region']))
    const second = await codesOf(await ask(times, 15))
    expect(second.filter((code) => code === 'too_many_calls')).toHaveLength(5)
    expect((await ask(2 * times, 1)).status).toBe(429)
  })

  it('counts reading the releases of a book only if that begins a search', async () => {
    const prowlarr = await startProwlarrFake()
    const own = await open()
    const server = await startTestApp({ database: own.database, clock: () => now })
    onTestFinished(async () => {
      await server.app.fulfilment.releaseSearch.stop(UNTIL_TRUE_MS)
      await server.close()
      await own.remove()
      await prowlarr.close()
    })
    now = new Date('2026-06-01T12:00:00Z')
    const headers = await addCaller(server.app, 'admin', 'reader')
    const call = (method: string, path: string, body?: unknown) =>
      server.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    await configureProwlarr((path, init) => server.fetch(path, { ...init, headers }), prowlarr)
    const write = async (title: string) => {
      const made = await call('POST', '/api/requests/manual', { title, author: 'Mara Ellison' })
      return `/api/requests/${z.object({ id: z.string() }).parse(await made.json()).id}/sources`
    }
    const [first, second] = [await write('The Sand Road'), await write('The Salt Road')]
    const read = async (path: string) => (await call('GET', path)).status
    const state = async () => sourcesSchema.parse(await (await call('GET', first)).json()).state

    // One search starts, and all other calls read its result.
    await expect.poll(state).toBe('ok')
    for (let at = 0; at < 5; at++) expect(await read(`${second}?only_cached=true`)).toBe(200)
    const refreshed: number[] = []
    for (let at = 0; at < FAIR_LIMITS.release_search.times; at++) {
      refreshed.push((await call('POST', '/api/requests/B000000000/refresh')).status)
    }
    expect(refreshed.filter((status) => status === 429)).toHaveLength(1)
    const refused = await call('GET', second)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
    expect(problemSchema.parse(await refused.json()).code).toBe('too_many_calls')
    expect([await read(first), await read(`${second}?only_cached=true`)]).toEqual([200, 200])
  })
})

it('Every kind is counted somewhere', () => {
  const counted = Object.values(operations).flatMap((operation) =>
    'limit' in operation ? [operation.limit] : [],
  )
  expect(new Set(counted)).toEqual(new Set(Object.keys(FAIR_LIMITS)))
})
