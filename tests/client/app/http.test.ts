import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Operation } from '#contract/operation'
import { operations } from '#contract/operations'
import { UNATTENDED_HEADER } from '#contract/unattended'
import { createHttp } from '#client/app/http'
import { NO_CONNECTION, ProblemError, PROXY_SIGN_IN, UNEXPECTED_ANSWER } from '#client/app/problem'
import type { Answer } from '#tests/client/support/fakeServer'
import { empty, fakeServer, json, nothing, problem } from '#tests/client/support/fakeServer'
import { aSession } from '#tests/client/support/samples'

function start(answers: Record<string, Answer> = {}, isUnattended = () => false) {
  const server = fakeServer(answers)
  const onSignedOut = vi.fn()
  const onProxySignIn = vi.fn()
  const http = createHttp({ fetch: server.fetch, isUnattended, onSignedOut, onProxySignIn })
  const session = () => http.call('getSession')
  return { http, server, onSignedOut, onProxySignIn, session }
}

/** What browsers return for a redirect that they were told not to follow. */
function redirected(): Response {
  const response = new Response(null, { status: 200 })
  const opaque = { type: 'opaqueredirect', status: 0, ok: false }
  for (const [name, value] of Object.entries(opaque)) Object.defineProperty(response, name, { value })
  return response
}

async function failureOf(promise: Promise<unknown>): Promise<ProblemError> {
  const outcome: unknown = await promise.catch((error: unknown) => error)
  if (!(outcome instanceof ProblemError)) throw new Error('Expected a ProblemError')
  return outcome
}

function setBase(href: string) {
  const base = document.createElement('base')
  base.href = href
  document.head.append(base)
}

const EVERY_PARAMETER = {
  asin: 'B000000001',
  id: '1',
  token: 't',
  username: 'ann',
  indexer_name: 'Prowlarr',
  number: '1',
  name: 'Ann',
  row: 'popular',
}

/** Lets any operation be called with parameters alone. */
const takesParameters = (name: string): name is 'deleteRequest' => name in operations

/** The operations whose success has no body, according to the contract. */
function withoutBody(): [status: number, name: 'deleteRequest', operation: Operation][] {
  const found: ReturnType<typeof withoutBody> = []
  for (const [name, operation] of Object.entries(operations)) {
    const [status, answer] = Object.entries(operation.answers)[0] ?? []
    if (!takesParameters(name) || !answer || answer.schema || answer.mediaTypes) continue
    found.push([Number(status), name, operation])
  }
  return found
}

describe('the fetcher', () => {
  afterEach(() => document.head.replaceChildren())

  it('returns the server’s answer', async () => {
    const { session } = start({ 'GET /api/session': () => json(aSession()) })
    expect(await session()).toEqual(aSession())
  })

  it('calls addresses below the page’s base', async () => {
    setBase('/audio/books/')
    const { session, server } = start({ 'GET /audio/books/api/session': () => json(aSession()) })
    await session()
    expect(server.calls[0]?.path).toBe('/audio/books/api/session')
  })

  it('calls every operation by the verb and path in the contract', async () => {
    const { http, server } = start()
    for (const [name, { method, path }] of Object.entries(operations)) {
      if (takesParameters(name)) await failureOf(http.call(name, { params: EVERY_PARAMETER }))
      const called = path.replaceAll(
        /\{(\w+)\}/g,
        (_, part: keyof typeof EVERY_PARAMETER) => EVERY_PARAMETER[part],
      )
      expect(server.calls.at(-1), name).toMatchObject({ method, path: called })
    }
  })

  it('omits empty values from the query', async () => {
    const { http, server } = start({ 'GET /api/requests': () => json([]) })
    await http.call('listRequests', { query: { status: null, q: '', user: undefined, limit: 50, offset: 0 } })
    expect([...(server.calls[0]?.query ?? [])]).toEqual([
      ['limit', '50'],
      ['offset', '0'],
    ])
  })

  it('sends the query and escapes values in the path', async () => {
    const { http, server } = start({ 'GET /api/search': () => json([]), 'DELETE /api/requests/{}': nothing })
    await http.call('search', { query: { q: 'a&b', region: 'de' } })
    await http.call('deleteRequest', { params: { asin: 'a/b' } })
    expect(server.calls[0]?.query.get('q')).toBe('a&b')
    expect(server.calls[1]?.path).toBe('/api/requests/a%2Fb')
  })

  it('marks requests that the page makes itself while no one is there', async () => {
    let leftAlone = false
    const { session, server } = start({ 'GET /api/session': () => json(aSession()) }, () => leftAlone)
    await session()
    leftAlone = true
    await session()
    expect(server.calls.map(({ headers }) => headers.get(UNATTENDED_HEADER))).toEqual([null, '1'])
  })

  it('throws the server’s problem with its code, fields and waiting time', async () => {
    const errors = [{ path: 'password', code: 'short', params: {}, message: 'is too short' }]
    const { session } = start({
      'GET /api/session': () =>
        problem({ status: 429, code: 'slow_down', detail: 'Wait.', errors }, { 'retry-after': '30' }),
    })
    expect(await failureOf(session())).toMatchObject({
      status: 429,
      code: 'slow_down',
      detail: 'Wait.',
      errors,
      requestId: 'req-7',
      retryAfter: 30,
    })
  })

  it('says when the server cannot be reached', async () => {
    const { session } = start({
      'GET /api/session': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    expect(await failureOf(session())).toMatchObject({ code: NO_CONNECTION, status: 0 })
  })

  it('distinguishes a proxy’s page from an answer, whatever its status', async () => {
    const page = (status: number) => () => new Response('<html>Bad gateway</html>', { status })
    const { session, server } = start({ 'GET /api/session': page(502) })
    expect(await failureOf(session())).toMatchObject({ code: UNEXPECTED_ANSWER, status: 502 })
    server.answers['GET /api/session'] = page(200)
    expect(await failureOf(session())).toMatchObject({ code: UNEXPECTED_ANSWER, status: 200 })
  })

  it.each(withoutBody())('accepts the empty %i of %s', async (status, name, operation) => {
    const { http } = start({
      [`${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '{}')}`]: () =>
        status === 204 ? nothing() : empty(status),
    })
    await expect(http.call(name, { params: EVERY_PARAMETER })).resolves.toBeUndefined()
  })

  it('throws for a missing answer if it needs one', async () => {
    const { session } = start({ 'GET /api/session': () => empty(200) })
    expect(await failureOf(session())).toMatchObject({ code: UNEXPECTED_ANSWER })
  })

  it('distinguishes a proxy’s page from an answer without a body', async () => {
    const { http } = start({
      'POST /api/requests/{}/refresh': () => new Response('<html>Sign in</html>', { status: 202 }),
    })
    const pending = http.call('refreshSources', { params: { asin: 'B000000001' }, query: {} })
    expect(await failureOf(pending)).toMatchObject({ code: UNEXPECTED_ANSWER, status: 202 })
  })

  it('distinguishes other JSON from a problem', async () => {
    const { session } = start({ 'GET /api/session': () => json({ error: 'nope' }, { status: 500 }) })
    expect(await failureOf(session())).toMatchObject({ code: UNEXPECTED_ANSWER, status: 500 })
  })

  it('reports a missing sign-in and still throws it', async () => {
    const { session, onSignedOut } = start({
      'GET /api/session': () => problem({ status: 401, code: 'not_signed_in', detail: 'Sign in.' }),
    })
    expect((await failureOf(session())).status).toBe(401)
    expect(onSignedOut).toHaveBeenCalledOnce()
  })

  const html = { 'content-type': 'text/html; charset=utf-8' }
  it.each<[string, Answer]>([
    ['a redirect', redirected],
    ['a 401 with a page', () => new Response('<html>Sign in</html>', { status: 401, headers: html })],
    ['a 401 without a body', () => empty(401)],
    ['a 401 with other JSON', () => json({ error: 'login required' }, { status: 401 })],
    ['a 403 with a page', () => new Response('<html>Sign in</html>', { status: 403, headers: html })],
    ['a page in place of data', () => new Response('<html>Sign in</html>', { headers: html })],
  ])('recognises a proxy that asks to sign in: %s', async (_how, answer) => {
    const { http, session, onSignedOut, onProxySignIn } = start({
      'GET /api/session': answer,
      'POST /api/requests/{}/refresh': answer,
    })
    expect(await failureOf(session())).toMatchObject({ code: PROXY_SIGN_IN })
    const change = http.call('refreshSources', { params: { asin: 'B000000001' }, query: {} })
    expect(await failureOf(change)).toMatchObject({ code: PROXY_SIGN_IN })
    expect(onProxySignIn).toHaveBeenCalledTimes(2)
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('does not follow redirects, and takes only a sign-in for one', async () => {
    const seen: (RequestRedirect | undefined)[] = []
    const onProxySignIn = vi.fn()
    const fetch = (_input: RequestInfo | URL, init?: RequestInit) => {
      seen.push(init?.redirect)
      return Promise.resolve(new Response('<html>Bad gateway</html>', { status: 502, headers: html }))
    }
    const http = createHttp({ fetch, isUnattended: () => false, onSignedOut() {}, onProxySignIn })
    expect(await failureOf(http.call('getSession'))).toMatchObject({ code: UNEXPECTED_ANSWER })
    expect(seen).toEqual(['manual'])
    expect(onProxySignIn).not.toHaveBeenCalled()
  })

  it('asks once: a failure is not silently retried', async () => {
    const { session, server } = start({
      'GET /api/session': () => problem({ status: 503, code: 'down', detail: 'Down.' }),
    })
    await failureOf(session())
    expect(server.calls).toHaveLength(1)
  })

  it('rethrows an abort as an abort', async () => {
    const aborting = new AbortController()
    const { http } = start({
      'GET /api/search': ({ signal }) => {
        aborting.abort()
        throw signal?.reason
      },
    })
    const pending = http.call('search', { query: { q: 'x' }, signal: aborting.signal })
    expect(await pending.catch((error: unknown) => error)).not.toBeInstanceOf(ProblemError)
  })
})
