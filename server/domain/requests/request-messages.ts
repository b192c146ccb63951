import type { NotificationEvent, TemplateVariable } from '#contract/notifications'
import type { Transaction } from '#server/db/database'
import { requestLinks } from './request-links.rules'
import type { Notify } from './requests.types'

/** Makes the messages that the outbox takes; of what happens to requests it knows the new ones. */
export function createNotify(dependencies: {
  outbox: {
    enqueue(
      within: Transaction,
      message: { event: NotificationEvent; variables: Partial<Record<TemplateVariable, string>> },
    ): Promise<void>
  }
  /** With a slash at both ends. */
  baseUrl: string
}): Notify {
  const { outbox, baseUrl } = dependencies

  return async (within, { event, requesterNames, book, origin }) => {
    if (event !== 'onNewRequest') return
    await outbox.enqueue(within, {
      event,
      variables: {
        eventType: event,
        eventUser: requesterNames.join(', '),
        bookTitle: book.title,
        bookSubtitle: book.subtitle ?? '',
        bookAuthors: book.authors.join(', '),
        bookNarrators: book.narrators.join(', '),
        bookASIN: book.asin,
        bookCover: book.coverUrl ?? '',
        ...requestLinks({ origin: origin ?? null, baseUrl }, book),
      },
    })
  }
}
