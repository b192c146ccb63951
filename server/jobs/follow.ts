import { createWorker, type Worker } from '#server/async/worker'
import type { FollowRequests } from '#server/domain/follow/follow-requests.service'
import type { FollowFeature } from '#server/domain/follow/feature'
import type { Logger } from '#server/log'

/** Milliseconds between catalogue calls, because people come first. */
const PAUSE = 2000
/** Milliseconds until the next check for due work. */
const REST = 60_000

/**
 * Checks followed things for new books, and requests them for people who chose that, one at a time: when something new
 * is followed, and when a check is due.
 */
export function createFollowJob(dependencies: {
  looks: Pick<FollowFeature['looks'], 'lookNext' | 'onWake'>
  followRequests: Pick<FollowRequests, 'requestNext'>
  clock: () => Date
  log: Logger
}): Worker {
  const { looks, followRequests, clock, log } = dependencies
  let next = clock()
  return createWorker({
    name: 'follow',
    async run(signal) {
      // Called during the pause, which it does not shorten.
      if (clock() < next) return next
      const worked = (await followRequests.requestNext()) || (await looks.lookNext(signal))
      if (!worked) return new Date(clock().getTime() + REST)
      next = new Date(clock().getTime() + PAUSE)
      return next
    },
    wakers: [looks.onWake],
    clock,
    log,
  })
}
