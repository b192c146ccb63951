import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCatalogueFake, type CatalogueFake } from '#fakes/catalogue'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

/** Books of the fake catalogue. */
const ASIN = 'EMODD00001'
const OTHER = 'EMODD00002'
const BODY = '{eventType} {bookASIN}: {eventUser} of {joinedUsers}'

let catalogue: CatalogueFake
let server: TestApp
let receiver: WebhookReceiver
let admin: Record<string, string>
let first: Record<string, string>
let second: Record<string, string>

beforeAll(async () => {
  catalogue = await startCatalogueFake()
  server = await startTestApp({
    environment: { ...ROOT_ENVIRONMENT, SVC_CATALOGUE__BASE_URL: catalogue.baseUrl },
  })
  admin = await addCaller(server.app, 'admin')
  first = await addCaller(server.app, 'trusted', 'first')
  second = await addCaller(server.app, 'trusted', 'second')
})
afterAll(async () => {
  await server.close()
  await catalogue.close()
})
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  const { audiobooks, notificationTargets } = server.app.database.tables
  await server.app.database.write(async (transaction) => {
    await transaction.delete(audiobooks)
    await transaction.delete(notificationTargets)
  })
  return () => receiver.close()
})

const call = (method: string, path: string, headers = admin, body?: unknown) =>
  server.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })

async function tellWhenAvailable(scope: 'notifications' | 'account/notifications', headers: typeof admin) {
  const target = { name: 'Chat', url: receiver.url, events: ['onAvailable'], body_type: 'text', body: BODY }
  expect((await call('POST', `/api/settings/${scope}`, headers, target)).status).toBe(201)
}

/** Sends all queued messages. @returns the bodies that have arrived so far. */
async function delivered() {
  await server.app.deliveries.deliverDue()
  await server.app.deliveries.settled()
  return receiver.calls.map(({ body }) => body)
}

describe('marking a book as downloaded by hand', () => {
  it('notifies the targets of the server, naming the first requester and all of them', async () => {
    await tellWhenAvailable('notifications', admin)
    for (const headers of [first, second]) await call('POST', `/api/requests/${ASIN}`, headers)
    expect((await call('PATCH', `/api/requests/${ASIN}/downloaded`)).status).toBe(204)
    expect(await delivered()).toEqual([`onAvailable ${ASIN}: first of first, second`])
  })

  it('notifies once if it is marked again', async () => {
    await tellWhenAvailable('notifications', admin)
    await call('POST', `/api/requests/${ASIN}`, first)
    for (const _time of [1, 2]) {
      expect((await call('PATCH', `/api/requests/${ASIN}/downloaded`)).status).toBe(204)
    }
    expect(await delivered()).toEqual([`onAvailable ${ASIN}: first of first`])
  })

  it('notifies each requester’s own target, naming only them', async () => {
    await call('PATCH', '/api/settings/notifications/personal', admin, { private_addresses: true })
    for (const headers of [first, second]) await tellWhenAvailable('account/notifications', headers)
    await call('POST', `/api/requests/${ASIN}`, second)
    await call('PATCH', `/api/requests/${ASIN}/downloaded`)
    expect(await delivered()).toEqual([`onAvailable ${ASIN}: second of second`])
  })

  it('notifies of every book marked in bulk', async () => {
    await tellWhenAvailable('notifications', admin)
    for (const asin of [ASIN, OTHER]) await call('POST', `/api/requests/${asin}`, first)
    await call('POST', '/api/requests/bulk', admin, { action: 'downloaded', asins: [ASIN, OTHER] })
    expect((await delivered()).toSorted()).toEqual([
      `onAvailable ${ASIN}: first of first`,
      `onAvailable ${OTHER}: first of first`,
    ])
  })

  it('notifies no one of a book that no one requested', async () => {
    await tellWhenAvailable('notifications', admin)
    expect((await call('PATCH', `/api/requests/${ASIN}/downloaded`)).status).toBe(404)
    expect(await delivered()).toEqual([])
  })
})
