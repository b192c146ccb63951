import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { auditListSchema } from '#contract/audit'
import { startProwlarrFake } from '#fakes/prowlarr'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

const KEY = 'fedcba9876543210fedcba9876543210'

let server: TestApp
let admin: Record<string, string>

beforeAll(async () => {
  server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  admin = await addCaller(server.app, 'admin')
})
afterAll(() => server.close())

/** Sends JSON as the administrator. */
function send(method: string, path: string, body?: unknown): Promise<Response> {
  return server.fetch(path, {
    method,
    headers: { ...admin, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

async function json(answer: Response): Promise<unknown> {
  return answer.json()
}

async function started() {
  const fake = await startProwlarrFake({ apiKey: KEY })
  onTestFinished(() => fake.close())
  return fake
}

describe('GET /api/indexers/configurations', () => {
  it('lists every setting of every indexer, including those that are off', async () => {
    const answer = await json(await send('GET', '/api/indexers/configurations'))
    expect(answer).toEqual({
      Prowlarr: [
        expect.objectContaining({ name: 'prowlarr_base_url', default: null, required: true, type: 'str' }),
        expect.objectContaining({ name: 'prowlarr_api_key', required: true, type: 'str', secret: true }),
        expect.objectContaining({
          name: 'prowlarr_categories',
          default: '3030',
          required: false,
          type: 'str',
        }),
        expect.objectContaining({
          name: 'prowlarr_source_ttl',
          default: 86_400,
          required: false,
          type: 'int',
          unit: 'seconds',
        }),
        expect.objectContaining({
          name: 'prowlarr_search_timeout',
          default: 60,
          required: false,
          type: 'int',
          unit: 'seconds',
        }),
        expect.objectContaining({ name: 'prowlarr_indexers', default: '', required: false, type: 'str' }),
      ],
      MyAnonamouse: [
        expect.objectContaining({ name: 'mam_session_id', required: true, type: 'str', secret: true }),
        expect.objectContaining({
          name: 'mam_base_url',
          default: 'https://www.myanonamouse.net',
          type: 'str',
        }),
        expect.objectContaining({ name: 'mam_vip', default: false, required: false, type: 'bool' }),
      ],
    })
  })
})

describe('PATCH /api/indexers/{indexer_name}', () => {
  it('accepts everything that Prowlarr needs and never returns the key', async () => {
    const fake = await started()
    const changes = { prowlarr_base_url: `${fake.url}/`, prowlarr_api_key: KEY, enabled: true }
    const answer = await send('PATCH', '/api/indexers/Prowlarr', changes)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    const listed = await (await send('GET', '/api/indexers')).text()
    expect(listed).not.toContain(KEY)
    expect(JSON.parse(listed)).toContainEqual(
      expect.objectContaining({
        name: 'Prowlarr',
        enabled: true,
        settings: expect.objectContaining({
          prowlarr_base_url: `${fake.url}/`,
          prowlarr_api_key: { set: true },
        }),
      }),
    )
    expect((await send('PATCH', '/api/indexers/Prowlarr', { prowlarr_source_ttl: 60 })).status).toBe(204)
    expect(await json(await send('POST', '/api/indexers/Prowlarr/test', {}))).toMatchObject({ code: 'ok' })
  })

  it.each([
    ['/api/indexers/prowlarr', { enabled: false }, 404, 'unknown_indexer'],
    ['/api/indexers/Nobody', {}, 404, 'unknown_indexer'],
    ['/api/indexers/Prowlarr', { prowlarr_key: 'x' }, 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', { prowlarr_source_ttl: '60 s' }, 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', { prowlarr_source_ttl: 1.5 }, 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', { prowlarr_source_ttl: -1 }, 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', { prowlarr_search_timeout: 9 }, 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', { prowlarr_search_timeout: 241 }, 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', { prowlarr_api_key: ['x'] }, 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', { prowlarr_base_url: 'prowlarr:9696' }, 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', { prowlarr_categories: '3030;3010' }, 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', { enabled: 'yes' }, 422, 'validation_failed'],
    ['/api/indexers/MyAnonamouse', { enabled: true }, 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', '[]', 422, 'validation_failed'],
    ['/api/indexers/Prowlarr', '{"prowlarr_api_key": ', 400, 'invalid_json'],
  ])('refuses %s %j', async (path, body, status, code) => {
    const before = await json(await send('GET', '/api/indexers'))
    const answer = await send('PATCH', path, body)
    expect(answer.status).toBe(status)
    expect(await json(answer)).toMatchObject({ code })
    expect(await json(await send('GET', '/api/indexers'))).toEqual(before)
  })
})

describe('GET /api/indexers/searchable', () => {
  it('lists Prowlarr’s indexers, and says why if it cannot be asked', async () => {
    const fake = await started()
    await send('PATCH', '/api/indexers/Prowlarr', {
      prowlarr_base_url: fake.url,
      prowlarr_api_key: KEY,
      prowlarr_indexers: '1',
    })
    const answer = await send('GET', '/api/indexers/searchable')
    expect(await json(answer)).toEqual([
      { id: 1, name: 'Spoken Shelf', protocol: 'torrent', enabled: true, chosen: true },
      { id: 2, name: 'Usenet Library', protocol: 'usenet', enabled: true, chosen: false },
      { id: 3, name: 'Open Ear', protocol: 'torrent', enabled: true, chosen: false },
    ])
    for (const [mode, status, code] of [
      [{ kind: 'html' }, 502, 'prowlarr_not_the_api'],
      [{ kind: 'status', status: 401 }, 502, 'prowlarr_wrong_key'],
      [{ kind: 'reset' }, 503, 'prowlarr_unreachable'],
    ] as const) {
      fake.misbehave(mode)
      const failed = await send('GET', '/api/indexers/searchable')
      expect([failed.status, await json(failed)]).toEqual([status, expect.objectContaining({ code })])
    }
    await send('PATCH', '/api/indexers/Prowlarr', { enabled: false, prowlarr_api_key: null })
    const unset = await send('GET', '/api/indexers/searchable')
    expect([unset.status, await json(unset)]).toEqual([
      400,
      expect.objectContaining({ code: 'prowlarr_not_configured' }),
    ])
  })
})

describe('POST /api/indexers/{indexer_name}/test', () => {
  it('tests values that are not stored', async () => {
    const fake = await started()
    const test = async (changes: unknown) => json(await send('POST', '/api/indexers/Prowlarr/test', changes))
    expect(await test({ prowlarr_base_url: fake.url, prowlarr_api_key: 'another' })).toMatchObject({
      code: 'wrong_key',
    })
    expect(await test({ prowlarr_base_url: `${fake.url}/elsewhere`, prowlarr_api_key: KEY })).toMatchObject({
      code: 'not_the_api',
    })
    expect(await test({ prowlarr_base_url: fake.url, prowlarr_api_key: null })).toMatchObject({
      code: 'incomplete',
    })
    expect((await send('POST', '/api/indexers/Nobody/test', {})).status).toBe(404)
    expect((await send('POST', '/api/indexers/Prowlarr/test', { nothing: 1 })).status).toBe(422)
  })
})

describe('/api/settings/indexer-file', () => {
  it('returns the path and the result', async () => {
    const none = { path: null, last_read: null, last_error: null, cause: null }
    expect(await json(await send('GET', '/api/settings/indexer-file'))).toEqual(none)
    const path = '/config/indexers.json'
    const missing = {
      path,
      last_read: null,
      last_error: 'There is no file at this path. Nothing changes until there is one.',
      cause: { code: 'missing', params: {} },
    }
    const put = await send('PUT', '/api/settings/indexer-file', { path })
    expect([put.status, await json(put)]).toEqual([200, missing])
    expect(await json(await send('GET', '/api/settings/indexer-file'))).toEqual(missing)
    expect(await json(await send('PUT', '/api/settings/indexer-file', { path: '' }))).toEqual(none)
  })

  it.each([{ path: 'indexers.json' }, { path: '../x' }, { path: 5 }, {}, { path: '/x', more: 1 }])(
    'refuses %j',
    async (body) => {
      expect((await send('PUT', '/api/settings/indexer-file', body)).status).toBe(422)
    },
  )
})

it('Only administrators see or change indexers', async () => {
  const trusted = await addCaller(server.app, 'trusted')
  for (const [method, path] of [
    ['GET', '/api/indexers'],
    ['GET', '/api/indexers/configurations'],
    ['GET', '/api/indexers/searchable'],
    ['PATCH', '/api/indexers/Prowlarr'],
    ['POST', '/api/indexers/Prowlarr/test'],
    ['GET', '/api/settings/indexer-file'],
    ['PUT', '/api/settings/indexer-file'],
  ] as const) {
    const answer = await server.fetch(path, {
      method,
      headers: trusted,
      ...(method !== 'GET' && { body: '{}' }),
    })
    expect([path, answer.status]).toEqual([path, 403])
  }
})

it('changes of indexers are in the audit log, without any value of a secret', async () => {
  await send('PATCH', '/api/indexers/Prowlarr', { prowlarr_api_key: 'never-to-be-seen' })
  await send('PUT', '/api/settings/indexer-file', { path: null })
  const answer = await send('GET', '/api/audit?limit=200')
  const text = await answer.text()
  expect(text).not.toContain('never-to-be-seen')
  const { entries } = auditListSchema.parse(JSON.parse(text))
  expect(entries.find(({ kind }) => kind === 'indexer_changed')).toMatchObject({
    actor: 'admin',
    subject: 'Prowlarr',
    detail: 'prowlarr_api_key',
    address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
  })
  expect(entries.find(({ kind }) => kind === 'indexer_file_changed')).toMatchObject({ actor: 'admin' })
})

describe('GET /api/indexers/{indexer_name}/address', () => {
  it('finds nothing for an indexer without a location', async () => {
    expect(await json(await send('GET', '/api/indexers/MyAnonamouse/address'))).toEqual({ settings: {} })
    expect((await send('GET', '/api/indexers/Nobody/address')).status).toBe(404)
  })
})
