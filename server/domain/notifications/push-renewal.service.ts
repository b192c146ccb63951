import type { PushRenewalBody } from '#contract/notifications'
import { mapInTurns } from '#server/async/yield'
import { bind } from '#server/domain/bind'
import type { Ground } from '#server/domain/ground'
import { unknownTarget } from './notifications.errors'
import { openTarget } from './target-secrets'
import type { TargetsRepository } from './targets.repository'
import type { NotificationTargets } from './targets.service'

interface Context extends Pick<Ground, 'secretBox'> {
  repository: Pick<TargetsRepository, 'list'>
  targets: Pick<NotificationTargets, 'update'>
}

/** Follows browsers whose makers change where they are written to. */
export function createPushRenewal(context: Context) {
  return bind(context, { renew })
}

/**
 * Gives the target of a browser its other address. One that has it already stays as it is, since both the page and the
 * worker behind it tell of it.
 * @throws AppError `unknown_target` where no target of the owner has either address, and what saving a target throws.
 */
async function renew(
  { repository, secretBox, targets }: Context,
  owner: string,
  { old_url: oldUrl, url, headers }: PushRenewalBody,
): Promise<void> {
  const browsers = (await repository.list(owner)).filter(({ kind }) => kind === 'web_push')
  const opened = await mapInTurns(browsers, async ({ id, name, events, ...sealed }) => ({
    ...{ id, name, events },
    at: (await openTarget(secretBox, { id, ...sealed })).url,
  }))
  if (opened.some(({ at }) => at === url)) return
  const former = opened.find(({ at }) => at === oldUrl)
  if (!former) throw unknownTarget()
  const { id, name, events } = former
  await targets.update(owner, id, { name, events, url, headers })
}
