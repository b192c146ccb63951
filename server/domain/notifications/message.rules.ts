import type { NotificationEvent } from '#contract/notifications'
import type { AllTemplateValues, Links, MessageFacts, Person, TemplateValues } from './notifications.types'

interface EventWords {
  title: string
  /** As services that know levels call it. */
  level: 'info' | 'success' | 'warning' | 'failure'
  /** What happened, in one sentence. */
  text: (facts: MessageFacts, users: string, first: string) => string
}

const EVENTS: Readonly<Record<NotificationEvent, EventWords>> = {
  onNewRequest: {
    title: 'New request',
    level: 'info',
    text: (facts, _users, first) => `${first || 'Somebody'} requested ${bookOf(facts)}.`,
  },
  onRequestApproved: {
    title: 'Request approved',
    level: 'success',
    text: (facts, users) => `The request${of(users)} for ${bookOf(facts)} was approved.`,
  },
  onRequestDeclined: {
    title: 'Request declined',
    level: 'warning',
    text: (facts, users) =>
      `The request${of(users)} for ${bookOf(facts)} was declined${facts.reason ? `: ${facts.reason}` : '.'}`,
  },
  onSuccessfulDownload: {
    title: 'Download started',
    level: 'info',
    text: (facts) => `A release of ${bookOf(facts)} was sent to the download client.`,
  },
  onFailedDownload: {
    title: 'Download failed',
    level: 'failure',
    text: (facts) =>
      `The download of ${bookOf(facts)} failed${facts.error?.reason ? `: ${facts.error.reason}` : '.'}`,
  },
  onAvailable: {
    title: 'Available',
    level: 'success',
    text: (facts) => `${bookOf(facts)} is available${facts.link ? `: ${facts.link}` : '.'}`,
  },
  onNotFound: {
    title: 'Nothing found yet',
    level: 'warning',
    text: (facts) => `Nothing acceptable was found for ${bookOf(facts)}; the search goes on.`,
  },
  onNotInLibrary: {
    title: 'Not in the library',
    level: 'warning',
    text: (facts) =>
      `${bookOf(facts)} has not appeared in the library${facts.error?.reason ? `: ${facts.error.reason}` : '.'}`,
  },
  onNewBook: {
    title: 'New book',
    level: 'info',
    text: (facts) =>
      `${bookOf(facts)} ${facts.announced ? 'is announced' : 'is out'}${facts.followed ? `: you follow ${facts.followed}.` : '.'}`,
  },
}

/**
 * Everything a template may name, made from what happened.
 * @param people whom it concerns, in the order of asking; those whom the reader may not know of left out. The one
 *   whom the facts name first is the user of the event.
 */
export function messageVariables(
  facts: MessageFacts,
  people: readonly Person[],
  links: Links,
): AllTemplateValues {
  const { event, book, release, error } = facts
  const words = EVENTS[event]
  const users = people.map(({ username }) => username).join(', ')
  const first = people.find(({ id }) => id === facts.requesterIds[0]) ?? people[0]
  const extraData = people.map((person) => person.extraData ?? '')
  return {
    eventType: event,
    eventTitle: words.title,
    eventText: words.text(facts, users, first?.username ?? ''),
    eventLevel: words.level,
    eventUser: first?.username ?? '',
    eventUserExtraData: first?.extraData ?? '',
    joinedUsers: users,
    joinedUsersExtraData: extraData.filter((text) => text !== '').join(', '),
    bookTitle: book.title,
    bookSubtitle: book.subtitle ?? '',
    bookAuthors: book.authors.join(', '),
    bookNarrators: book.narrators.join(', '),
    bookASIN: book.asin,
    bookCover: book.coverUrl ?? '',
    ...links,
    torrentInfoHash: release?.infoHash ?? '',
    sourceSizeMB: typeof release?.sizeBytes === 'number' ? megabytes(release.sizeBytes) : '',
    sourceTitle: release?.title ?? '',
    indexerName: release?.indexer ?? '',
    sourceProtocol: release?.protocol ?? '',
    errorStatus: String(error?.status ?? ''),
    errorReason: error?.reason ?? '',
    reason: facts.reason ?? '',
  }
}

function bookOf({ book }: MessageFacts): string {
  return book.authors.length > 0 ? `${book.title} by ${book.authors.join(', ')}` : book.title
}

const of = (users: string) => (users === '' ? '' : ` of ${users}`)

/** With one decimal at most. */
const megabytes = (bytes: number) => String(Math.round(bytes / 100_000) / 10)

/** Without those that have no value: they are stored once per target. */
export function withoutEmpty(values: TemplateValues): TemplateValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
