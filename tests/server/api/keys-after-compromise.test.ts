import { afterEach, beforeEach, expect, it } from 'vitest'
import { createdApiKey, userApiKeyListSchema } from '#contract/api-keys'
import type { Role } from '#contract/common'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { ROOT_ENVIRONMENT, signIn } from '#tests/support/root'

const IN_A_WEEK = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString()
const NEXT_YEAR = new Date(Date.now() + 365 * 24 * 60 * 60_000).toISOString()

let server: TestApp
let root: Record<string, string>
beforeEach(async () => {
  server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  root = { cookie: await signIn(server) }
})
afterEach(() => server.close())

const call = (method: string, path: string, headers = root, body?: unknown) =>
  server.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
const status = async (method: string, path: string, headers = root, body?: unknown) =>
  (await call(method, path, headers, body)).status
const works = async (headers: Record<string, string>) =>
  (await status('GET', '/api/users/me', headers)) === 200
const all = async (query = '') =>
  userApiKeyListSchema.parse(await (await call('GET', `/api/api-keys${query}`)).json())
const audited = async (kind: 'api_key_deleted' | 'api_keys_revoked') =>
  (await server.app.audit.list({ kind, limit: 50, offset: 0 })).entries.map(({ actor, subject, detail }) => [
    actor,
    subject,
    detail,
  ])

/** Creates an API key, authenticated by another key or a session. */
async function keyBy(headers: Record<string, string>, body: object) {
  const answer = await call('POST', '/api/settings/account/api-keys', headers, body)
  const made = createdApiKey.safeParse(await answer.json())
  return { status: answer.status, headers: { authorization: `Bearer ${made.data?.key ?? ''}` } }
}

it('administrators see and revoke everyone’s keys, which is logged', async () => {
  const mila = await addCaller(server.app, 'untrusted', 'mila')
  await addCaller(server.app, 'trusted', 'ulf')
  const { keys, total } = await all()
  expect(total).toBe(2)
  expect(keys.map(({ username, name }) => [username, name])).toEqual([
    ['mila', 'tests'],
    ['ulf', 'tests'],
  ])
  expect(JSON.stringify(keys)).not.toContain(mila.authorization.slice(-20))
  expect((await all('?q=UL')).keys.map(({ username }) => username)).toEqual(['ulf'])
  expect((await all('?q=%25')).total).toBe(0)
  expect(await all('?limit=1&offset=1')).toMatchObject({ keys: [{ username: 'ulf' }], total: 2 })

  expect(await status('DELETE', `/api/api-keys/${keys[0]?.id}`)).toBe(204)
  expect(await status('DELETE', `/api/api-keys/${keys[0]?.id}`)).toBe(404)
  expect(await works(mila)).toBe(false)
  expect((await all()).total).toBe(1)
  expect(await audited('api_key_deleted')).toEqual([['Rosa', 'tests', 'mila']])
})

it.each(['untrusted', 'trusted'] satisfies Role[])('no one else does: %s', async (role) => {
  const caller = await addCaller(server.app, role)
  const [key] = (await all()).keys
  expect(await status('GET', '/api/api-keys', caller)).toBe(403)
  expect(await status('DELETE', `/api/api-keys/${key?.id}`, caller)).toBe(403)
})

it('resetting a password revokes that user’s keys on request', async () => {
  const mila = await addCaller(server.app, 'untrusted', 'mila')
  const ulf = await addCaller(server.app, 'untrusted', 'ulf')
  expect(await status('PUT', '/api/users/mila', root, { password: 'a new password' })).toBe(200)
  expect(await works(mila)).toBe(true)
  const body = { password: 'another password', revoke_api_keys: true }
  expect(await (await call('PUT', '/api/users/mila', root, body)).json()).toMatchObject({ api_key_count: 0 })
  expect([await works(mila), await works(ulf)]).toEqual([false, true])
  expect(await audited('api_keys_revoked')).toEqual([['Rosa', 'mila', '1']])
})

it('changing one’s own password revokes one’s own keys on request', async () => {
  const { headers } = await keyBy(root, { name: 'script' })
  const passwords = { new_password: 'a new password', confirm_password: 'a new password' }
  const body = { old_password: 'correct horse', ...passwords, revoke_api_keys: true }
  expect(await status('PUT', '/api/settings/account/password', root, body)).toBe(204)
  expect(await works(headers)).toBe(false)
  expect(await works(root)).toBe(true)
})

it('signing everyone out revokes all keys on request', async () => {
  const mila = await addCaller(server.app, 'untrusted', 'mila')
  const ulf = await addCaller(server.app, 'untrusted', 'ulf')
  expect(await status('DELETE', '/api/settings/security/sessions')).toBe(204)
  expect(await works(mila)).toBe(true)
  expect(await status('DELETE', '/api/settings/security/sessions?api_keys=true')).toBe(204)
  expect([await works(mila), await works(ulf), await works(root)]).toEqual([false, false, true])
  expect(await audited('api_keys_revoked')).toEqual([['Rosa', null, '2']])
})

it('a key cannot create a key that lasts longer', async () => {
  const { headers: ending } = await keyBy(root, { name: 'ending', expires_at: IN_A_WEEK })
  for (const body of [{}, { expires_at: NEXT_YEAR }, { read_only: true }]) {
    const answer = await call('POST', '/api/settings/account/api-keys', ending, { name: 'more', ...body })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'beyond_api_key' })
  }
  expect((await keyBy(ending, { name: 'as long', expires_at: IN_A_WEEK })).status).toBe(201)
  const { headers: lasting } = await keyBy(root, { name: 'lasting' })
  expect((await keyBy(lasting, { name: 'another' })).status).toBe(201)
  const { headers: readOnly } = await keyBy(root, { name: 'reading', read_only: true })
  expect((await keyBy(readOnly, { name: 'writing' })).status).toBe(403)
})

it('a key that expires cannot open a lasting way in', async () => {
  const old = await keyBy(root, { name: 'disabled' })
  const [disabled] = (await all()).keys
  const toggle = `/api/settings/account/api-keys/${disabled?.id}/toggle`
  expect(await status('PATCH', toggle)).toBe(204)
  await addCaller(server.app, 'untrusted', 'mila')
  const { headers: ending } = await keyBy(root, { name: 'ending', expires_at: IN_A_WEEK })
  const user = { username: 'eve', password: 'a long password', role: 'admin' }
  for (const [method, path, body] of [
    ['PATCH', toggle, undefined],
    ['POST', '/api/users', user],
    ['PUT', '/api/users/mila', { password: 'a new password' }],
    ['PUT', '/api/users/mila', { role: 'admin' }],
    ['PATCH', '/api/settings/security', { oidc_endpoint: 'https://evil.example.org' }],
  ] as const) {
    const answer = await call(method, path, ending, body)
    expect([path, answer.status]).toEqual([path, 403])
    expect(await answer.json()).toMatchObject({ code: 'beyond_api_key' })
  }
  expect(await works(old.headers)).toBe(false)
  expect(await status('PUT', '/api/users/mila', ending, { extra_data: 'a note' })).toBe(200)
})
