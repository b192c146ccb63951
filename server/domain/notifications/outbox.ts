import type { Signals, Transaction } from '#server/db/database'
import type { Links } from '#server/db/stored-message'
import type { MessageFacts } from './notifications.types'
import type { OutboxRepository } from './outbox.repository'

/** Signal that something was added to the outbox. */
const OUTBOX_TOPIC = 'outbox'

/** Wakes the workers of every instance. Call it after the transaction. */
export const wakeOutbox = (signals: Signals): void => signals.publish(OUTBOX_TOPIC, '')

/** The facts with the cause that requesters may see, which names no download client. */
function forRequesters({ error, ...facts }: MessageFacts): MessageFacts {
  if (!error) return facts
  const { status, cause, causeForRequesters } = error
  return { ...facts, error: { status, cause: causeForRequesters ?? cause } }
}

/** What messages say of a book; features hand in the whole row. */
function shownOf(book: MessageFacts['book']): MessageFacts['book'] {
  const { asin, region, title, subtitle, authors, narrators, coverUrl } = book
  return { asin, region, title, subtitle, authors, narrators, coverUrl }
}

export type Outbox = ReturnType<typeof createOutbox>

/** Where features leave their messages. */
export function createOutbox(dependencies: {
  repository: OutboxRepository
  signals: Signals
  /** Links to pages about a book, if the public address is known. */
  linksTo: (within: Transaction, book: MessageFacts['book']) => Promise<Links>
  /** Whether messages go to users' targets. */
  isPersonalAllowed: (within: Transaction) => Promise<boolean>
  clock: () => Date
}) {
  const { repository, signals, linksTo, isPersonalAllowed, clock } = dependencies

  return {
    /**
     * Stores one delivery per subscribed target, in the transaction of the event: for targets of the server,
     * and for those of the users concerned, who learn only about themselves.
     */
    async add(within: Transaction, facts: MessageFacts): Promise<void> {
      const subscribed = await repository.listSubscribed(within, facts)
      const personal = subscribed.some(({ ownerId }) => ownerId !== null) && (await isPersonalAllowed(within))
      const targets = subscribed.filter(({ ownerId }) => ownerId === null || personal)
      if (targets.length === 0) return
      const { eventId = crypto.randomUUID(), namedOnlyIds = facts.requesterIds, ...said } = facts
      const people = await repository.listPeople(within, namedOnlyIds)
      const links = await linksTo(within, facts.book)
      // Of the requesters, a message tells the first from the others.
      const all = { ...said, book: shownOf(facts.book), requesterIds: facts.requesterIds.slice(0, 1) }
      const messages = targets.map(({ id: targetId, ownerId }) => {
        const own = people.filter(({ id }) => id === ownerId)
        const told =
          ownerId === null
            ? { facts: all, people }
            : { facts: { ...forRequesters(all), requesterIds: [ownerId] }, people: own }
        return { targetId, ownerId, message: { ...told, links } }
      })
      await repository.put(within, { event: facts.event, eventId }, messages, clock())
    },

    wake: () => wakeOutbox(signals),

    /** @returns a function that unsubscribes. */
    onWake: (listener: () => void): (() => void) => signals.subscribe(OUTBOX_TOPIC, listener),
  }
}
