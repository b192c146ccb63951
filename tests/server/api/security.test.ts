import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auditListSchema } from '#contract/audit'
import { noticeSchema } from '#contract/system'
import { startTestApp, type TestApp } from '#tests/support/app'
import { basicAuthorization, ROOT_ENVIRONMENT, ROOT_LOGIN, signIn } from '#tests/support/root'

const PATH = '/api/settings/security'
const asRoot = { root_username: ROOT_LOGIN.username, root_password: ROOT_LOGIN.password }

let server: TestApp
let cookie: string
const start = async (environment: Record<string, string> = {}) => {
  server = await startTestApp({ environment: { ...ROOT_ENVIRONMENT, ...environment } })
  cookie = await signIn(server)
}
afterEach(() => server.close())

const patch = (body: unknown, headers: Record<string, string> = { cookie }) =>
  server.fetch(PATH, { method: 'PATCH', headers, body: JSON.stringify(body) })
const get = async (path: string, headers: Record<string, string> = { cookie }): Promise<unknown> =>
  (await server.fetch(path, { headers })).json()

describe('the sign-in settings', () => {
  it('are shown without the client secret and can be changed in part', async () => {
    await start()
    expect(
      (await patch({ ...asRoot, oidc_client_secret: 'hush hush', min_password_length: 12 })).status,
    ).toBe(204)
    const shown = await get(PATH)
    expect(shown).toMatchObject({
      oidc_client_secret: { set: true },
      min_password_length: 12,
      oidc_scope: 'openid profile email',
    })
    expect(JSON.stringify(shown)).not.toContain('hush')
    expect(await get('/api/session')).toMatchObject({ min_password_length: 12 })
  })

  it.each([
    [{ min_password_length: 0 }, 'min_password_length'],
    [{ min_password_length: 1.5 }, 'min_password_length'],
    [{ access_token_expiry: 0 }, 'access_token_expiry'],
    [{ login_type: 'magic' }, 'login_type'],
    [{ login_type: null }, 'login_type'],
    [{ oidc_scope: 'profile email' }, 'oidc_scope'],
    [{ oidc_scope: 'openidx' }, 'oidc_scope'],
    [{ oidc_endpoint: 'javascript:alert(1)' }, 'oidc_endpoint'],
    [{ oidc_logout_url: 'ftp://id.example.org' }, 'oidc_logout_url'],
    [{ oidc_redirect_scheme: 'gopher' }, 'oidc_redirect_scheme'],
    [{ oidc_client_id: 'a\r\nb' }, 'oidc_client_id'],
    [{ oidc_token_endpoint_auth_method: 'none' }, 'oidc_token_endpoint_auth_method'],
    [{ oidc_client_secret: { set: true } }, 'oidc_client_secret'],
    [{ secret_canary: 'x' }, 'secret_canary'],
    [[], 'body'],
  ])('are all unchanged if one value is invalid: %j', async (body, path) => {
    await start()
    const before = await get(PATH)
    const answer = await patch(Array.isArray(body) ? body : { ...body, oidc_username_claim: 'email' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path }] })
    expect(await get(PATH)).toEqual(before)
  })

  it('change the login type at once, with root’s password only', async () => {
    await start()
    const other = await signIn(server)
    for (const given of [{}, { ...asRoot, root_password: 'wrong' }]) {
      const refused = await patch({ login_type: 'basic', ...given })
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({ code: 'wrong_root_credentials' })
    }
    expect((await patch({ login_type: 'basic', ...asRoot })).status).toBe(204)
    expect((await server.fetch('/api/users/me', { headers: { cookie } })).status).toBe(401)
    const basic = { authorization: basicAuthorization() }
    expect(await get('/api/session', basic)).toMatchObject({
      login_type: 'basic',
      user: { username: 'Rosa' },
    })
    expect((await patch({ login_type: 'forms', ...asRoot }, basic)).status).toBe(204)
    // The caller has no session, so none is left.
    for (const session of [cookie, other]) {
      expect((await server.fetch('/api/users/me', { headers: { cookie: session } })).status).toBe(401)
    }
  })

  it('require root’s former password, even if everyone is root without one', async () => {
    await start()
    expect((await patch({ login_type: 'none', ...asRoot })).status).toBe(204)
    const stolen = await server.fetch(`/api/users/${ROOT_LOGIN.username}`, {
      method: 'PUT',
      body: JSON.stringify({ password: 'stolen password' }),
    })
    expect(stolen.status).toBe(400)
    const refused = await patch({ login_type: 'forms', ...asRoot, root_password: 'stolen password' }, {})
    expect(refused.status).toBe(403)
    expect((await patch({ login_type: 'forms', ...asRoot }, {})).status).toBe(204)
  })

  it('cannot change a login type prescribed by the environment', async () => {
    await start({ SVC_APP__FORCE_LOGIN_TYPE: 'forms' })
    const answer = await patch({ login_type: 'none', ...asRoot })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'login_type_forced' })
  })
})

describe('the audit log', () => {
  it('tells administrators who did what, by page and by kind, without any secret', async () => {
    await start()
    await server.fetch('/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ ...ROOT_LOGIN, password: 'wrong horse' }),
    })
    await server.fetch('/api/users', {
      method: 'POST',
      headers: { cookie },
      body: JSON.stringify({ username: 'mila', password: 'a long password', role: 'untrusted' }),
    })
    await server.fetch('/api/users/mila', {
      method: 'PUT',
      headers: { cookie },
      body: JSON.stringify({ role: 'trusted', password: 'another password' }),
    })
    await server.fetch('/api/settings/account/api-keys', {
      method: 'POST',
      headers: { cookie },
      body: JSON.stringify({ name: 'script' }),
    })
    await patch({ login_type: 'none', ...asRoot })
    await server.fetch('/api/users/mila', { method: 'DELETE' })
    const { entries, total } = auditListSchema.parse(await get('/api/audit'))
    expect(total).toBe(entries.length)
    expect(entries.map(({ kind, subject, detail }) => [kind, subject, detail])).toEqual(
      expect.arrayContaining([
        ['user_created', 'Rosa', 'root'],
        ['signed_in', null, 'form'],
        ['sign_in_failed', null, 'form'],
        ['user_created', 'mila', 'untrusted'],
        ['role_changed', 'mila', 'untrusted → trusted'],
        ['password_changed', 'mila', null],
        ['api_key_created', 'script', null],
        ['login_type_changed', 'none', 'forms → none'],
        ['user_deleted', 'mila', null],
      ]),
    )
    expect(entries.every(({ actor }) => actor === 'Rosa')).toBe(true)
    expect(JSON.stringify(entries)).not.toMatch(/horse|password"|long password|another password|earmark_/)
    const failures = auditListSchema.parse(await get('/api/audit?kind=sign_in_failed&limit=1'))
    expect(failures).toMatchObject({ total: 1, entries: [{ address: '127.0.0.1' }] })
    expect((await server.fetch('/api/audit?kind=everything')).status).toBe(422)
  })
})

describe('an untrusted proxy', () => {
  const proxyNotices = async () =>
    z
      .array(noticeSchema)
      .parse(await get('/api/system/notices'))
      .filter(({ code }) => code === 'untrusted_proxy')

  it('is reported to administrators, and wrong passwords from it do not lock everyone out', async () => {
    await start({ SVC_APP__FORWARDED_ALLOW_IPS: '192.0.2.1' })
    expect(await proxyNotices()).toEqual([])
    const login = (given: typeof ROOT_LOGIN) =>
      server.fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'x-forwarded-for': '203.0.113.7' },
        body: JSON.stringify(given),
      })
    for (let i = 0; i < 6; i++) {
      expect((await login({ username: `guess ${i}`, password: 'x' })).status).toBe(401)
    }
    expect((await login(ROOT_LOGIN)).status).toBe(204)
    expect(await proxyNotices()).toMatchObject([
      { code: 'untrusted_proxy', address: '127.0.0.1', variable: 'SVC_APP__FORWARDED_ALLOW_IPS' },
    ])
  })

  it('is no proxy if it sends no forwarded header: the sixth attempt waits', async () => {
    await start({ SVC_APP__FORWARDED_ALLOW_IPS: '192.0.2.1' })
    const login = (username: string) =>
      server.fetch('/api/auth/login', { method: 'POST', body: JSON.stringify({ username, password: 'x' }) })
    for (let i = 0; i < 5; i++) expect((await login(`guess ${i}`)).status).toBe(401)
    expect((await login('guess 6')).status).toBe(429)
    expect(await proxyNotices()).toEqual([])
  })
})
