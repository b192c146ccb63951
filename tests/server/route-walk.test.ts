import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createdApiKey } from '#contract/api-keys'
import { problemSchema, ROLES, type Role } from '#contract/common'
import type { Operation } from '#contract/operation'
import { operations } from '#contract/operations'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { emptyCatalogue } from '#tests/support/empty-catalogue'

const root = { SVC_APP__INIT_ROOT_USERNAME: 'root', SVC_APP__INIT_ROOT_PASSWORD: 'a long pass phrase' }

const list = Object.entries(operations)
const isPublic = ({ access }: Operation) => access === 'public'
const guarded = list.filter(([, operation]) => !isPublic(operation))

/** Calls an operation with arbitrary parameters and no body, and cancels a stream. */
async function call(server: TestApp, { method, path }: Operation, headers: Record<string, string> = {}) {
  const answer = await server.fetch(path.replaceAll(/\{\w+\}/g, 'B000000000'), { method, headers })
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
  return answer
}

/** The status and code of a refusal, which must be problem details. */
async function refusal(answer: Response): Promise<[number, string]> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return [answer.status, problemSchema.parse(await answer.json()).code]
}

describe('Under login type forms', () => {
  let server: TestApp
  const keys = new Map<Role, Record<string, string>>()
  let readOnly: Record<string, string>
  beforeAll(async () => {
    server = await startTestApp({
      environment: { ...root, SVC_APP__FORCE_LOGIN_TYPE: 'forms' },
      fetch: emptyCatalogue,
    })
    for (const role of ROLES) keys.set(role, await addCaller(server.app, role))
    const made = await server.fetch('/api/settings/account/api-keys', {
      method: 'POST',
      headers: { ...keys.get('admin') },
      body: JSON.stringify({ name: 'reads', read_only: true }),
    })
    readOnly = { authorization: `Bearer ${createdApiKey.parse(await made.json()).key}` }
  })
  afterAll(() => server.close())

  it('only health, the session, the set-up, the sign-in, invitations and feeds are public', () => {
    const names = list.filter(([, operation]) => isPublic(operation)).map(([name]) => name)
    expect(names.toSorted()).toEqual([
      'acceptInvitation',
      'findInvitation',
      'getHealth',
      'getSession',
      'init',
      'login',
      'readCalendarFeed',
      'readRssFeed',
      'takeOverAccount',
    ])
  })

  it.each(list.filter(([, operation]) => isPublic(operation)))(
    '%s asks no one to sign in',
    async (_name, operation) => {
      expect((await call(server, operation)).status).not.toBe(401)
    },
  )

  it.each(guarded)('%s asks to sign in', async (_name, operation) => {
    expect(await refusal(await call(server, operation))).toEqual([401, 'not_signed_in'])
    expect(await refusal(await call(server, operation, { cookie: 'earmark_session=made-up' }))).toEqual([
      401,
      'not_signed_in',
    ])
    const wrongKey = await call(server, operation, { authorization: 'Bearer made-up' })
    expect(await refusal(wrongKey)).toEqual([401, 'invalid_api_key'])
  })

  it.each(guarded.filter(([, { method }]) => method !== 'GET'))(
    '%s refuses a read-only key, whoever has it',
    async (_name, operation) => {
      expect(await refusal(await call(server, operation, readOnly))).toEqual([403, 'read_only_key'])
    },
  )

  it.each(guarded)('%s lets in its role and those above', async (_name, { access, ...operation }) => {
    const least = access === 'any' || access === 'public' ? 0 : ROLES.indexOf(access)
    for (const [rank, role] of ROLES.entries()) {
      const answer = await call(server, { access, ...operation }, keys.get(role))
      if (rank < least) expect([role, ...(await refusal(answer))]).toEqual([role, 403, 'missing_role'])
      else
        expect([role, answer.status]).toEqual([
          role,
          expect.toSatisfy((status: number) => ![401, 403, 500].includes(status)),
        ])
    }
  })
})

describe('Under login type none', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp({
      environment: { ...root, SVC_APP__FORCE_LOGIN_TYPE: 'none' },
      fetch: emptyCatalogue,
    })
  })
  afterAll(() => server.close())

  it.each(guarded)('%s lets in everyone but a wrong API key', async (_name, operation) => {
    expect((await call(server, operation)).status).not.toBe(401)
    const ofProxy = await call(server, operation, { authorization: 'Bearer eyJh.eyJz.c2ln' })
    expect(ofProxy.status).not.toBe(401)
    for (const authorization of ['Bearer earmark_made-up', 'Bearer earmark_made up']) {
      const wrongKey = await call(server, operation, { authorization })
      expect(await refusal(wrongKey)).toEqual([401, 'invalid_api_key'])
    }
  })
})

describe('HTML in names and titles', () => {
  const HTML = '<img src=x onerror=alert(1)>"\'&'

  it('is text of a JSON answer that no browser renders as a page', async () => {
    const server = await startTestApp()
    const headers = await addCaller(server.app, 'admin', HTML)
    await addRequest(server, HTML)
    for (const path of ['/api/users/me', '/api/users', '/api/requests']) {
      const answer = await server.fetch(path, { headers })
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await answer.text()).toContain(JSON.stringify(HTML))
    }
    const refused = await server.fetch(`/api/users/${encodeURIComponent('<b>nobody</b>')}`, { headers })
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    await server.close()
  })
})

/** A book with such a title, requested by the only user. */
async function addRequest({ app: { database } }: TestApp, title: string) {
  const { audiobooks, requests, users } = database.tables
  const [user] = await database.read.select().from(users)
  const times = { createdAt: new Date(), updatedAt: new Date() }
  await database.write(async (transaction) => {
    await transaction.insert(audiobooks).values({
      ...times,
      asin: 'B000000000',
      region: 'us',
      title,
      authors: [title],
      narrators: [],
      series: [],
      searchText: '',
      titleKey: '',
      authorKey: '',
    })
    await transaction
      .insert(requests)
      .values({ ...times, id: 'r1', asin: 'B000000000', userId: user?.id ?? '', status: 'approved' })
  })
}
