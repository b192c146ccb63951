import { beforeEach, describe, expect, it } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import { serveCatalogue } from '#tests/support/catalogue-server'

/** Books of the fake catalogue. */
const ASIN = 'EMODD00001'
const OTHER = 'EMODD00002'
const BODY = '{eventType} {bookASIN}: {eventUser} of {joinedUsers}'

let receiver: WebhookReceiver

const { server, admin, caller, empty } = serveCatalogue()
const first = caller('trusted', 'first')
const second = caller('trusted', 'second')

beforeEach(async () => {
  receiver = await startWebhookReceiver()
  await empty('audiobooks', 'notificationTargets')
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
