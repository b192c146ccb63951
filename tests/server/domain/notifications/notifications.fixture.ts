import type { TestNotificationBody } from '#contract/notifications'
import type { AuditEntry } from '#server/domain/audit/audit.service'
import type { Owner } from '#server/domain/notifications/notifications.types'
import { actor } from '#tests/support/accounts'
import type { NotificationTargetBody } from '#contract/notifications'
import type { Database } from '#server/db/database'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { createNotifications } from '#server/domain/notifications/feature'
import type { MessageFacts } from '#server/domain/notifications/notifications.types'
import { createLog } from '#server/platform/log'
import { createPublicRequest } from '#server/upstream/public-request'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { createSettings } from '#server/domain/settings/settings.service'
import { standingClock } from '#tests/support/records'

/** A target; a test names only the fields that matter. */
export function targetBody(fields: Partial<NotificationTargetBody> = {}): NotificationTargetBody {
  return {
    name: 'Chat',
    kind: 'custom',
    url: 'https://chat.example/hook',
    events: ['onNewRequest'],
    body_type: 'json',
    body: '{"text":"{bookTitle}"}',
    headers: {},
    enabled: true,
    ...fields,
  }
}

type FewFacts = Omit<Partial<MessageFacts>, 'book'> & { book?: Partial<MessageFacts['book']> }

/** An event; a test names only the fields that matter. */
export function messageFacts(facts: FewFacts = {}): MessageFacts {
  return {
    event: 'onNewRequest',
    requesterIds: [],
    ...facts,
    book: {
      asin: 'B000000001',
      region: 'us',
      title: 'Dune',
      subtitle: null,
      authors: ['Frank Herbert'],
      narrators: [],
      coverUrl: null,
      ...facts.book,
    },
  }
}

/** Encrypts the addresses of targets. */
export const notificationSecrets = createSecretBox('a secret key for tests only')

/** The feature on a real database with a stopped clock: one instance of the server. */
export function notificationsOver(
  database: Database,
  clock = standingClock(),
  publicRequest = createPublicRequest(),
  publicUrl: string | undefined = 'https://books.example.org',
) {
  const announced: string[] = []
  const logged: string[] = []
  const tested: AuditEntry[] = []
  const notifications = createNotifications({
    database,
    lockUser: createUsersRepository({ database }).lock,
    publicRequest,
    config: { publicUrl, defaultLanguage: 'en' },
    audit: { record: (entry) => Promise.resolve(void tested.push(entry)) },
    secretBox: notificationSecrets,
    settings: createSettings({
      repository: createSettingsRepository({ database }),
      secretBox: notificationSecrets,
      secretKeySource: 'a test',
      clock: clock.read,
    }),
    fetch: globalThis.fetch,
    linksTo: () => Promise.resolve({ bookUrl: '', requestUrl: '' }),
    announce: (event) => void announced.push(event.topic),
    clock: clock.read,
    log: createLog({ level: 'WARN', terminal: false, write: (line) => void logged.push(line) }),
    version: 'test',
  })

  const { test, testSaved, ...tests } = notifications.notificationTests
  return {
    ...notifications,
    notificationTests: {
      ...tests,
      test: (owner: Owner, body: TestNotificationBody) => test(owner, body, actor()),
      testSaved: (owner: Owner, id: string, body: TestNotificationBody | undefined) =>
        testSaved(owner, id, body, actor()),
    },
    /** The audited tests. */
    tested,
    clock,
    announced,
    /** Log lines, only warnings and errors. */
    logged,
    /** Reports an event that targets may want. */
    happen: (facts: FewFacts = {}) =>
      database.write((transaction) => notifications.outbox.add(transaction, messageFacts(facts))),
    /** Sends everything due now and waits until it is done. */
    async deliver() {
      await notifications.deliveries.deliverDue()
      await notifications.deliveries.settled()
      const unexpected = logged.find((line) => line.includes('"level":"ERROR"'))
      if (unexpected) throw new Error(unexpected)
    },
  }
}
