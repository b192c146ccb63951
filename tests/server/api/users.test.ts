import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userListSchema } from '#contract/users'
import { startTestApp, type TestApp } from '#tests/support/app'
import { ROOT_ENVIRONMENT, signIn } from '#tests/support/root'

const mila = { username: 'mila', password: 'a long password' }

let server: TestApp
let root: string
let ordinary: string
beforeAll(async () => {
  server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  root = await signIn(server)
  await create({ ...mila, group: 'trusted' })
  ordinary = await signIn(server, mila)
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown, cookie = root) =>
  server.fetch(path, {
    method,
    headers: { cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const create = (body: unknown) => call('POST', '/api/users', body)

describe('users', () => {
  it('are created with a role or, as older clients say, a group', async () => {
    const answer = await create({
      username: 'Zoë',
      password: 'a long password',
      role: 'untrusted',
      extra_data: 'x',
    })
    expect(answer.status).toBe(201)
    const user = {
      username: 'Zoë',
      role: 'untrusted',
      group: 'untrusted',
      root: false,
      extra_data: 'x',
      has_password: true,
      created_at: expect.any(String),
      request_count: 0,
      quota: null,
      api_key_count: 0,
    }
    expect(await answer.json()).toEqual(user)
    const got = await call('GET', `/api/users/${encodeURIComponent('zoë')}`)
    expect(await got.json()).toEqual(user)
    expect(await (await call('GET', '/api/users/mila')).json()).toMatchObject({
      role: 'trusted',
      extra_data: null,
    })
  })

  it.each(['who?', 'mila?x=1', 'no #1', '100%', '%3F', 'AC/DC', 'a b', 'counts', '...', 'Ω'])(
    'are found, changed and deleted by name, whatever it looks like in a URL: %s',
    async (username) => {
      await create({ username, password: 'a long password', role: 'untrusted' })
      const path = `/api/users/${encodeURIComponent(username)}`
      expect(await (await call('GET', path)).json()).toMatchObject({ username })
      const changed = await call('PUT', path, { extra_data: 'changed' })
      expect(await changed.json()).toMatchObject({ username, extra_data: 'changed' })
      expect((await call('DELETE', path)).status).toBe(204)
      expect((await call('GET', `/api/users?q=${encodeURIComponent(username)}`)).status).toBe(200)
      expect(await (await call('GET', '/api/users/mila')).json()).toMatchObject({ extra_data: null })
    },
  )

  it.each(['.', '..', ' .. '])('cannot be called "%s", which no URL can express', async (username) => {
    const answer = await create({ username, password: 'a long password', role: 'untrusted' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: 'username' }] })
  })

  it.each(['mi\u200bla', '\u200emila', 'mil\u0430'])(
    'cannot have a name that looks like another’s: %j',
    async (username) => {
      const answer = await create({ username, password: 'a long password', role: 'admin' })
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ errors: [{ path: 'username' }] })
    },
  )

  it('are listed by page with their total', async () => {
    const answer = await call('GET', '/api/users?limit=1&offset=1')
    const { users, total } = userListSchema.parse(await answer.json())
    expect(users).toMatchObject([{ username: 'Rosa', role: 'admin', group: 'admin', root: true }])
    expect(total).toBeGreaterThan(1)
  })

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=x', 'limit'],
    ['?offset=-1', 'offset'],
  ])('are not listed with %s', async (query, path) => {
    const answer = await call('GET', `/api/users${query}`)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path }] })
  })

  it.each([
    [{ ...mila, username: 'MILA', role: 'admin' }, 409, undefined],
    [{ ...mila, username: 'new', role: 'admin', group: 'trusted' }, 422, 'group'],
    [{ ...mila, username: 'new', role: 'root' }, 422, 'role'],
    [{ username: 'new', password: 'short', role: 'admin' }, 422, 'password'],
    [{ ...mila, username: 'new\u0007', role: 'admin' }, 422, 'username'],
    [{ ...mila, username: 'new', role: 'admin', extra_data: 'nul\u0000' }, 422, 'extra_data'],
    [{ ...mila, username: 'new', role: 'admin', root: true }, 422, 'root'],
  ])('are refused if invalid (%#)', async (body, status, path) => {
    const answer = await create(body)
    expect(answer.status).toBe(status)
    if (path) expect(await answer.json()).toMatchObject({ errors: [{ path }] })
    expect((await call('GET', '/api/users/new')).status).toBe(404)
  })

  it('that cannot be deleted have a reason, for programs and for people', async () => {
    const root = await call('DELETE', '/api/users/Rosa')
    expect(await root.json()).toMatchObject({
      code: 'root_is_fixed',
      params: { why: 'deletion' },
      detail: 'The root administrator cannot be deleted.',
    })
    const nobody = await call('DELETE', '/api/users/nobody')
    expect(await nobody.json()).toMatchObject({
      code: 'unknown_user',
      params: { why: 'unknown' },
      detail: 'There is no user with this name.',
    })
  })

  it('are refused with a code and values for programs, and the same in words', async () => {
    const answer = await create({ username: 'new', password: 'a', role: 'boss', owner: true })
    const options = 'untrusted, trusted, admin'
    expect(await answer.json()).toMatchObject({
      code: 'validation_failed',
      detail: `role: Choose one of these: ${options}`,
      errors: [
        { path: 'role', code: 'not_one_of', params: { options }, message: `Choose one of these: ${options}` },
        { path: 'owner', code: 'unknown_field', params: {}, message: 'Unknown field' },
      ],
    })
    const short = await create({ username: 'new', password: 'a', role: 'admin' })
    expect(await short.json()).toMatchObject({
      errors: [
        { path: 'password', code: 'too_short', params: { minimum: 8 }, message: 'At least 8 characters' },
      ],
    })
  })

  it.each(['nobody', 'a%2Fb', '..%2f', '%00', '%F0%9F%8E%A7', 'x'.repeat(5000)])(
    'that do not exist are not found: %s',
    async (name) => {
      const { status } = await call('GET', `/api/users/${name}`)
      expect([404, 422]).toContain(status)
    },
  )

  it('are searched by a part of their name, as plain text', async () => {
    for (const username of ['100% sure', 'under_score', 'back\\slash']) {
      await create({ username, password: 'a long password', role: 'untrusted' })
    }
    const found = async (q: string) => {
      const answer = await call('GET', `/api/users?q=${encodeURIComponent(q)}&limit=1`)
      const { users, total } = userListSchema.parse(await answer.json())
      return [users[0]?.username, total]
    }
    expect(await found('MIL')).toEqual(['mila', 1])
    expect(await found('%')).toEqual(['100% sure', 1])
    expect(await found('_')).toEqual(['under_score', 1])
    expect(await found('\\')).toEqual(['back\\slash', 1])
    expect(await found("' or 1=1 --")).toEqual([undefined, 0])
    expect((await found(''))[1]).toBeGreaterThan(3)
  })

  it('are changed only where the body says so', async () => {
    await create({ username: 'nell', password: 'a long password', role: 'untrusted', extra_data: 'x' })
    const changed = await call('PUT', '/api/users/NELL', { group: 'trusted' })
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({ username: 'nell', role: 'trusted', extra_data: 'x' })
    const emptied = await call('PUT', '/api/users/nell', { extra_data: null })
    expect(await emptied.json()).toMatchObject({ role: 'trusted', extra_data: null })
    expect((await call('PUT', '/api/users/nell', {})).status).toBe(200)
  })

  it('sign in only with the new password, and are signed out everywhere, when theirs is reset', async () => {
    await create({ username: 'olaf', password: 'a long password', role: 'untrusted' })
    const session = await signIn(server, { username: 'olaf', password: 'a long password' })
    expect((await call('PUT', '/api/users/olaf', { password: 'another password' })).status).toBe(200)
    expect((await call('GET', '/api/users/me', undefined, session)).status).toBe(401)
    await expect(signIn(server, { username: 'olaf', password: 'a long password' })).rejects.toThrow('401')
    await signIn(server, { username: 'olaf', password: 'another password' })
  })

  it.each([
    ['mila', { role: 'root' }, 422, 'role'],
    ['mila', { role: 'admin', group: 'trusted' }, 422, 'group'],
    ['mila', { password: 'short' }, 422, 'password'],
    ['mila', { password: '' }, 422, 'password'],
    ['mila', { username: 'other' }, 422, 'username'],
    ['mila', { extra_data: 'nul\u0000' }, 422, 'extra_data'],
    ['mila', [], 422, 'body'],
    ['nobody', { role: 'admin' }, 404, undefined],
    ['rosa', { role: 'trusted' }, 400, undefined],
  ])('are not changed by an invalid request (%#)', async (name, body, status, path) => {
    const answer = await call('PUT', `/api/users/${name}`, body)
    expect(answer.status).toBe(status)
    if (path) expect(await answer.json()).toMatchObject({ errors: [{ path }] })
    else expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await (await call('GET', '/api/users/mila')).json()).toMatchObject({ role: 'trusted' })
  })

  it('cannot take over root by its password, which only root can change, with the old one', async () => {
    await create({ username: 'climber', password: 'a long password', role: 'admin' })
    const climber = await signIn(server, { username: 'climber', password: 'a long password' })
    for (const cookie of [climber, root]) {
      const taken = await call('PUT', '/api/users/rosa', { password: 'mine from now on' }, cookie)
      expect(taken.status).toBe(400)
      expect(await taken.json()).toMatchObject({ code: 'root_is_fixed' })
    }
    const changed = await call('PUT', '/api/settings/account/password', {
      old_password: 'correct horse',
      new_password: 'correct horse',
      confirm_password: 'correct horse',
    })
    expect(changed.status).toBe(204)
    expect((await call('PUT', '/api/users/rosa', { role: 'admin', extra_data: null })).status).toBe(200)
    expect((await call('GET', '/api/users/me')).status).toBe(200)
  })

  it('are deleted, except root and oneself', async () => {
    await create({ username: 'gone', password: 'a long password', role: 'admin' })
    const gone = await signIn(server, { username: 'gone', password: 'a long password' })
    const self = await call('DELETE', '/api/users/gone', undefined, gone)
    expect(self.status).toBe(400)
    expect(await self.json()).toMatchObject({ code: 'cannot_delete_self' })
    expect((await call('DELETE', '/api/users/rosa', undefined, gone)).status).toBe(400)
    expect((await call('DELETE', '/api/users/gone')).status).toBe(204)
    expect((await call('DELETE', '/api/users/gone')).status).toBe(404)
    expect((await call('GET', '/api/users/me', undefined, gone)).status).toBe(401)
  })

  it.each([
    ['GET', '/api/users'],
    ['POST', '/api/users'],
    ['GET', '/api/users/mila'],
    ['PUT', '/api/users/mila'],
    ['DELETE', '/api/users/mila'],
  ])('are for administrators: %s %s', async (method, path) => {
    const bodies: Record<string, unknown> = {
      POST: { ...mila, username: 'new', role: 'admin' },
      PUT: { role: 'admin' },
    }
    const body = bodies[method]
    expect((await call(method, path, body, ordinary)).status).toBe(403)
    expect((await call(method, path, body, '')).status).toBe(401)
    expect((await call('GET', '/api/users/me', undefined, ordinary)).status).toBe(200)
  })
})
