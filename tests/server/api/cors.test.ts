import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { ROOT_ENVIRONMENT, signIn } from '#tests/support/root'

const ALLOWED = 'https://dashboard.example.org'
let server: TestApp
let key: { authorization: string }

beforeAll(async () => {
  server = await startTestApp({
    environment: {
      ...ROOT_ENVIRONMENT,
      SVC_APP__BASE_URL: '/books',
      SVC_APP__CORS_ORIGINS: `https://other.example, ${ALLOWED}/`,
    },
  })
  key = await addCaller(server.app, 'trusted', 'Tess')
})
afterAll(() => server.close())

const preflight = (origin: string, path = '/api/users/me', from = server) =>
  from.fetch(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
const corsOf = ({ headers }: Response) =>
  [...headers].filter(([name]) => name.startsWith('access-control-')).map(([name]) => name)

it('pages of an allowed origin may call the API with a key', async () => {
  const asked = await preflight(ALLOWED)
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-origin')).toBe(ALLOWED)
  expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(asked.headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type.*x-api-key/)
  expect(asked.headers.get('vary')).toContain('origin')
  const answer = await server.fetch('/api/users/me', { headers: { ...key, origin: ALLOWED } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe(ALLOWED)
  const refused = await server.fetch('/api/users/me', { headers: { origin: ALLOWED } })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('access-control-allow-origin')).toBe(ALLOWED)
})

it('they never act with a cookie', async () => {
  const cookie = await signIn(server)
  const headers = { cookie, origin: ALLOWED, 'sec-fetch-site': 'same-site' }
  const change = await server.fetch('/api/auth/logout', { method: 'POST', headers })
  expect(change.status).toBe(403)
  for (const answer of [change, await preflight(ALLOWED)])
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
})

it('they get nothing without a key where nobody signs in, and by no password', async () => {
  const open = await startTestApp({
    environment: { ...ROOT_ENVIRONMENT, SVC_APP__CORS_ORIGINS: ALLOWED, SVC_APP__FORCE_LOGIN_TYPE: 'none' },
  })
  const { authorization } = await addCaller(open.app, 'admin', 'Ann')
  const statusOf = async (headers: Record<string, string>) =>
    (await open.fetch('/api/users', { headers: { origin: ALLOWED, ...headers } })).status
  expect(await statusOf({})).toBe(401)
  expect(await statusOf({ authorization: `Basic ${btoa('Rosa:whatever')}` })).toBe(401)
  expect(await statusOf({ authorization })).toBe(200)
  expect((await open.fetch('/api/users')).status).toBe(200)
  await open.close()
})

it.each([
  ['another origin', 'https://evil.example'],
  ['one that begins like it', `${ALLOWED}.evil.example`],
  ['another port', `${ALLOWED}:8443`],
  ['http', 'http://dashboard.example.org'],
  ['an opaque origin', 'null'],
])('nobody else may: %s', async (_who, origin) => {
  const asked = await preflight(origin)
  expect([asked.status, corsOf(asked)]).toEqual([405, []])
  const answer = await server.fetch('/api/users/me', { headers: { ...key, origin } })
  expect(corsOf(answer)).toEqual([])
})

it('only the API may be called, and by default no origin may', async () => {
  expect(corsOf(await preflight(ALLOWED, '/search'))).toEqual([])
  const usual = await startTestApp()
  const asked = await preflight(ALLOWED, '/api/health', usual)
  expect([asked.status, corsOf(asked), asked.headers.get('vary')]).toEqual([405, [], null])
  await usual.close()
})
