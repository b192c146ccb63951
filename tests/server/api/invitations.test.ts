import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createdInvitationSchema, invitationListSchema } from '#contract/invitations'
import { startTestApp, type TestApp } from '#tests/support/app'
import { ROOT_ENVIRONMENT, signIn } from '#tests/support/root'

let server: TestApp
let root: string
beforeAll(async () => {
  server = await startTestApp({ environment: { ...ROOT_ENVIRONMENT, SVC_APP__BASE_URL: '/books' } })
  root = await signIn(server)
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown, cookie = root) =>
  server.fetch(path, {
    method,
    headers: { cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
async function invite(body: unknown = { role: 'trusted' }) {
  const answer = await call('POST', '/api/invitations', body)
  expect(answer.status).toBe(201)
  const made = createdInvitationSchema.parse(await answer.json())
  return { ...made, token: new URL(made.url).hash.slice(1) }
}
const accept = (token: string, username: string) =>
  call(
    'POST',
    '/api/auth/invitation/accept',
    { token, username, password: 'a long password', confirm_password: 'a long password' },
    '',
  )

describe('invitations', () => {
  it('are links to a page of this server, under its base path', async () => {
    const { url } = await invite()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/books\/invite#[\w-]{43}$/)
    const page = await fetch(url)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it('are listed without their links, and revoked', async () => {
    const { id, token } = await invite()
    const text = await (await call('GET', '/api/invitations')).text()
    expect(text).not.toContain(token)
    expect(invitationListSchema.parse(JSON.parse(text)).invitations).toContainEqual(
      expect.objectContaining({ id, role: 'trusted', username: null }),
    )
    expect((await call('DELETE', `/api/invitations/${id}`)).status).toBe(204)
    expect((await call('DELETE', `/api/invitations/${id}`)).status).toBe(404)
    expect((await accept(token, 'mila')).status).toBe(404)
  })

  it('sign in whoever uses them', async () => {
    const { token } = await invite()
    const found = await call('POST', '/api/auth/invitation', { token }, '')
    expect(await found.json()).toMatchObject({ username: null })
    const answer = await accept(token, 'mila')
    expect(await answer.json()).toMatchObject({ username: 'mila', role: 'trusted' })
    const cookie = answer.headers.getSetCookie().map((header) => header.split(';')[0])
    const me = await call('GET', '/api/users/me', undefined, cookie.join('; '))
    expect(await me.json()).toMatchObject({ username: 'mila' })
  })

  it.each([
    [{}, 'role'],
    [{ role: 'admin', username: 'mila' }, 'role'],
    [{ role: 'admin', days: 31 }, 'days'],
    [{ role: 'boss' }, 'role'],
  ])('are not made of %j', async (body, path) => {
    const answer = await call('POST', '/api/invitations', body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path }] })
  })
})

it('The page of an invitation needs no credentials under login type basic', async () => {
  const basic = await startTestApp({
    environment: { ...ROOT_ENVIRONMENT, SVC_APP__FORCE_LOGIN_TYPE: 'basic' },
  })
  expect((await basic.fetch('/invite')).status).toBe(200)
  expect((await basic.fetch('/search')).status).toBe(401)
  await basic.close()
})
