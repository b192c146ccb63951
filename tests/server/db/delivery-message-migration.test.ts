import { describe, expect, it, onTestFinished } from 'vitest'
import { startWebhookReceiver } from '#fakes/webhook-receiver'
import { sealTarget } from '#server/domain/notifications/target-secrets'
import {
  notificationsOver,
  notificationSecrets,
} from '#tests/server/domain/notifications/notifications.fixture'
import { postgresBefore, sqliteBefore } from '#tests/support/former-database'

/** As an earlier version stored it: the values of a template, already in words. */
const STORED = {
  eventText: 'robin hat Emma angefragt.',
  bookTitle: 'Emma',
  bookASIN: 'B00EXAMPLE',
  joinedUsers: 'robin',
}

describe.each([
  ['SQLite', sqliteBefore],
  ['PostgreSQL', postgresBefore],
])('Messages that an earlier version left in the outbox (%s)', (_name, make) => {
  it('are sent with their own words, and stay in the log', async () => {
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.close())
    const former = await make('_delivery-message')
    const { time } = former
    const target = await sealTarget(notificationSecrets, 't', { url: receiver.url, headers: {} })
    await former.execute([
      `insert into notification_targets (id, kind, name, name_key, url, events, body_type, body, headers, enabled, created_at, updated_at)
       values ('t', 'custom', 'Chat', 'chat', '${target.sealedUrl}', '["onNewRequest"]', 'text', '{bookTitle}: {eventText}{reason}', '${target.sealedHeaders}', 1 = 1, ${time}, ${time})`,
      `insert into deliveries (id, target_id, event_id, event, variables, state, attempts, next_attempt_at, created_at, updated_at)
       values ('d', 't', 'e', 'onNewRequest', '${JSON.stringify(STORED)}', 'pending', 1, ${time}, ${time}, ${time})`,
    ])
    const instance = notificationsOver(await former.open())
    await instance.deliver()
    expect(receiver.calls.map(({ body }) => body)).toEqual(['Emma: robin hat Emma angefragt.'])
    expect((await instance.deliveryLog.list(null, { limit: 1, offset: 0 })).deliveries).toMatchObject([
      {
        state: 'delivered',
        attempts: 2,
        book: { asin: 'B00EXAMPLE', title: 'Emma' },
        people: 'robin',
      },
    ])
  })
})
