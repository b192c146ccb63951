import type { Deliveries } from '../domain/notifications/deliveries.service'
import type { Outbox } from '../domain/notifications/outbox'
import type { Logger } from '../log'
import { createDueWorker } from './due-worker'
import type { Worker } from './schedule'

/** Sends what is in the outbox: when something is put in, when a retry is due, when a sender is free again. */
export function createNotificationsJob(dependencies: {
  deliveries: Deliveries
  outbox: Pick<Outbox, 'onWake'>
  clock: () => Date
  log: Logger
}): Worker {
  const { deliveries, outbox, clock, log } = dependencies
  return createDueWorker({
    name: 'notifications',
    workDue: deliveries.deliverDue,
    lookAgain: 30_000,
    wakes: [outbox.onWake, deliveries.onSenderEnd],
    stopWork: () => deliveries.stop(),
    clock,
    log,
  })
}
