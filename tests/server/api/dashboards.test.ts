import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/common'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { emptyCatalogue } from '#tests/support/empty-catalogue'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

let server: TestApp
let admin: string
let person: string

beforeAll(async () => {
  server = await startTestApp({
    environment: { ...ROOT_ENVIRONMENT, SVC_APP__FORCE_LOGIN_TYPE: 'none', SVC_APP__BASE_URL: '/books' },
    fetch: emptyCatalogue,
  })
  admin = await keyOf('admin', 'Ada')
  person = await keyOf('untrusted', 'Uma')
  for (const [key, title] of [
    [person, 'One'],
    [person, 'Two'],
    [admin, 'Three'],
  ]) {
    await server.fetch('/api/requests/manual', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ title, author: 'Ada Moor' }),
    })
  }
})
afterAll(() => server.close())

/** The API key of a new user, without its headers. */
async function keyOf(role: 'admin' | 'untrusted', username: string) {
  const { authorization } = await addCaller(server.app, role, username)
  return authorization.replace('Bearer ', '')
}
const get = (path: string, key: string, header = 'X-Api-Key') =>
  server.fetch(`/api/v1${path}`, { headers: { [header]: key } })

/** The fields that homepage's widget needs, and those that Homarr's integration requires. */
const number = z.number().int()
const homepageCounts = z.looseObject({ pending: number, approved: number, available: number })
const homarrCounts = z.looseObject({
  total: number,
  movie: number,
  tv: number,
  pending: number,
  approved: number,
  declined: number,
  processing: number,
  available: number,
})
const homarrUsers = z.looseObject({
  results: z.array(
    z.looseObject({ id: number, displayName: z.string(), avatar: z.string(), requestCount: number }),
  ),
})

describe('a dashboard', () => {
  it('of homepage counts requests, whatever the case of the header', async () => {
    for (const header of ['X-API-Key', 'X-Api-Key', 'x-api-key']) {
      const answer = await get('/request/count', admin, header)
      expect(answer.status).toBe(200)
      expect(homepageCounts.parse(await answer.json())).toMatchObject({
        pending: 2,
        approved: 1,
        available: 0,
      })
    }
    expect((await get('/request/count/', admin)).status).toBe(200)
  })

  it('of Homarr tests the connection, reads figures and people, but no rows', async () => {
    const me = z.looseObject({ id: number }).parse(await (await get('/auth/me', admin)).json())
    expect(me).toMatchObject({ displayName: 'Ada', permissions: 2 })
    expect(homarrCounts.parse(await (await get('/request/count', admin)).json())).toMatchObject({
      total: 3,
      movie: 0,
      tv: 0,
      pending: 2,
      approved: 1,
      processing: 1,
      declined: 0,
      completed: 0,
    })
    const { results } = homarrUsers.parse(await (await get('/user?take=10&sort=requests', admin)).json())
    expect(results.map(({ displayName, requestCount }) => [displayName, requestCount])).toEqual([
      ['Uma', 2],
      ['Ada', 1],
      ['Rosa', 0],
    ])
    expect(results[1]?.id).toBe(me.id)
    for (const query of ['take=20&filter=pending', 'take=20&sort=modified', 'take=5000&skip=3']) {
      const answer = await get(`/request?${query}`, admin)
      expect([query, answer.status]).toEqual([query, 200])
      expect(await answer.json()).toMatchObject({ results: [], pageInfo: { results: 0 } })
    }
  })

  it('of a non-administrator counts their own requests and lists no one', async () => {
    expect(await (await get('/request/count', person)).json()).toMatchObject({ total: 2, approved: 0 })
    expect((await get('/user', person)).status).toBe(403)
  })
})

describe('the header X-Api-Key', () => {
  it('is refused with a wrong key, even if no one has to sign in', async () => {
    const answer = await get('/request/count', 'made-up')
    expect(answer.status).toBe(401)
    expect(problemSchema.parse(await answer.json()).code).toBe('invalid_api_key')
    expect((await get('/request/count', '')).status).toBe(200)
  })

  it('counts only for dashboards', async () => {
    const answer = await server.fetch('/api/users/me', { headers: { 'x-api-key': person } })
    expect(await answer.json()).toMatchObject({ username: 'Rosa' })
    const dashboard = await server.fetch('/api/v1/auth/me', { headers: { 'x-api-key': person } })
    expect(await dashboard.json()).toMatchObject({ username: 'Uma' })
  })
})

it('Nothing else is open to dashboards', async () => {
  for (const path of ['', '/', '/issue/count', '/request/1', '/status']) {
    const answer = await get(path, admin)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/problem+json',
    ])
  }
})
