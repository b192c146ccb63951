import type { Signals, Transaction } from '#server/db/database'
import type { Message } from './notifications.types'
import type { OutboxRepository } from './outbox.repository'

/** Signal that something was put into the outbox. */
export const OUTBOX_TOPIC = 'outbox'

export type Outbox = ReturnType<typeof createOutbox>

/** Where features leave their messages. */
export function createOutbox(dependencies: {
  repository: OutboxRepository
  signals: Signals
  clock: () => Date
}) {
  const { repository, signals, clock } = dependencies

  return {
    /** Writes one delivery per target that wants to know, in the transaction of what happened. */
    enqueue: (transaction: Transaction, message: Message): Promise<void> =>
      repository.enqueue(transaction, message, clock()),

    /** Has the workers of every instance look at once; for after the transaction. */
    wake(): void {
      signals.publish(OUTBOX_TOPIC, '')
    },

    /** @returns stops listening. */
    onWake: (listener: () => void): (() => void) => signals.subscribe(OUTBOX_TOPIC, listener),
  }
}
