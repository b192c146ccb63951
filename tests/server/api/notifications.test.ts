import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/common'
import { getPushKey } from '#contract/notification-operations'
import { notificationTargetSchema } from '#contract/notifications'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

const PATH = '/api/settings/notifications'
let server: TestApp
let admin: Record<string, string>

beforeAll(async () => {
  server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  admin = await addCaller(server.app, 'admin')
})
afterAll(() => server.close())

const call = (method: string, path = '', body?: unknown) =>
  server.fetch(PATH + path, {
    method,
    headers: admin,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const targetOf = async (answer: Response) => notificationTargetSchema.parse(await answer.json())
const problemOf = async (answer: Response) => problemSchema.parse(await answer.json())

const target = (fields: object = {}) => ({
  name: 'Chat',
  url: 'https://chat.example/hook',
  event_type: 'onNewRequest',
  body_type: 'json',
  body: '{"text":"{bookTitle}"}',
  ...fields,
})

describe('notification targets', () => {
  it('are added, listed, changed, switched on and off, and removed', async () => {
    const created = await call('POST', '', target({ headers: { 'X-Token': 'abcdef' } }))
    expect(created.status).toBe(201)
    const { id } = await targetOf(created)
    expect(z.array(notificationTargetSchema).parse(await (await call('GET')).json())).toMatchObject([
      { id, event_type: 'onNewRequest', headers: { 'X-Token': { value: null, set: true } } },
    ])
    const changed = await call(
      'PUT',
      `/${id}`,
      target({ name: 'Room', headers: { 'X-Token': { value: null, set: true } } }),
    )
    expect(await targetOf(changed)).toMatchObject({ name: 'Room', headers: { 'X-Token': { set: true } } })
    const switched = await call('PATCH', `/${id}/enable`)
    expect([switched.status, (await targetOf(switched)).enabled]).toEqual([200, false])
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    expect((await call('DELETE', `/${id}`)).status).toBe(404)
    expect(await (await call('GET')).json()).toEqual([])
  })

  it.each(['', '{}', '{"X-A":"1"}'])('accept headers as a JSON string: %s', async (headers) => {
    const created = await targetOf(await call('POST', '', target({ name: `as text ${headers}`, headers })))
    expect(Object.keys(created.headers)).toEqual(headers.includes('X-A') ? ['X-A'] : [])
  })

  it.each([
    ['body', { body: '{"text": {bookTitle}}' }],
    ['url', { url: 'ftp://chat.example' }],
    ['url', { url: 'https://chat.example/?token=***' }],
    ['headers.X-Token', { headers: { 'X-Token': null } }],
    [
      'headers',
      { headers: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, 'a'])) },
    ],
    ['events', { event_type: undefined }],
    ['extra', { extra: 1 }],
  ])('are refused because of %s: %o', async (path, fields) => {
    const answer = await call('POST', '', target({ name: 'Refused', ...fields }))
    expect(answer.status).toBe(422)
    expect((await problemOf(answer)).errors?.map((error) => error.path)).toContain(path)
  })

  it('with a name already in use are refused', async () => {
    await call('POST', '', target({ name: 'Taken' }))
    const answer = await call('POST', '', target({ name: 'taken' }))
    expect([answer.status, (await problemOf(answer)).code]).toEqual([409, 'target_name_taken'])
  })

  it('are for administrators only', async () => {
    const trusted = await addCaller(server.app, 'trusted')
    expect((await server.fetch(PATH, { headers: trusted })).status).toBe(403)
  })
})

it('the server’s key for push messages is the same for everyone, and a point on the curve', async () => {
  const member = await addCaller(server.app, 'untrusted')
  const keyFor = async (headers: Record<string, string>) => {
    const answer = await server.fetch('/api/settings/account/notifications/push-key', { headers })
    expect(answer.status).toBe(200)
    return getPushKey.answers[200].schema.parse(await answer.json()).public_key
  }
  const key = await keyFor(member)
  expect(await keyFor(admin)).toBe(key)
  const point = Buffer.from(key, 'base64url')
  // Uncompressed, as browsers require.
  expect([point.length, point[0]]).toEqual([65, 4])
})
