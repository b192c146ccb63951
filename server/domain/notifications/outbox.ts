import type { Language } from '#contract/words/messages'
import type { Signals, Transaction } from '#server/db/database'
import { messageVariables, withoutEmpty } from './message.rules'
import type { Links, MessageFacts } from './notifications.types'
import type { OutboxRepository } from './outbox.repository'
import type { WordsIn } from './words'

/** Signal that something was added to the outbox. */
const OUTBOX_TOPIC = 'outbox'

/** The facts with the cause that requesters may see, which names no download client. */
function forRequesters({ error, ...facts }: MessageFacts): MessageFacts {
  if (!error) return facts
  return { ...facts, error: { ...error, cause: error.causeForRequesters ?? error.cause } }
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
  wordsIn: WordsIn
  /** The default if neither a target nor its owner has a language. */
  defaultLanguage: Language
  clock: () => Date
}) {
  const { repository, signals, linksTo, isPersonalAllowed, wordsIn, defaultLanguage, clock } = dependencies

  return {
    /**
     * Stores one delivery per subscribed target, in the transaction of the event: for targets of the server,
     * and for those of the users concerned, who learn only about themselves.
     */
    async add(within: Transaction, facts: MessageFacts): Promise<void> {
      const wanting = await repository.listWanting(within, facts)
      const personal = wanting.some(({ ownerId }) => ownerId !== null) && (await isPersonalAllowed(within))
      const targets = wanting.filter(({ ownerId }) => ownerId === null || personal)
      if (targets.length === 0) return
      const people = await repository.listPeople(within, facts.joinedIds ?? facts.requesterIds)
      const links = await linksTo(within, facts.book)
      const messages = targets.map(async ({ id, ownerId, language }) => {
        const owner = people.find((person) => person.id === ownerId)
        const words = await wordsIn(language ?? owner?.language ?? defaultLanguage)
        const variables =
          ownerId === null
            ? messageVariables(facts, people, links, words)
            : messageVariables(forRequesters(facts), owner ? [owner] : [], links, words)
        return { targetId: id, ownerId, variables: withoutEmpty(variables) }
      })
      await repository.put(
        within,
        { event: facts.event, eventId: facts.eventId ?? crypto.randomUUID() },
        await Promise.all(messages),
        clock(),
      )
    },

    /** Wakes the workers of every instance. Call it after the transaction. */
    wake(): void {
      signals.publish(OUTBOX_TOPIC, '')
    },

    /** @returns a function that unsubscribes. */
    onWake: (listener: () => void): (() => void) => signals.subscribe(OUTBOX_TOPIC, listener),
  }
}
