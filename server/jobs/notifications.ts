import type { Deliveries } from '#server/domain/notifications/deliveries.service'
import type { Outbox } from '#server/domain/notifications/outbox'
import type { Logger } from '#server/log'
import { createPollingWorker, type Worker } from '#server/async/worker'

/** Sends what is in the outbox: when something is added, when a retry is due, when a sender becomes free. */
export function createNotificationsJob(dependencies: {
  deliveries: Deliveries
  outbox: Pick<Outbox, 'onWake'>
  clock: () => Date
  log: Logger
}): Worker {
  const { deliveries, outbox, clock, log } = dependencies
  return createPollingWorker({
    name: 'notifications',
    run: deliveries.deliverDue,
    wakers: [outbox.onWake, deliveries.onSenderEnd],
    pollEvery: 30_000,
    end: deliveries.stop,
    clock,
    log,
  })
}
