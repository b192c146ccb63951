import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import { createNotificationsJob } from '#server/jobs/jobs'
import { onEachDatabase } from '#tests/support/databases'
import { silentLog } from '#tests/support/records'
import { notificationsOver, targetBody } from '#tests/server/domain/notifications/notifications.fixture'

onEachDatabase('the notifications job', (database) => {
  let target: WebhookReceiver
  beforeEach(async () => {
    target = await startWebhookReceiver()
  })
  afterEach(() => target.close())

  function startInstance() {
    const clock = { read: () => new Date(), advance: () => undefined }
    const instance = notificationsOver(database(), clock)
    const job = createNotificationsJob({ ...instance, clock: clock.read, log: silentLog })
    job.start()
    onTestFinished(() => job.stop())
    return instance
  }

  it('sends what was left in the outbox when it starts', async () => {
    const { notificationTargets, happen } = notificationsOver(database())
    await notificationTargets.create(null, targetBody({ url: target.url }))
    await happen()
    startInstance()
    await target.received(1)
  })

  it('sends at once when it is called, from any instance, and only once', async () => {
    const [one] = [startInstance(), startInstance()]
    await one.notificationTargets.create(null, targetBody({ url: target.url }))
    for (let count = 1; count <= 5; count += 1) {
      await one.happen({ book: { title: `Book ${count}` } })
      one.outbox.wake()
      await target.received(count)
    }
    await one.deliveries.settled()
    expect(new Set(target.calls.map(({ body }) => body)).size).toBe(5)
    expect(target.calls).toHaveLength(5)
  })

  it('sends what waited for a target to be switched on', async () => {
    const { notificationTargets, happen } = startInstance()
    const { id } = await notificationTargets.create(null, targetBody({ url: target.url }))
    await notificationTargets.toggle(null, id)
    // Stored as if before the target was disabled.
    const { deliveries } = database().tables
    const at = new Date()
    await database().write(async (transaction) => {
      await transaction.insert(deliveries).values({
        id: 'waiting',
        targetId: id,
        event: 'onNewRequest',
        message: {},
        state: 'pending',
        attempts: 0,
        nextAttemptAt: at,
        createdAt: at,
        updatedAt: at,
      })
    })
    await happen()
    await notificationTargets.toggle(null, id)
    await target.received(1)
  })
})
