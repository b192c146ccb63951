import type { Deliveries } from '../domain/notifications/deliveries.service'
import type { Outbox } from '../domain/notifications/outbox'
import type { Logger } from '../log'
import { createWorker, type Worker } from './schedule'

/** How long the outbox is left alone at most, in milliseconds: a wake-up from another instance can get lost. */
const LOOK_AGAIN = 30_000

/** Sends what is in the outbox: when something is put in, when a retry is due, when a sender is free again. */
export function createNotificationsJob(dependencies: {
  deliveries: Deliveries
  outbox: Pick<Outbox, 'onWake'>
  clock: () => Date
  log: Logger
}): Worker {
  const { deliveries, outbox, clock, log } = dependencies
  const worker = createWorker({
    name: 'notifications',
    run: async () => {
      const next = await deliveries.deliverDue()
      const lookAgain = clock().getTime() + LOOK_AGAIN
      return new Date(Math.min(next?.getTime() ?? lookAgain, lookAgain))
    },
    clock,
    log,
  })
  let unsubscribe: (() => void)[] = []

  return {
    start() {
      unsubscribe = [outbox.onWake(worker.wake), deliveries.onSenderEnd(worker.wake)]
      worker.start()
    },
    wake: worker.wake,
    async stop(patience) {
      for (const end of unsubscribe) end()
      await Promise.all([worker.stop(patience), deliveries.stop()])
    },
  }
}
