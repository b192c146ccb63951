import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import { GONE_AFTER, POLL } from './download-state.rules'
import { CLOCKS_APART } from './find-download.rules'

const DAY = 24 * 60 * 60_000

/** Milliseconds after which a failed download that could not be removed stays where it is. */
const GIVEN_UP_AFTER = 7 * DAY

/** A failed download that is to be removed. */
interface Removal {
  removeAt: Date
  missingSince: Date | null
  failedAt: Date
}

/** Whether it is tried now. What is planned later than anything ever is was written by a clock that was wrong. */
export const isRemovalDue = ({ removeAt }: Pick<Removal, 'removeAt'>, now: Date): boolean =>
  removeAt <= now || removeAt.getTime() - now.getTime() > GIVEN_UP_AFTER

/**
 * What is done about a failed download as its client shows it now, which may be days after it failed: only what has
 * failed, or stands still, is removed. What is complete after all, or was added again, is somebody's own.
 * @param seen null where the client does not have it: somebody has removed it, or the client is just starting.
 */
export function removalStep(
  { missingSince, failedAt }: Removal,
  seen: ClientDownload | null,
  now: Date,
): 'remove' | 'wait' | 'leave' {
  if (seen === null) {
    const isGone = missingSince !== null && now.getTime() - missingSince.getTime() >= GONE_AFTER
    return isGone ? 'leave' : 'wait'
  }
  if (seen.state === 'completed') return 'leave'
  // The client was away or switched off for longer than this is tried: what it has by now is somebody's own.
  if (now.getTime() - failedAt.getTime() >= 2 * GIVEN_UP_AFTER) return 'leave'
  const addedAgain = seen.addedAt !== null && seen.addedAt.getTime() > failedAt.getTime() + CLOCKS_APART
  if (addedAgain) return 'leave'
  if (seen.state === 'failed') return 'remove'
  const standsStill = seen.state === 'stalled' || (seen.state === 'downloading' && seen.speed === 0)
  return standsStill ? 'remove' : 'wait'
}

/**
 * When a removal that came to nothing is tried again: later and later, by as much as has passed since the download
 * failed. Null where it is given up.
 */
export function nextRemoval({ failedAt }: Pick<Removal, 'failedAt'>, now: Date): Date | null {
  const age = now.getTime() - failedAt.getTime()
  return age >= GIVEN_UP_AFTER ? null : new Date(now.getTime() + Math.max(age, POLL))
}
