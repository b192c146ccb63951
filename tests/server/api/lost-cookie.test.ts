import { afterEach, expect, it } from 'vitest'
import { sessionSchema } from '#contract/auth'
import { startTestApp, type TestApp } from '#tests/support/app'
import { rawRequest } from '#tests/support/raw-request'
import { ROOT_ENVIRONMENT, ROOT_LOGIN } from '#tests/support/root'

let server: TestApp
afterEach(() => server.close())

const HOST = 'Host: books.example.org'
async function start(environment: Record<string, string> = {}) {
  const own = { ...ROOT_ENVIRONMENT, SVC_APP__PUBLIC_URL: 'https://books.example.org', ...environment }
  server = await startTestApp({ environment: own })
}

function login(...lines: string[]) {
  const body = JSON.stringify(ROOT_LOGIN)
  const head = ['POST /api/auth/login HTTP/1.1', `Content-Length: ${body.length}`, ...lines]
  return rawRequest(server.url, head, body)
}

it('A page that came by http is told why it would not stay signed in, and by which address it does', async () => {
  await start()
  const refused = await login(HOST, 'Origin: http://books.example.org')
  expect(refused.status).toBe(403)
  expect(refused.headers.getSetCookie()).toEqual([])
  expect(JSON.parse(refused.body)).toMatchObject({
    code: 'needs_https',
    detail: expect.stringContaining('https://books.example.org/'),
  })
  const { body } = await rawRequest(server.url, ['GET /api/session HTTP/1.1', HOST])
  expect(sessionSchema.parse(JSON.parse(body)).secure_address).toBe('https://books.example.org/')
})

it('A page that came by https signs in, whether the proxy says so or not; so do programs', async () => {
  await start()
  const https = 'Origin: https://books.example.org'
  expect((await login(HOST, https)).status).toBe(204)
  expect((await login(HOST, https, 'X-Forwarded-Proto: https')).status).toBe(204)
  expect((await login(HOST)).status).toBe(204)
})

it('A page of another name of the server signs in by http', async () => {
  await start()
  expect((await login('Host: nas.local', 'Origin: http://nas.local')).status).toBe(204)
})

it('With a public address by http nothing is refused', async () => {
  await start({ SVC_APP__PUBLIC_URL: 'http://books.example.org' })
  expect((await login(HOST, 'Origin: http://books.example.org')).status).toBe(204)
})
