import { afterAll, beforeAll, expect, it } from 'vitest'
import { problemSchema } from '#contract/common'
import { quotaStandingSchema } from '#contract/quotas'
import { requestSettingsSchema } from '#contract/request-settings'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

let server: TestApp
let admin: Record<string, string>
let member: Record<string, string>
beforeAll(async () => {
  server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  admin = await addCaller(server.app, 'admin')
  member = await addCaller(server.app, 'trusted')
})
afterAll(() => server.close())

const send = (method: string, path: string, body: unknown, headers = admin) =>
  server.fetch(path, { method, headers, body: JSON.stringify(body) })
const patch = (body: unknown) => send('PATCH', '/api/settings/requests', body)
const quotaAt = async (path: string, headers: Record<string, string>) =>
  quotaStandingSchema.parse(await (await server.fetch(path, { headers })).json())

it('returns and changes how much each role may request', async () => {
  const read = async () =>
    requestSettingsSchema.parse(
      await (await server.fetch('/api/settings/requests', { headers: admin })).json(),
    )
  expect(await read()).toMatchObject({ quotas: { untrusted: null, trusted: null } })
  const quotas = { untrusted: { requests: 2, days: 30 }, trusted: null }
  expect((await patch({ quotas })).status).toBe(204)
  expect(await read()).toMatchObject({ quotas })
  expect((await patch({})).status).toBe(204)
  expect(await read()).toMatchObject({ quotas })
})

it('returns and changes what is approved automatically', async () => {
  const rule = { name: 'Short', max_hours: 20, language: 'en', unabridged: false, released: true }
  const approval = { roles: { untrusted: false, trusted: false }, rules: [rule] }
  expect((await patch({ approval })).status).toBe(204)
  const answer = await server.fetch('/api/settings/requests', { headers: admin })
  expect(await answer.json()).toMatchObject({ approval })
  expect((await patch({ approval: { roles: { untrusted: false, trusted: true }, rules: [] } })).status).toBe(
    204,
  )
})

it.each([
  [
    {
      approval: {
        roles: { untrusted: false, trusted: true },
        rules: [{ name: 'All', max_hours: null, language: null, unabridged: false, released: false }],
      },
    },
    'approval.rules.0.name',
  ],
  [{ quotas: { untrusted: { requests: 0, days: 7 }, trusted: null } }, 'quotas.untrusted.requests'],
  [{ quotas: { untrusted: null, trusted: { requests: 5, days: 366 } } }, 'quotas.trusted.days'],
  [{ quotas: { untrusted: null } }, 'quotas.trusted'],
])('refuses %o', async (body, path) => {
  const answer = await patch(body)
  expect(answer.status).toBe(422)
  expect(problemSchema.parse(await answer.json()).errors?.map((issue) => issue.path)).toEqual([path])
})

it('sets a quota for one user, shown to that user and administrators', async () => {
  const { username } = await server
    .fetch('/api/users/me', { headers: member })
    .then((answer) => answer.json())
  const quota = { requests: 1, days: 7 }
  const put = (own: unknown) => send('PUT', `/api/users/${username}`, { quota: own })
  expect(await (await put(quota)).json()).toMatchObject({ quota })
  const standing = { quota, left: 1, next_at: null }
  expect(await quotaAt('/api/requests/quota', member)).toEqual(standing)
  expect(await quotaAt(`/api/users/${username}/quota`, admin)).toEqual(standing)

  const write = (title: string) => send('POST', '/api/requests/manual', { title, author: 'Ada Moor' }, member)
  expect((await write('One')).status).toBe(201)
  const refused = await write('Two')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(6 * 86_400)
  expect(problemSchema.parse(await refused.json())).toMatchObject({
    code: 'quota_exceeded',
    params: { limit: 1, days: 7 },
  })

  expect(await (await put('unlimited')).json()).toMatchObject({ quota: 'unlimited' })
  expect((await write('Two')).status).toBe(201)
  expect(await (await put(null)).json()).toMatchObject({ quota: null })
  expect((await send('PUT', `/api/users/${username}`, { quota: 'none' })).status).toBe(422)
})
