import type { PushRenewalBody } from '#contract/notifications'
import { mapYielding } from '#server/async/yield'
import { bind } from '#server/domain/bind'
import type { Actor } from '#server/domain/auth/auth.types'
import type { FeatureContext } from '#server/domain/feature-context'
import { unknownTarget } from './notifications.errors'
import { openTarget } from './target-secrets'
import type { TargetsRepository } from './targets.repository'
import type { NotificationTargets } from './targets.service'

interface Context extends Pick<FeatureContext, 'secretBox'> {
  repository: Pick<TargetsRepository, 'list'>
  targets: Pick<NotificationTargets, 'update'>
}

/** Keeps the targets of browsers up to date when their push address changes. */
export function createPushRenewal(context: Context) {
  return bind(context, { renew })
}

/**
 * Stores a browser's new address. A target that already has it is left unchanged, since both the page and its
 * service worker report it.
 * @throws AppError `unknown_target` if no target of the owner has either address, or any error of saving a
 *   target.
 */
async function renew(
  { repository, secretBox, targets }: Context,
  owner: string,
  { old_url: oldUrl, url, headers }: PushRenewalBody,
  by?: Pick<Actor, 'stillEntitled' | 'refuseOutlasting'>,
): Promise<void> {
  const browsers = (await repository.list(owner)).filter(({ kind }) => kind === 'web_push')
  const opened = await mapYielding(browsers, async ({ id, name, events, ...sealed }) => ({
    ...{ id, name, events },
    at: (await openTarget(secretBox, { id, ...sealed })).url,
  }))
  if (opened.some(({ at }) => at === url)) return
  const former = opened.find(({ at }) => at === oldUrl)
  if (!former) throw unknownTarget()
  const { id, name, events } = former
  await targets.update(owner, id, { name, events, url, headers }, by)
}
