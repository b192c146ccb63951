import type { Transaction } from '#server/db/database'
import type { Config } from '#server/start/config'
import { isPrivateAddress } from '#server/upstream/public-address'
import type { PublicRequest } from '#server/upstream/public-request'
import type { Ground } from '#server/domain/ground'
import { createDeliveries } from './deliveries.service'
import { createDeliveryLogRepository } from './delivery-log.repository'
import { createDeliveryLog } from './delivery-log.service'
import { targetKinds } from './drivers/kinds'
import { createPublicPost } from './drivers/public-post'
import { authorisation, pushKeysOf, sealForBrowser } from './drivers/push-sealing'
import { createWebhook, postThrough } from './drivers/webhook'
import type { Links, MessageFacts } from './notifications.types'
import { createOutbox } from './outbox'
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
  Ground,
  'database' | 'secretBox' | 'audit' | 'announce' | 'fetch' | 'clock' | 'log'
> {
  settings: PersonalSettings & PushSettings
  config: Pick<Config, 'publicUrl' | 'defaultLanguage'>
  /** Can reach only public addresses. */
  publicRequest: PublicRequest
  linksTo: (within: Transaction, book: MessageFacts['book']) => Promise<Links>
  version: string
  /** Locks a user until the transaction ends. */
  lockUser: (within: Transaction, userId: string) => Promise<unknown>
}

/** Builds everything about notifications. */
export function createNotifications(dependencies: NotificationsDependencies) {
  const { database, settings, fetch, clock, config, version } = dependencies
  const repository = createOutboxRepository({ database })
  const wake = (targetId: string) => {
    deliveries.endRest(targetId)
    outbox.wake()
  }
  const personal = createPersonal({ settings, wake: () => outbox.wake() })
  const pushKey = createPushKey({ settings, publicUrl: config.publicUrl })
  const webhook = createWebhook({
    post: postThrough(fetch),
    postPublicly: createPublicPost(dependencies.publicRequest),
    seal: async ({ url, headers, body }) => ({
      authorization: authorisation(url, await pushKey.sender(), clock()),
      body: sealForBrowser(body, pushKeysOf(headers)),
    }),
    userAgent: `Earmark/${version}`,
  })
  const told = { wordsIn: createWordsIn(), defaultLanguage: config.defaultLanguage }
  const ground = { ...dependencies, ...told, repository, kinds: targetKinds, personal, webhook, wake }
  const { signals } = database
  const outbox = createOutbox({ ...ground, signals, isPersonalAllowed: personal.isAllowed })
  const targetsRepository = createTargetsRepository({ database })
  const targets = createNotificationTargets({
    ...ground,
    transaction: database.write,
    repository: targetsRepository,
    isPrivateAddress,
  })
  const deliveries = createDeliveries(ground)
  const logRepository = createDeliveryLogRepository({ database })

  return {
    outbox,
    pushKey,
    pushRenewal: createPushRenewal({ ...ground, repository: targetsRepository, targets }),
    personalNotifications: personal,
    notificationTargets: targets,
    notificationTests: createTargetTests({ ...ground, targets }),
    deliveryLog: createDeliveryLog({ ...ground, repository: logRepository, targets }),
    deliveries,
  }
}
