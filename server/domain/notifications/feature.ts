import type { Transaction } from '#server/db/database'
import type { Config } from '#server/platform/config'
import { isPrivateAddress } from '#server/upstream/public-address'
import type { PublicRequest } from '#server/upstream/public-request'
import type { FeatureContext } from '#server/domain/feature-context'
import { createDeliveries } from './deliveries.service'
import { createDeliveryLogRepository } from './delivery-log.repository'
import { createDeliveryLog } from './delivery-log.service'
import { targetKinds } from './drivers/kinds'
import { createPublicPost } from './drivers/public-post'
import { authorisation, contactOf, pushKeysOf, sealForBrowser } from './drivers/push-sealing'
import { createWebhook, postThrough } from './drivers/webhook'
import type { Links } from '#server/db/stored-message'
import type { MessageFacts } from './notifications.types'
import { createKeptDeliveries } from './kept-deliveries.repository'
import { createOutbox, wakeOutbox } from './outbox'
import { createOutboxRepository } from './outbox.repository'
import { createPersonal, type PersonalSettings } from './personal.service'
import { createPushKey, type PushSettings } from './drivers/push-key'
import { createPushRenewal } from './push-renewal.service'
import { createTargetsRepository } from './targets.repository'
import { createNotificationTargets } from './targets.service'
import { createTargetTests } from './target-test.service'
import { createWordsIn } from './words'

/** The dependencies of this feature; the composition root builds it once. */
interface NotificationsDependencies extends Pick<
  FeatureContext,
  'database' | 'lockUser' | 'secretBox' | 'audit' | 'announce' | 'fetch' | 'clock' | 'log'
> {
  settings: PersonalSettings & PushSettings
  config: Pick<Config, 'publicUrl' | 'defaultLanguage'>
  /** Can reach only public addresses. */
  publicRequest: PublicRequest
  linksTo: (within: Transaction, book: MessageFacts['book']) => Promise<Links>
  version: string
}

/** Builds everything about notifications. */
export function createNotifications(dependencies: NotificationsDependencies) {
  const { database, settings, fetch, clock, config, version } = dependencies
  const { signals } = database
  const repository = createOutboxRepository({ database })
  const personal = createPersonal({ settings, transaction: database.write, wake: () => wakeOutbox(signals) })
  const pushKey = createPushKey({ settings, publicUrl: config.publicUrl })
  const webhook = createWebhook({
    post: postThrough(fetch),
    postPublicly: createPublicPost(dependencies.publicRequest),
    seal: async ({ url, headers, body }) => {
      const { site, ...keys } = await pushKey.sender()
      return {
        authorization: authorisation(url, { ...keys, contact: contactOf(site, headers) }, clock()),
        body: sealForBrowser(body, pushKeysOf(headers)),
      }
    },
    userAgent: `Earmark/${version}`,
  })
  const told = { wordsIn: createWordsIn(), defaultLanguage: config.defaultLanguage }
  const shared = { ...dependencies, ...told, repository, kinds: targetKinds, personal, webhook }
  const outbox = createOutbox({ ...shared, signals, isPersonalAllowed: personal.isAllowed })
  const deliveries = createDeliveries(shared)
  const wake = (targetId: string) => {
    deliveries.resume(targetId)
    outbox.wake()
  }
  const targetsRepository = createTargetsRepository({ database })
  const targets = createNotificationTargets({
    ...shared,
    transaction: database.write,
    repository: targetsRepository,
    isPrivateAddress,
    wake,
  })
  const logRepository = createDeliveryLogRepository({ database })

  return {
    outbox,
    pushKey,
    pushRenewal: createPushRenewal({ ...shared, repository: targetsRepository, targets }),
    personalNotifications: personal,
    notificationTargets: targets,
    /** Removes a person's targets in a transaction; the caller announces it. */
    removeTargetsOf: targetsRepository.removeAllOf,
    notificationTests: createTargetTests({ ...shared, targets }),
    deliveryLog: createDeliveryLog({ ...shared, repository: logRepository, targets, wake }),
    deliveries,
    keptDeliveries: {
      deliveries: createKeptDeliveries({ database }, 'delivered'),
      failed_deliveries: createKeptDeliveries({ database }, 'failed'),
    },
  }
}
