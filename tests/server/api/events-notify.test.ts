import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventsFor } from '#server/domain/notifications/audience.rules'
import { startProwlarrFake, type ProwlarrFake } from '#fakes/prowlarr'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import { serveCatalogue } from '#tests/support/catalogue-server'
import { configureProwlarr } from '#tests/support/prowlarr'

/** Books of the fake catalogue. */
const FOUND = 'EM00B0UA2M'
const MISSED = 'EM00ZIU2MA'

let prowlarr: ProwlarrFake
let receiver: WebhookReceiver

const { server, admin, caller } = serveCatalogue()
const uma = caller('untrusted', 'uma')
const ulf = caller('untrusted', 'ulf')
beforeAll(async () => {
  prowlarr = await startProwlarrFake()
  receiver = await startWebhookReceiver()
  await configureProwlarr((path, init) => server.fetch(path, { ...init, headers: admin }), prowlarr)
})
afterAll(() => Promise.all([receiver, prowlarr].map((fake) => fake.close())))

async function call(method: string, path: string, body?: unknown, headers = admin): Promise<void> {
  const answer = await server.fetch(path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${path}: ${await answer.text()}`).toBe(true)
}

const ask = (asin: string) => call('POST', `/api/requests/${asin}`, undefined, uma)
const decide = (asin: string, decision: string, body: object = {}) =>
  call('POST', `/api/requests/${asin}/${decision}`, body)

/** Runs the searches that are due. */
async function work(): Promise<void> {
  await server.app.fulfilment.worker.workDue()
  await server.app.fulfilment.worker.settled()
}

/** A client completes a download, but a day later the library does not have the book. */
async function completeWithoutArriving(asin: string): Promise<void> {
  const { database, fulfilment } = server.app
  const { downloads, grabs } = database.tables
  const completedAt = new Date(Date.now() - 24 * 60 * 60_000)
  const [grab] = await database.read.select().from(grabs).where(eq(grabs.asin, asin))
  if (!grab) throw new Error('Nothing was grabbed')
  const there = { asin, current: true, title: grab.title, protocol: 'torrent', state: 'completed' } as const
  await database.write((within) =>
    within
      .insert(downloads)
      .values({ ...there, grabId: grab.id, createdAt: completedAt, changedAt: completedAt }),
  )
  await fulfilment.libraryEvents.reportMissing({ asin, completedAt, hours: 24 })
}

/** Sends all queued messages. @returns the messages that have arrived since the last call. */
async function told(): Promise<string[]> {
  const before = receiver.calls.length
  await server.app.deliveries.deliverDue()
  await server.app.deliveries.settled()
  return receiver.calls.slice(before).map(({ body }) => body)
}

it('Every event that server targets receive reaches one of them when it happens', async () => {
  for (const event of eventsFor(null)) {
    await call('POST', '/api/settings/notifications', {
      name: event,
      url: receiver.url,
      event_type: event,
      body_type: 'text',
      body: `${event} = {eventType} {bookASIN} of {joinedUsers}: {reason}{errorReason}`,
    })
  }
  await call('PATCH', '/api/settings/download', { auto_download: true })
  const message = (event: string, asin: string, more = '') => `${event} = ${event} ${asin} of uma: ${more}`

  await ask(FOUND)
  expect(await told()).toEqual([message('onNewRequest', FOUND)])
  await decide(FOUND, 'decline', { reason: 'Too long' })
  expect(await told()).toEqual([message('onRequestDeclined', FOUND, 'Too long')])
  await decide(FOUND, 'approve', { username: 'uma' })
  expect(await told()).toEqual([message('onRequestApproved', FOUND)])
  await call('POST', `/api/requests/${FOUND}`, undefined, ulf)
  await decide(FOUND, 'decline', { username: 'ulf' })
  await told()
  await work()
  // Someone whose request was declined gets no messages about the book.
  expect(await told()).toEqual([message('onSuccessfulDownload', FOUND)])
  await completeWithoutArriving(FOUND)
  expect(await told()).toEqual([
    expect.stringMatching(`^onNotInLibrary = onNotInLibrary ${FOUND} of : The download has been complete`),
  ])
  await decide(FOUND, 'failed', { reason: 'Never arrived' })
  expect(await told()).toEqual([message('onFailedDownload', FOUND, 'Never arrived')])
  await call('PATCH', `/api/requests/${FOUND}/downloaded`)
  expect(await told()).toEqual([message('onAvailable', FOUND)])

  prowlarr.offer([])
  await ask(MISSED)
  await decide(MISSED, 'approve')
  await told()
  await work()
  expect(await told()).toEqual([message('onNotFound', MISSED)])
  await decide(MISSED, 'retry')
  await work()
  expect(await told()).toEqual([])
})
