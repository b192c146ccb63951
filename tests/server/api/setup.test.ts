import { afterEach, describe, expect, it } from 'vitest'
import { problemSchema } from '#contract/common'
import { startTestApp, type TestApp, type TestAppOptions } from '#tests/support/app'

const body = {
  login_type: 'forms',
  username: 'Rosa',
  password: 'correct horse',
  confirm_password: 'correct horse',
}

let server: TestApp
const start = async (options?: TestAppOptions) => {
  server = await startTestApp(options)
}
afterEach(() => server.close())

const init = (given: unknown) => server.fetch('/api/init', { method: 'POST', body: JSON.stringify(given) })
const session = async (): Promise<unknown> => (await server.fetch('/api/session')).json()

describe('the first set-up', () => {
  it('shows the owner’s name for this server', async () => {
    await start({ environment: { SVC_APP__NAME: ' Robin’s audiobooks ' } })
    expect(await session()).toMatchObject({ server_name: 'Robin’s audiobooks' })
  })

  it('is offered to everyone, done once and refused afterwards', async () => {
    await start()
    expect(await session()).toEqual({
      initialized: false,
      login_type: null,
      force_login_type: null,
      version: '0.0.0-test',
      server_name: null,
      default_region: 'us',
      language: null,
      min_password_length: 8,
      getting_started: false,
      secure_address: null,
      user: null,
    })
    const first = await init(body)
    expect(first.status).toBe(201)
    expect(await first.json()).toEqual({ username: 'Rosa', role: 'admin', group: 'admin', root: true })
    expect(await session()).toMatchObject({ initialized: true, login_type: 'forms', user: null })

    const second = await init({ ...body, username: 'Other' })
    expect(second.status).toBe(409)
    expect(second.headers.get('content-type')).toBe('application/problem+json')
    expect(await second.json()).toMatchObject({ code: 'already_initialised', status: 409 })
  })

  it('succeeds for only one of two concurrent submissions', async () => {
    await start()
    const answers = await Promise.all([init(body), init({ ...body, username: 'Other' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it.each([
    [{ ...body, confirm_password: 'another' }, 'confirm_password'],
    [{ ...body, login_type: 'oidc' }, 'login_type'],
    [{ ...body, username: '   ' }, 'username'],
    [{ ...body, username: 'ro\u0000sa' }, 'username'],
    [{ ...body, username: 'ro\u200bsa' }, 'username'],
    [{ ...body, username: 'x'.repeat(10_000) }, 'username'],
    [{ ...body, password: 'short', confirm_password: 'short' }, 'password'],
    [{ ...body, password: '\ud800'.repeat(8), confirm_password: '\ud800'.repeat(8) }, 'password'],
    [{ ...body, role: 'admin' }, 'role'],
    [{}, 'login_type'],
    [[], 'body'],
  ])('names the invalid field (%#)', async (given, path) => {
    await start()
    const answer = await init(given)
    expect(answer.status).toBe(422)
    const problem = problemSchema.parse(await answer.json())
    expect(problem.code).toBe('validation_failed')
    expect(problem.errors?.map((error) => error.path)).toContain(path)
    expect(await session()).toMatchObject({ initialized: false })
  })

  it('has a fixed choice under a forced login type', async () => {
    await start({ environment: { SVC_APP__FORCE_LOGIN_TYPE: 'basic' } })
    expect(await session()).toMatchObject({ initialized: false, login_type: null, force_login_type: 'basic' })
    const refused = await init(body)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ code: 'login_type_forced' })
    expect((await init({ ...body, login_type: 'basic' })).status).toBe(201)
  })

  it('is done by the environment if it names a root administrator', async () => {
    await start({
      environment: {
        SVC_APP__INIT_ROOT_USERNAME: 'Rosa',
        SVC_APP__INIT_ROOT_PASSWORD: 'correct horse',
        SVC_APP__FORCE_LOGIN_TYPE: 'oidc',
      },
    })
    expect(await session()).toMatchObject({ initialized: true, login_type: 'oidc' })
    expect((await init(body)).status).toBe(409)
  })
})
