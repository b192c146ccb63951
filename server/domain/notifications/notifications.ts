import type { LiveEvent } from '#contract/system'
import type { Database } from '#server/db/database'
import type { Logger } from '#server/log'
import type { SecretBox } from '../settings/settings.types'
import { createDeliveries } from './deliveries.service'
import { createWebhook } from './drivers/webhook'
import { createOutbox } from './outbox'
import { createOutboxRepository } from './outbox.repository'
import { createTargetsRepository } from './targets.repository'
import { createNotificationTargets } from './targets.service'

/** What this feature is made of; the composition root calls it once. */
export interface NotificationsDependencies {
  database: Database
  secretBox: SecretBox
  fetch: typeof globalThis.fetch
  announce: (event: LiveEvent, audience: { admins: boolean; userIds: string[] }) => void
  clock: () => Date
  log: Logger
  version: string
}

/** Builds everything about telling other services what happened. */
export function createNotifications(dependencies: NotificationsDependencies) {
  const { database, secretBox, fetch, announce, clock, log, version } = dependencies
  const repository = createOutboxRepository({ database })
  const outbox = createOutbox({ repository, signals: database.signals, clock })

  return {
    outbox,
    notificationTargets: createNotificationTargets({
      repository: createTargetsRepository({ database }),
      secretBox,
      wake: () => outbox.wake(),
      announce,
      clock,
    }),
    deliveries: createDeliveries({
      repository,
      secretBox,
      webhook: createWebhook({ fetch, userAgent: `Earmark/${version}` }),
      announce,
      clock,
      log,
    }),
  }
}
