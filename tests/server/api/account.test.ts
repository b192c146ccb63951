import { z } from 'zod'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountSessionSchema } from '#contract/account'
import { createdApiKey } from '#contract/api-keys'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { ROOT_ENVIRONMENT, ROOT_LOGIN, signIn } from '#tests/support/root'

const ACCOUNT = '/api/settings/account'

let server: TestApp
let cookie: string
beforeEach(async () => {
  server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  cookie = await signIn(server)
})
afterEach(() => server.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = { cookie }) =>
  server.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
const passwords = (old_password: string, new_password: string, confirm_password = new_password) => ({
  old_password,
  new_password,
  confirm_password,
})

describe('one’s own password', () => {
  it('is changed with the old one, and every other browser is signed out', async () => {
    const other = await signIn(server)
    const answer = await call('PUT', `${ACCOUNT}/password`, passwords(ROOT_LOGIN.password, 'battery staple'))
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    expect((await call('GET', '/api/users/me')).status).toBe(200)
    expect((await call('GET', '/api/users/me', undefined, { cookie: other })).status).toBe(401)
    await expect(signIn(server)).rejects.toThrow('401')
    await signIn(server, { ...ROOT_LOGIN, password: 'battery staple' })
  })

  it.each([
    [passwords('wrong horse', 'battery staple'), 403, undefined],
    [passwords(ROOT_LOGIN.password, 'short'), 422, 'new_password'],
    [passwords(ROOT_LOGIN.password, 'battery staple', 'battery stable'), 422, 'confirm_password'],
    [{ new_password: 'battery staple', confirm_password: 'battery staple' }, 422, 'old_password'],
    [{ ...passwords('x', 'y'), username: 'other' }, 422, 'username'],
    [null, 422, 'body'],
  ])('is unchanged after an invalid request (%#)', async (body, status, path) => {
    const answer = await call('PUT', `${ACCOUNT}/password`, body)
    expect(answer.status).toBe(status)
    if (path) expect(await answer.json()).toMatchObject({ errors: [{ path }] })
    else expect(await answer.json()).toMatchObject({ code: 'wrong_password' })
    await signIn(server)
  })

  it('cannot be changed if there is none, which the account says', async () => {
    const guest = await addCaller(server.app, 'untrusted')
    expect(await (await call('GET', ACCOUNT, undefined, guest)).json()).toEqual({
      has_password: false,
      default_region: null,
      language: null,
    })
    const answer = await call('PUT', `${ACCOUNT}/password`, passwords('', 'battery staple'), guest)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'no_password' })
  })
})

describe('one’s own preferences', () => {
  it('include a region, which the session reports', async () => {
    const answer = await call('PATCH', ACCOUNT, { default_region: 'jp' })
    expect(await answer.json()).toMatchObject({ default_region: 'jp' })
    expect(await (await call('GET', '/api/session')).json()).toMatchObject({ default_region: 'jp' })
    expect(await (await server.fetch('/api/session')).json()).toMatchObject({ default_region: 'us' })
    expect((await call('PATCH', ACCOUNT, { default_region: 'atlantis' })).status).toBe(422)
    expect((await call('PATCH', ACCOUNT, { theme: 'dark' })).status).toBe(422)
  })

  it('include a language, which the session reports', async () => {
    const answer = await call('PATCH', ACCOUNT, { language: 'pt-BR' })
    expect(await answer.json()).toMatchObject({ language: 'pt-BR' })
    expect(await (await call('GET', '/api/session')).json()).toMatchObject({ language: 'pt-BR' })
    expect(await (await server.fetch('/api/session')).json()).toMatchObject({ language: null })
    expect((await call('PATCH', ACCOUNT, { language: 'tlh' })).status).toBe(422)
  })
})

describe('one’s own sessions', () => {
  const list = async (headers = { cookie }) =>
    z
      .array(accountSessionSchema)
      .parse(await (await call('GET', `${ACCOUNT}/sessions`, undefined, headers)).json())

  it('are listed without their tokens, and ended one by one or all but this one', async () => {
    const [phone, tablet] = [await signIn(server), await signIn(server)]
    const listed = await list()
    expect(listed).toHaveLength(3)
    for (const token of [cookie, phone, tablet]) {
      expect(JSON.stringify(listed)).not.toContain(token.split('=')[1])
    }
    const mine = listed.find(({ current }) => current)
    expect(await list({ cookie: phone })).toContainEqual({ ...mine, current: false })
    const other = (await list({ cookie: phone })).find(({ current }) => current)
    expect((await call('DELETE', `${ACCOUNT}/sessions/${other?.id}`)).status).toBe(204)
    expect((await call('DELETE', `${ACCOUNT}/sessions/${other?.id}`)).status).toBe(404)
    expect((await call('GET', '/api/users/me', undefined, { cookie: phone })).status).toBe(401)
    expect((await call('DELETE', `${ACCOUNT}/sessions`)).status).toBe(204)
    expect((await call('GET', '/api/users/me', undefined, { cookie: tablet })).status).toBe(401)
    expect(await list()).toMatchObject([{ current: true }])
  })
})

describe('an API key', () => {
  const create = async (body: Record<string, unknown>) => {
    const answer = await call('POST', `${ACCOUNT}/api-keys`, body)
    expect(answer.status).toBe(201)
    const { key } = createdApiKey.parse(await answer.json())
    return { authorization: `Bearer ${key}` }
  }

  it('that is read-only is refused for every change', async () => {
    const key = await create({ name: 'dashboard', read_only: true })
    expect((await call('GET', '/api/users', undefined, key)).status).toBe(200)
    expect((await server.fetch('/api/users', { method: 'HEAD', headers: key })).status).toBe(200)
    for (const [method, path] of [
      ['POST', '/api/users'],
      ['PUT', '/api/users/mila'],
      ['DELETE', '/api/users/mila'],
      ['PATCH', '/api/settings/security'],
      ['POST', `${ACCOUNT}/api-keys`],
      ['POST', '/api/auth/logout'],
      ['PUT', `${ACCOUNT}/password`],
    ] as const) {
      const answer = await call(method, path, {}, key)
      expect([path, answer.status]).toEqual([path, 403])
      expect(await answer.json()).toMatchObject({ code: 'read_only_key' })
    }
  })

  it.each([{ expires_at: '2020-01-01T00:00:00.000Z' }, { expires_at: 'tomorrow' }, { expires_at: 5 }])(
    'cannot expire at %j',
    async (body) => {
      const answer = await call('POST', `${ACCOUNT}/api-keys`, { name: 'late', ...body })
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ errors: [{ path: 'expires_at' }] })
    },
  )

  it('is listed with its expiry', async () => {
    const expires_at = '2999-01-01T00:00:00.000Z'
    await create({ name: 'guest', expires_at })
    expect(await (await call('GET', `${ACCOUNT}/api-keys`)).json()).toMatchObject([
      { expires_at, read_only: false },
    ])
  })
})
