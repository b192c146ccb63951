import { createWorker, type Worker } from '#server/async/worker'
import type { FollowRequests } from '#server/domain/follow/follow-requests.service'
import type { Looks } from '#server/domain/follow/look.service'
import type { Logger } from '#server/log'

/** Milliseconds between two questions to the catalogue, which answers people first. */
const PAUSE = 2000
/** Milliseconds until it is looked again whether anything is due. */
const REST = 60_000

/** Looks for new books of what people follow, and requests them for those who chose that, one after the other. */
export function createFollowJob(dependencies: {
  looks: Pick<Looks, 'lookNext'>
  followRequests: Pick<FollowRequests, 'requestNext'>
  clock: () => Date
  log: Logger
}): Worker {
  const { looks, followRequests, clock, log } = dependencies
  return createWorker({
    name: 'follow',
    async run(signal) {
      const worked = (await followRequests.requestNext()) || (await looks.lookNext(signal))
      return new Date(clock().getTime() + (worked ? PAUSE : REST))
    },
    clock,
    log,
  })
}
