import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { connectionTestSchema } from '#contract/connection-test'
import { connectionDriverSchema, connectionSchema } from '#contract/connections'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

const ADDRESS = 'http://127.0.0.1:9'

let server: TestApp
let admin: Record<string, string>

beforeAll(async () => {
  server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  admin = await addCaller(server.app, 'admin')
})
afterAll(() => server.close())

/** Sends JSON as the administrator. @returns the status and the body of the response. */
async function send(method: string, path: string, body?: unknown): Promise<[number, unknown]> {
  const answer = await server.fetch(path, {
    method,
    headers: { ...admin, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(text).not.toContain('a-canary')
  return [answer.status, text === '' ? null : JSON.parse(text)]
}

/** A download client, and values for all its required settings. */
async function someDriver() {
  const [, answer] = await send('GET', '/api/connections/drivers')
  const found = z.array(connectionDriverSchema).parse(answer)
  const client = found.find(({ kind }) => kind === 'download_client')
  if (!client) throw new Error('There is no driver of a download client')
  const secret = client.entries.find((entry) => entry.secret)?.name ?? ''
  const required = client.entries.filter((entry) => entry.required && entry.name !== client.address)
  const settings = {
    ...Object.fromEntries(required.map(({ name }) => [name, 'a-canary'])),
    [client.address]: ADDRESS,
    [secret]: 'a-canary',
  }
  return { ...client, settings, secret }
}

const added = async (body: unknown) =>
  connectionSchema.parse((await send('POST', '/api/connections', body))[1])

it('adds, lists, changes and removes a connection and never returns its secrets', async () => {
  const { driver, settings, address, secret } = await someDriver()
  const [status, made] = await send('POST', '/api/connections', { driver, name: ' Box ', settings })
  expect(status).toBe(201)
  const { id } = connectionSchema.parse(made)
  expect(made).toMatchObject({ name: 'Box', driver, enabled: true, priority: 1, status: null })
  expect(await send('GET', '/api/connections')).toMatchObject([
    200,
    [{ id, settings: { [address]: ADDRESS, [secret]: { set: true } } }],
  ])
  expect(await send('PATCH', `/api/connections/${id}`, { name: 'Home', enabled: false })).toMatchObject([
    200,
    { name: 'Home', enabled: false, settings: { [secret]: { set: true } } },
  ])
  expect(await send('DELETE', `/api/connections/${id}`)).toEqual([204, null])
  expect(await send('DELETE', `/api/connections/${id}`)).toMatchObject([404, { code: 'unknown_connection' }])
  expect(await send('GET', '/api/connections')).toEqual([200, []])
})

it('tests one as stored, says what is wrong and keeps that as its status', async () => {
  const { driver, settings, address } = await someDriver()
  const { id } = await added({ driver, name: 'Box', settings })
  const [status, found] = await send('POST', '/api/connections/test', { driver, id, settings: {} })
  expect([status, found]).toMatchObject([200, { code: 'unreachable', version: null }])
  expect(await send('GET', '/api/connections')).toMatchObject([
    200,
    [
      {
        status: {
          reachable: false,
          cause: { code: 'unreachable_address' },
          error: connectionTestSchema.parse(found).text,
        },
      },
    ],
  ])
  const elsewhere = { driver, id, settings: { [address]: 'http://elsewhere.invalid' } }
  expect(await send('POST', '/api/connections/test', elsewhere)).toMatchObject([
    422,
    { errors: [{ code: 'enter_again' }] },
  ])
  await send('DELETE', `/api/connections/${id}`)
})

it('refuses what is not a connection, naming the field', async () => {
  const { driver, settings } = await someDriver()
  const { id } = await added({ driver, name: 'Taken', settings })
  const refusals = {
    'settings.colour': { driver, name: 'x', settings: { ...settings, colour: 'red' } },
    'settings.enabled': { driver, name: 'x', settings: { ...settings, enabled: true } },
    'settings.__proto__': `{"driver":"${driver}","name":"x","settings":{"__proto__":1}}`,
    driver: { driver: 'Nobody', name: 'x', settings },
    name: { driver, name: '', settings },
    colour: { driver, name: 'x', settings, colour: 'red' },
  }
  for (const [path, body] of Object.entries(refusals)) {
    expect([path, await send('POST', '/api/connections', body)]).toMatchObject([
      path,
      [422, { errors: [{ path }] }],
    ])
  }
  expect(await send('POST', '/api/connections', { driver, name: 'TAKEN', settings })).toMatchObject([
    409,
    { code: 'connection_name_taken', errors: [{ path: 'name', code: 'taken' }] },
  ])
  expect(await send('PATCH', `/api/connections/${id}`, { priority: 0 })).toMatchObject([422, {}])
  await send('DELETE', `/api/connections/${id}`)
})
