import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/common'
import { createConnection } from '#contract/connections'
import { exampleOf } from '#contract/example'
import { renewPushTarget } from '#contract/notification-operations'
import type { Operation } from '#contract/operation'
import { operations } from '#contract/operations'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import '#server/openapi/examples'
import { actor, cheapHasher, keyNamed } from '#tests/support/accounts'
import { startTestApp, type TestApp } from '#tests/support/app'
import { openTestPostgres, openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { emptyCatalogue } from '#tests/support/empty-catalogue'
import { createGate } from '#tests/support/gate'
import { ROOT_ENVIRONMENT } from '#tests/support/root'
import { targetBody } from './domain/notifications/notifications.fixture'

/** Requests, lists, follows and what becomes of them: everyone sees them, and they are withdrawn like any other. */
const OF_BOOKS = /^\/api\/(?:requests|books|lists|follows|inbox)(?:\/|$)/
/** Operations that store nothing but what happened. */
const STORES_NOTHING = /^(?:test|preview|resend)[A-Z]/
/** Operations that only end a session of the caller's own, or start what is due anyway. */
const ENDS_OWN = ['logout', 'endSession', 'cleanUpStorage']

const changing = Object.entries(operations).filter(
  ([, { access, method }]) => access !== 'public' && method !== 'GET',
)
/** Everything else looks again, in its transaction, whether the caller still has the right. */
const lasting = changing.filter(
  ([name, { path }]) => !OF_BOOKS.test(path) && !STORES_NOTHING.test(name) && !ENDS_OWN.includes(name),
)

/**
 * What a key that expires may change for good: it takes something away, or gives neither a way in nor a way out to an
 * address of the caller's choice. An operation that is new here has to decide.
 */
const MAY_OUTLAST_A_KEY = [
  ...['deleteUser', 'revokeInvitation', 'deleteApiKey', 'revokeApiKey', 'toggleApiKey', 'revokeFeed'],
  ...['deleteConnection', 'deleteNotificationTarget', 'deleteOwnNotificationTarget'],
  ...['endOtherSessions', 'endAllSessions'],
  // Asks for the old password, which is itself a way in.
  'changePassword',
  // Preferences of one person, and of the house.
  ...['updateAccount', 'dismissGettingStarted', 'putDiscoverSettings', 'patchStorage'],
  ...['patchRequestSettings', 'patchDownloadSettings', 'patchPersonalNotifications'],
]

/** Ways to lose a right while a call is under way. */
const LOSSES = ['demoted', 'signed out', 'key revoked'] as const
type Loss = (typeof LOSSES)[number]

const REFUSALS: Record<Loss, [number, string][]> = {
  demoted: [[403, 'missing_role']],
  'signed out': [[401, 'not_signed_in']],
  'key revoked': [
    [401, 'invalid_api_key'],
    [401, 'not_signed_in'],
  ],
}

interface Caller {
  user: CurrentUser
  headers: Record<string, string>
  /** Takes the right away. */
  lose: () => Promise<unknown>
}

const PASSWORD = 'a long password'
const WEEK = 7 * 24 * 60 * 60_000

let number = 0

async function addUser({ app }: TestApp) {
  const username = `caller ${++number}`
  const passwordHash = await cheapHasher.hash(PASSWORD)
  const user = { id: crypto.randomUUID(), username, role: 'admin', root: false } as const
  const at = app.clock()
  await app.database.write((within) =>
    within
      .insert(app.database.tables.users)
      .values({ ...user, usernameKey: username, passwordHash, createdAt: at, updatedAt: at }),
  )
  return user
}

async function addCaller(server: TestApp, loss: Loss): Promise<Caller> {
  const { app } = server
  const { tables, write } = app.database
  const { users, sessions, apiKeys } = tables
  const user = await addUser(server)
  const { id } = user
  if (loss === 'signed out') {
    const token = await app.auth.login(
      { username: user.username, password: PASSWORD },
      { address: '', userAgent: undefined },
    )
    const lose = () => write((within) => within.delete(sessions).where(eq(sessions.userId, id)))
    return { user, headers: { cookie: `earmark_session=${token}` }, lose }
  }
  const headers = await keyFor(app, user, null)
  const lose = () =>
    write((within) =>
      loss === 'demoted'
        ? within.update(users).set({ role: 'untrusted' }).where(eq(users.id, id))
        : within.delete(apiKeys).where(eq(apiKeys.userId, id)),
    )
  return { user, headers, lose }
}

async function keyFor({ apiKeys }: App, user: CurrentUser, expiresAt: string | null) {
  const { key } = await apiKeys.create(actor(user), { ...keyNamed('first'), expires_at: expiresAt })
  return { authorization: `Bearer ${key}` }
}

/** A body of the operation, from its documentation. */
function bodyOf({ body }: Operation): unknown {
  const inner = body instanceof z.ZodOptional ? body.unwrap() : body
  return inner && exampleOf(inner)
}

async function refusalOf(answer: Response): Promise<[number, string]> {
  return [answer.status, problemSchema.parse(await answer.json()).code]
}

/** An address and a body with which a caller's operation would do something lasting. */
interface Call {
  values?: Record<string, string>
  body?: unknown
}

/** The call of each operation with a lasting effect; the body of its documentation is used if it gives none. */
const CALLS: Record<string, (server: TestApp, caller: Pick<Caller, 'user'>) => Promise<Call> | Call> = {
  createUser: () => ({}),
  updateUser: async (server) => ({
    values: { username: (await addUser(server)).username },
    body: { role: 'trusted', password: 'another long password' },
  }),
  deleteUser: async (server) => ({ values: { username: (await addUser(server)).username } }),
  createInvitation: () => ({ body: { role: 'admin', days: 7 } }),
  revokeInvitation: async ({ app }, { user }) => {
    const { id } = await app.invitations.create({ role: 'trusted', days: 7 }, actor(user))
    return { values: { id } }
  },
  changePassword: () => ({
    body: {
      old_password: PASSWORD,
      new_password: 'another long password',
      confirm_password: 'another long password',
    },
  }),
  endOtherSessions: () => ({}),
  createApiKey: () => ({ body: { name: 'second' } }),
  deleteApiKey: async ({ app }, { user }) => ({ values: { id: await keyOf(app, user) } }),
  toggleApiKey: async ({ app }, { user }) => ({ values: { id: await keyOf(app, user) } }),
  revokeApiKey: async (server) => ({ values: { id: await keyOf(server.app, await addUser(server)) } }),
  createFeed: () => ({}),
  revokeFeed: () => ({}),
  patchIndexer: () => ({
    values: { indexer_name: 'Prowlarr' },
    body: { prowlarr_base_url: 'http://elsewhere:9696' },
  }),
  putIndexerFile: () => ({ body: { path: '/elsewhere.json' } }),
  createConnection: () => ({}),
  patchConnection: async ({ app }, { user }) => ({ values: { id: await connectionOf(app, user) } }),
  deleteConnection: async ({ app }, { user }) => ({ values: { id: await connectionOf(app, user) } }),
  createNotificationTarget: () => ({ body: targetBody() }),
  updateNotificationTarget: async ({ app }) => ({
    values: { id: await targetOf(app, null) },
    body: targetBody({ name: 'Elsewhere' }),
  }),
  enableNotificationTarget: async ({ app }) => ({ values: { id: await targetOf(app, null, false) } }),
  deleteNotificationTarget: async ({ app }) => ({ values: { id: await targetOf(app, null) } }),
  createOwnNotificationTarget: () => ({ body: targetBody() }),
  updateOwnNotificationTarget: async ({ app }, { user }) => ({
    values: { id: await targetOf(app, user.id) },
    body: targetBody({ name: 'Elsewhere' }),
  }),
  enableOwnNotificationTarget: async ({ app }, { user }) => ({
    values: { id: await targetOf(app, user.id, false) },
  }),
  deleteOwnNotificationTarget: async ({ app }, { user }) => ({
    values: { id: await targetOf(app, user.id) },
  }),
  patchPersonalNotifications: () => ({ body: { private_addresses: false } }),
  renewPushTarget: async ({ app }, { user }) => {
    const { old_url: url, headers } = renewal
    await app.notificationTargets.create(user.id, {
      name: 'Phone',
      kind: 'web_push',
      url,
      headers,
      events: [],
    })
    return { body: renewal }
  },
  updateAccount: () => ({ body: { language: 'de' } }),
  dismissGettingStarted: () => ({}),
  patchRequestSettings: () => ({}),
  patchDownloadSettings: () => ({}),
  putDiscoverSettings: () => ({ body: { rows: null } }),
  patchStorage: () => ({}),
  patchSecurity: () => ({ body: { access_token_expiry: 60 } }),
  endAllSessions: () => ({}),
}

const renewal = renewPushTarget.body.parse(exampleOf(renewPushTarget.body))

type App = TestApp['app']

async function keyOf(app: App, user: CurrentUser): Promise<string> {
  await app.apiKeys.create(actor(user), keyNamed('other'))
  return (await app.apiKeys.list(user)).find(({ name }) => name === 'other')?.id ?? ''
}

async function connectionOf(app: App, user: CurrentUser): Promise<string> {
  const body = createConnection.body.parse(exampleOf(createConnection.body))
  const named = { ...body, name: `Connection ${++number}` }
  return (await app.integrations.connections.create(named, actor(user))).id
}

async function targetOf(app: App, owner: string | null, enabled = true): Promise<string> {
  const body = targetBody({ name: `Target ${++number}`, enabled })
  return (await app.notificationTargets.create(owner, body)).id
}

/** Calls an operation. */
function send(server: TestApp, operation: Operation, headers: Record<string, string>, call?: Call) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => call?.values?.[key] ?? '')
  const body = call?.body ?? bodyOf(operation)
  return server.fetch(path, {
    method: operation.method,
    headers,
    ...(operation.body && { body: JSON.stringify(body) }),
  })
}

it('Every operation that leaves something lasting is called here', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(lasting.map(([name]) => name).toSorted())
})

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('A right lost while a call is under way, over %s', (_name, open) => {
  let opened: OpenDatabase
  let server: TestApp

  beforeAll(async () => {
    opened = await open()
    server = await startTestApp({
      database: opened.database,
      environment: { ...ROOT_ENVIRONMENT, SVC_APP__FORCE_LOGIN_TYPE: 'forms' },
      fetch: emptyCatalogue,
    })
  })
  afterAll(async () => {
    await server.close()
    await opened.remove()
  })

  const withBody = changing.filter(([, { body }]) => body !== undefined)
  const needsRole = ([, { access }]: (typeof changing)[number]) => access !== 'any'

  describe.each(LOSSES)('%s', (loss) => {
    const affected = (list: typeof changing) => (loss === 'demoted' ? list.filter(needsRole) : list)

    it.each(affected(withBody))('before the body of %s has arrived', async (_operation, operation) => {
      const { headers, lose } = await addCaller(server, loss)
      const gate = createGate()
      const text = new TextEncoder().encode(JSON.stringify(bodyOf(operation)))
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(text.slice(0, 1))
          await gate.pass()
          controller.enqueue(text.slice(1))
          controller.close()
        },
      })
      using admitted = vi.spyOn(server.app.auth, 'authenticate')
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PLACES[name] ?? 'B000000000')
      const init = { method: operation.method, headers, body, duplex: 'half' }
      const answer = server.fetch(path, init)
      await expect.poll(() => admitted.mock.settledResults.at(-1)?.type).toBe('fulfilled')
      await lose()
      gate.open()
      expect(REFUSALS[loss]).toContainEqual(await refusalOf(await answer))
    })

    it.each(affected(lasting))('before %s is stored', async (name, operation) => {
      const caller = await addCaller(server, loss)
      const call = await CALLS[name]?.(server, caller)
      const { authenticate } = server.app.auth
      const lookUps = operation.body ? 2 : 1
      using admitted = vi.spyOn(server.app.auth, 'authenticate')
      admitted.mockImplementation(async (...given) => {
        const identity = await authenticate(...given)
        if (admitted.mock.calls.length === lookUps) await caller.lose()
        return identity
      })
      const answer = await send(server, operation, caller.headers, call)
      expect(REFUSALS[loss]).toContainEqual(await refusalOf(answer))
    })
  })

  it.each(lasting)('A key that expires leaves nothing by %s', async (name, operation) => {
    const user = await addUser(server)
    const inAWeek = new Date(server.app.clock().getTime() + WEEK).toISOString()
    const headers = await keyFor(server.app, user, inAWeek)
    const call = await CALLS[name]?.(server, { user })
    const answer = await send(server, operation, headers, call)
    const expected = MAY_OUTLAST_A_KEY.includes(name) ? [true] : [403, 'beyond_api_key']
    expect(answer.ok ? [true] : await refusalOf(answer)).toEqual(expected)
  })
})

/** Values of parameters that an ASIN is no value of. */
const PLACES: Record<string, string> = { number: '1' }
