import type { NotificationTargetBody } from '#contract/notifications'
import type { Database } from '#server/db/database'
import { createNotifications } from '#server/domain/notifications/notifications'
import type { TemplateValues } from '#server/domain/notifications/notifications.types'
import { createLog } from '#server/log'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { standingClock } from '../../../support/records'

/** A target; only what a test is about has to be named. */
export function targetBody(fields: Partial<NotificationTargetBody> = {}): NotificationTargetBody {
  return {
    name: 'Chat',
    url: 'https://chat.example/hook',
    events: ['onNewRequest'],
    body_type: 'json',
    body: '{"text":"{bookTitle}"}',
    headers: {},
    enabled: true,
    ...fields,
  }
}

/** The feature over a real database with a standing clock; one of these is one instance of the server. */
export function notificationsOver(database: Database, clock = standingClock()) {
  const announced: string[] = []
  const logged: string[] = []
  const notifications = createNotifications({
    database,
    secretBox: createSecretBox('a secret key for tests only'),
    fetch: globalThis.fetch,
    announce: (event) => void announced.push(event.topic),
    clock: clock.read,
    log: createLog({ level: 'WARN', terminal: false, write: (line) => void logged.push(line) }),
    version: 'test',
  })

  return {
    ...notifications,
    clock,
    announced,
    /** Lines of the log, warnings and errors alone. */
    logged,
    /** Something happens that targets want to know. */
    enqueue: (variables: TemplateValues = {}) =>
      database.write((transaction) =>
        notifications.outbox.enqueue(transaction, { event: 'onNewRequest', variables }),
      ),
    /** Sends everything that is due now and waits for the end of it. */
    async deliver() {
      await notifications.deliveries.deliverDue()
      await notifications.deliveries.settled()
      const unexpected = logged.find((line) => line.includes('"level":"ERROR"'))
      if (unexpected) throw new Error(unexpected)
    },
  }
}
