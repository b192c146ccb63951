import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKeySchema, createdApiKey } from '#contract/api-keys'
import { startTestApp, type TestApp } from '#tests/support/app'
import { ROOT_ENVIRONMENT, signIn } from '#tests/support/root'

const PATH = '/api/settings/account/api-keys'

let server: TestApp
let cookie: string
beforeAll(async () => {
  server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  cookie = await signIn(server)
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown) =>
  server.fetch(path, {
    method,
    headers: { cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const list = async () => z.array(apiKeySchema).parse(await (await call('GET', PATH)).json())
const me = (key: string) => server.fetch('/api/users/me', { headers: { authorization: `Bearer ${key}` } })

describe('API keys', () => {
  it('are shown once, call the API, and can be disabled and deleted', async () => {
    const created = await call('POST', PATH, { name: '  Sessions ' })
    expect(created.status).toBe(201)
    const { name, key } = createdApiKey.parse(await created.json())
    expect(name).toBe('Sessions')
    expect(await (await me(key)).json()).toMatchObject({ username: 'Rosa', root: true })

    const [listed] = await list()
    expect(listed).toMatchObject({ name: 'Sessions', enabled: true })
    expect(JSON.stringify(listed)).not.toContain(key)

    expect((await call('PATCH', `${PATH}/${listed?.id}/toggle`)).status).toBe(204)
    expect((await list())[0]?.enabled).toBe(false)
    expect((await me(key)).status).toBe(401)
    expect((await call('PATCH', `${PATH}/${listed?.id}/toggle`)).status).toBe(204)
    expect((await me(key)).status).toBe(200)
    expect((await call('DELETE', `${PATH}/${listed?.id}`)).status).toBe(204)
    expect((await me(key)).status).toBe(401)
    expect(await list()).toEqual([])
  })

  it('make changes from any site', async () => {
    const { key } = createdApiKey.parse(await (await call('POST', PATH, { name: 'elsewhere' })).json())
    const answer = await server.fetch(PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, origin: 'https://elsewhere.example' },
      body: JSON.stringify({ name: 'by script' }),
    })
    expect(answer.status).toBe(201)
  })

  it('have one name each', async () => {
    await call('POST', PATH, { name: 'Twice' })
    const answer = await call('POST', PATH, { name: 'twice' })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'api_key_name_taken' })
  })

  it.each([{}, { name: '' }, { name: '   ' }, { name: 'a\nb' }, { name: 5 }, { name: 'x'.repeat(101) }])(
    'need a name: %j',
    async (body) => {
      const answer = await call('POST', PATH, body)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ errors: [{ path: 'name' }] })
    },
  )

  it.each(['unknown', '%00', '..%2F..'])('that do not exist are not found: %s', async (id) => {
    const statuses = [
      (await call('DELETE', `${PATH}/${id}`)).status,
      (await call('PATCH', `${PATH}/${id}/toggle`)).status,
    ]
    for (const status of statuses) expect([404, 422]).toContain(status)
  })

  it('are not for strangers', async () => {
    expect((await server.fetch(PATH)).status).toBe(401)
    expect((await server.fetch(PATH, { method: 'POST', body: '{"name":"x"}' })).status).toBe(401)
  })
})
