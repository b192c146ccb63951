import type { NotificationEvent } from '#contract/notifications'
import type { Person, StoredFacts, StoredMessage, TemplateValues } from '#server/db/stored-message'
import type { AllTemplateValues } from './notifications.types'
import type { Words } from './words'

/** The level of each event, for services that support levels. */
const LEVELS: Readonly<Record<NotificationEvent, 'info' | 'success' | 'warning' | 'failure'>> = {
  onNewRequest: 'info',
  onRequestApproved: 'success',
  onRequestDeclined: 'warning',
  onSuccessfulDownload: 'info',
  onFailedDownload: 'failure',
  onAvailable: 'success',
  onNotFound: 'warning',
  onNotInLibrary: 'warning',
  onNewBook: 'info',
}

/** The facts that sentences use; an empty text means unknown. */
interface Named {
  book: string
  users: string
  /** The main user of the event. */
  user: string
  /** Why something failed. */
  failure: string
}

/** The values of a stored message; those of earlier versions are already in words. */
export function storedVariables(message: StoredMessage | TemplateValues, words: Words): TemplateValues {
  return 'facts' in message ? messageVariables(message, words) : message
}

/** The book and the people of a stored message, for the log. */
export function subjectOf(message: StoredMessage | TemplateValues) {
  if ('facts' in message) {
    const { asin, title } = message.facts.book
    return { book: { asin, title }, people: namesOf(message.people) }
  }
  const { bookASIN: asin = '', bookTitle: title = '', joinedUsers: people = '' } = message
  return { book: { asin, title }, people }
}

/**
 * All values that a template may use. The first of the people named by the facts is the user of the event.
 * @param words the texts to use, in one language.
 */
export function messageVariables({ facts, people, links }: StoredMessage, words: Words): AllTemplateValues {
  const { event, book, release, error } = facts
  const users = namesOf(people)
  const first = people.find(({ id }) => id === facts.requesterIds[0]) ?? people[0]
  const failure = error ? words.cause(error.cause) : ''
  const named = { book: bookOf(facts, words), users, user: first?.username ?? '', failure }
  const extraData = people.map((person) => person.extraData ?? '')
  return {
    eventType: event,
    eventTitle: words.say(`events.${event}.title`),
    eventText: sentenceOf(facts, named, words),
    eventLevel: LEVELS[event],
    eventUser: named.user,
    eventUserExtraData: first?.extraData ?? '',
    joinedUsers: users,
    joinedUsersLabel: words.say('events.labels.requestedBy'),
    joinedUsersExtraData: extraData.filter((text) => text !== '').join(', '),
    bookTitle: book.title,
    bookSubtitle: book.subtitle ?? '',
    bookAuthors: book.authors.join(', '),
    bookAuthorsLabel: words.say('events.labels.authors', { n: book.authors.length }),
    bookNarrators: book.narrators.join(', '),
    bookNarratorsLabel: words.say('events.labels.narrators', { n: book.narrators.length }),
    bookASIN: book.asin,
    bookCover: book.coverUrl ?? '',
    ...links,
    torrentInfoHash: release?.infoHash ?? '',
    sourceSizeMB: typeof release?.sizeBytes === 'number' ? megabytes(release.sizeBytes) : '',
    sourceTitle: release?.title ?? '',
    indexerName: release?.indexer ?? '',
    sourceProtocol: release?.protocol ?? '',
    errorStatus: String(error?.status ?? ''),
    errorReason: failure,
    reason: facts.reason ?? '',
  }
}

/** The event in one sentence. */
function sentenceOf(facts: StoredFacts, named: Named, { say }: Words): string {
  const { book, users, user, failure } = named
  const { event, link } = facts
  switch (event) {
    case 'onNewRequest':
      return user
        ? say('events.onNewRequest.text', { user, book })
        : say('events.onNewRequest.anonymous', { book })
    case 'onRequestApproved':
      return users
        ? say('events.onRequestApproved.text', { users, book })
        : say('events.onRequestApproved.anonymous', { book })
    case 'onRequestDeclined':
      return declinedSentence(facts, named, say)
    case 'onAvailable':
      return link ? say('events.onAvailable.at', { book, link }) : say('events.onAvailable.text', { book })
    case 'onFailedDownload':
    case 'onNotInLibrary':
      return failure
        ? say(`events.${event}.because`, { book, reason: failure })
        : say(`events.${event}.text`, { book })
    case 'onSuccessfulDownload':
    case 'onNotFound':
      return say(`events.${event}.text`, { book })
    case 'onNewBook':
      return newBookSentence(facts, book, say)
  }
}

function declinedSentence({ reason }: StoredFacts, { book, users }: Named, say: Words['say']): string {
  if (!reason) {
    return users
      ? say('events.onRequestDeclined.text', { users, book })
      : say('events.onRequestDeclined.anonymous', { book })
  }
  return users
    ? say('events.onRequestDeclined.because', { users, book, reason })
    : say('events.onRequestDeclined.anonymousBecause', { book, reason })
}

function newBookSentence({ announced, followed }: StoredFacts, book: string, say: Words['say']): string {
  const state = announced ? 'announced' : 'out'
  return followed
    ? say(`events.onNewBook.${state}Followed`, { book, followed })
    : say(`events.onNewBook.${state}`, { book })
}

function bookOf({ book: { title, authors } }: StoredFacts, { say }: Words): string {
  return authors.length > 0 ? say('events.book', { title, authors: authors.join(', ') }) : title
}

/** With at most one decimal. */
const megabytes = (bytes: number) => String(Math.round(bytes / 100_000) / 10)

const namesOf = (people: readonly Person[]) => people.map(({ username }) => username).join(', ')
