import { isAhead } from '#server/async/due.rules'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import { GONE_AFTER, POLL } from './download-state.rules'
import { CLOCKS_APART } from './find-download.rules'

const DAY = 24 * 60 * 60_000

/** Milliseconds after which Earmark gives up removing a failed download. */
const GIVEN_UP_AFTER = 7 * DAY

/** A failed download to remove. */
interface Removal {
  removeAt: Date
  missingSince: Date | null
  failedAt: Date
}

/** Whether a removal is due; {@link nextRemoval} plans none further ahead than the time since the download failed. */
export const isRemovalDue = (
  { removeAt, failedAt }: Pick<Removal, 'removeAt' | 'failedAt'>,
  now: Date,
): boolean => !isAhead(removeAt, now, Math.max(now.getTime() - failedAt.getTime(), POLL))

/**
 * What to do with a failed download as its client shows it now, perhaps days later: only one that has failed or is
 * stalled is removed. One that completed after all, or was added again, belongs to someone.
 * @param seen null if the client does not have it: someone removed it, or the client is just starting.
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
  // The client was unreachable or disabled for longer than the retries last: whatever it has by now belongs to
  // someone.
  if (now.getTime() - failedAt.getTime() >= 2 * GIVEN_UP_AFTER) return 'leave'
  const addedAgain = seen.addedAt !== null && seen.addedAt.getTime() > failedAt.getTime() + CLOCKS_APART
  if (addedAgain) return 'leave'
  if (seen.state === 'failed') return 'remove'
  const standsStill = seen.state === 'stalled' || (seen.state === 'downloading' && seen.speed === 0)
  return standsStill ? 'remove' : 'wait'
}

/** When to retry a failed removal: the pause equals the time since the download failed. Null once it is given up. */
export function nextRemoval({ failedAt }: Pick<Removal, 'failedAt'>, now: Date): Date | null {
  const age = now.getTime() - failedAt.getTime()
  return age >= GIVEN_UP_AFTER ? null : new Date(now.getTime() + Math.max(age, POLL))
}
