import { createWorker, type Worker } from '#server/async/worker'
import type { FollowRequests } from '#server/domain/follow/follow-requests.service'
import type { FollowFeature } from '#server/domain/follow/feature'
import type { Logger } from '#server/log'

/** Milliseconds between two questions to the catalogue, which answers people first. */
const PAUSE = 2000
/** Milliseconds until it is looked again whether anything is due. */
const REST = 60_000

/**
 * Looks for new books of what people follow, and requests them for those who chose that, one after the other: when
 * something new is followed, and when a look is due.
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
      // Called in the pause after a question: the next one waits for its end all the same.
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
