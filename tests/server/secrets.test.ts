import { configureSync, resetSync } from '@logtape/logtape'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startCatalogueFake } from '#fakes/catalogue'
import { startMamFake } from '#fakes/mam'
import { startProwlarrFake } from '#fakes/prowlarr'
import { startWebhookReceiver } from '#fakes/webhook-receiver'
import { ROLES } from '#contract/common'
import { exampleOf } from '#contract/example'
import type { Operation } from '#contract/operation'
import { operations } from '#contract/operations'
import '#server/openapi/examples'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { eventually } from '#tests/support/eventually'
import { signIn } from '#tests/support/root'

/** A unique text for every secret, none of which may ever appear. */
const canaries = {
  rootPassword: 'canary-root-password',
  userPassword: 'canary-user-password',
  clientSecret: 'canary-client-secret',
  headerSecret: 'canary-header-secret',
  addressSecret: 'canary-address-secret',
  prowlarrKey: 'canary-prowlarr-key',
  mamSession: 'canary-mam-session',
  wrongPassword: 'canary-wrong-password',
  passwordAsName: 'canary-typed-into-the-wrong-field',
  databasePassword: 'canary-database-password',
  secretKey: 'canary-secret-key-of-the-server',
}
const root = { username: 'rosa', password: canaries.rootPassword }

let server: TestApp
let catalogue: Awaited<ReturnType<typeof startCatalogueFake>>
let webhook: Awaited<ReturnType<typeof startWebhookReceiver>>
let failing: Awaited<ReturnType<typeof startWebhookReceiver>>
let prowlarr: Awaited<ReturnType<typeof startProwlarrFake>>
let mam: Awaited<ReturnType<typeof startMamFake>>
const logged: string[] = []
const events: string[] = []
const secrets = new Map<string, string>(Object.entries(canaries))
const callers: [string, Record<string, string>][] = [['nobody', {}]]
const ids: Record<string, string> = { username: 'mila' }

const send = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
  server.fetch(path, { method, headers, body: JSON.stringify(body) })

beforeAll(async () => {
  recordLog()
  await startFakes()
  server = await startTestApp({
    environment: {
      SVC_APP__INIT_ROOT_USERNAME: root.username,
      SVC_APP__INIT_ROOT_PASSWORD: root.password,
      SVC_APP__SECRET_KEY: canaries.secretKey,
      SVC_APP__DEBUG: 'true',
      SVC_DB__POSTGRES_PASSWORD: canaries.databasePassword,
      SVC_CATALOGUE__BASE_URL: catalogue.baseUrl,
    },
  })
  const cookie = await signIn(server, root)
  await addCallers(cookie)
  await storeSecrets(cookie)
  await useSecrets(cookie)
  await failSignIns()
})

function recordLog() {
  configureSync({
    reset: true,
    sinks: {
      lines: (record) => logged.push(JSON.stringify([record.message, record.properties, record.rawMessage])),
    },
    loggers: [
      { category: 'test', lowestLevel: 'trace', sinks: ['lines'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: [] },
    ],
  })
}

async function startFakes() {
  catalogue = await startCatalogueFake()
  webhook = await startWebhookReceiver()
  prowlarr = await startProwlarrFake({ apiKey: canaries.prowlarrKey })
  mam = await startMamFake({ session: canaries.mamSession })
  // Administrators see a target's responses, so a target may return its own credentials.
  failing = await startWebhookReceiver(
    (call, response) => void response.writeHead(500).end(JSON.stringify(call)),
  )
}

async function addCallers(cookie: string) {
  secrets.set('session', cookie.split('=')[1] ?? '')
  for (const role of ROLES) {
    const headers = await addCaller(server.app, role)
    secrets.set(`key of ${role}`, headers.authorization.replace('Bearer ', ''))
    callers.push([role, headers])
  }
  callers.push(['root', { cookie }])
  server.app.live.subscribe(
    { id: 'watcher', username: 'watcher', role: 'admin', root: false },
    {
      signIn: { userId: 'watcher' },
      send: (event) => events.push(JSON.stringify(event)),
      check: () => undefined,
      close: () => undefined,
    },
  )
}

/** Stores every secret that people enter: of a user, the provider, targets and indexers. */
async function storeSecrets(cookie: string) {
  await send(
    'POST',
    '/api/users',
    { username: 'mila', password: canaries.userPassword, role: 'trusted' },
    { cookie },
  )
  const security = {
    oidc_client_id: 'earmark',
    oidc_client_secret: canaries.clientSecret,
    root_username: root.username,
    root_password: root.password,
  }
  expect((await send('PATCH', '/api/settings/security', security, { cookie })).status).toBe(204)
  for (const [name, { url }] of [
    ['works', webhook],
    ['fails', failing],
  ] as const) {
    const target = {
      name,
      url: url.replace('://', `://bot:${canaries.addressSecret}@`),
      events: ['onNewRequest'],
      body_type: 'json',
      body: '{"text":"{eventUser} {bookTitle}"}',
      headers: { 'x-token': canaries.headerSecret },
    }
    const answer = await send('POST', '/api/settings/notifications', target, { cookie })
    expect(answer.status).toBe(201)
    ids['id'] = z.object({ id: z.string() }).parse(await answer.json()).id
  }
  for (const [name, settings] of [
    ['Prowlarr', { prowlarr_base_url: prowlarr.baseUrl, prowlarr_api_key: canaries.prowlarrKey }],
    ['MyAnonamouse', { mam_base_url: mam.url, mam_session_id: canaries.mamSession }],
  ] as const) {
    const body = { ...settings, enabled: true }
    expect((await send('PATCH', `/api/indexers/${name}`, body, { cookie })).status).toBe(204)
  }
  ids['indexer_name'] = 'Prowlarr'
}

/** Searches for a requested book, and sends notifications. */
async function useSecrets(cookie: string) {
  const asin = catalogue.books[0]?.asin ?? ''
  ids['asin'] = asin
  expect((await send('POST', `/api/requests/${asin}`, undefined, { cookie })).status).toBe(201)
  expect((await send('POST', `/api/requests/${asin}/refresh`, undefined, { cookie })).status).toBe(202)
  // Prowlarr's responses contain its key in their download links.
  await eventually(async () => {
    const answer = await server.fetch(`/api/requests/${asin}/sources`, { headers: { cookie } })
    const { sources } = z.object({ sources: z.array(z.unknown()) }).parse(await answer.json())
    expect(sources).not.toEqual([])
  })
  await server.app.deliveries.deliverDue()
  await server.app.deliveries.settled()
}

async function failSignIns() {
  for (const given of [
    { username: root.username, password: canaries.wrongPassword },
    { username: canaries.passwordAsName, password: '' },
  ]) {
    expect((await send('POST', '/api/auth/login', given, {})).status).toBe(401)
  }
}

afterAll(async () => {
  await server.close()
  await Promise.all([catalogue, webhook, failing, prowlarr, mam].map((fake) => fake.close()))
  resetSync()
})

it('Every secret of an indexer is among those searched for', async () => {
  const [, headers = {}] = callers.find(([caller]) => caller === 'root') ?? []
  const answer = await server.fetch('/api/indexers/configurations', { headers })
  const entries = z.record(z.string(), z.array(z.object({ name: z.string(), secret: z.boolean() })))
  const names = Object.values(entries.parse(await answer.json())).flat()
  const secretNames = names.filter(({ secret }) => secret).map(({ name }) => name)
  expect(secretNames.toSorted()).toEqual(['mam_session_id', 'prowlarr_api_key'])
})

/** The names of the secrets that a text contains. */
function found(text: string): string[] {
  return [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name)
}

/** Reads come before changes, and deletions last. */
const METHODS = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE']
const byMethod = Object.entries(operations).toSorted(
  ([, one], [, other]) => METHODS.indexOf(one.method) - METHODS.indexOf(other.method),
)

it.each(byMethod)('%s reveals no secret to anyone', async (name, operation: Operation) => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, key: string) => ids[key] ?? '')
  const example = exampleOf(operation.body ?? z.never())
  for (const [caller, headers] of callers) {
    // Root stays signed in for later calls.
    if (caller === 'root' && ['logout', 'endSession'].includes(name)) continue
    for (const query of operation.query ? ['', '?q=a&region=us'] : ['']) {
      const answer = await server.fetch(path + query, {
        method: operation.method,
        headers,
        ...(operation.body && { body: JSON.stringify(example) }),
      })
      const shown = JSON.stringify([...answer.headers])
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
      if (isStream) await answer.body?.cancel()
      const text = isStream ? '' : await answer.text()
      expect({ caller, status: answer.status, found: found(shown + text) }).toEqual({
        caller,
        status: answer.status,
        found: [],
      })
    }
  }
})

it('No live event, log line or audit entry reveals one', async () => {
  expect(events.length).toBeGreaterThan(0)
  expect(logged.length).toBeGreaterThan(0)
  const { audit, database } = server.app
  const audited = await audit.list({ limit: 200, offset: 0 })
  expect(audited.total).toBeGreaterThan(0)
  expect(found(events.join('\n'))).toEqual([])
  expect(found(logged.join('\n'))).toEqual([])
  expect(found(JSON.stringify(audited))).toEqual([])
  const stored = await Promise.all(
    Object.values(database.tables).map((table) => database.read.select().from(table)),
  )
  expect(found(JSON.stringify(stored))).toEqual([])
})

it('A webhook gets its own credentials and no other secret', () => {
  const [call] = webhook.calls
  expect(found(JSON.stringify(call)).toSorted()).toEqual(['headerSecret'])
})
