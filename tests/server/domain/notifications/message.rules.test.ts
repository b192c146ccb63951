import { expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import { NOTIFICATION_EVENTS, TEMPLATE_VARIABLES } from '#contract/notifications'
import { LANGUAGES } from '#contract/words/messages'
import { messageVariables } from '#server/domain/notifications/message.rules'
import { sampleVariables } from '#server/domain/notifications/sample.rules'
import { createWordsIn } from '#server/domain/notifications/words'
import { messageFacts } from './notifications.fixture'

const wordsIn = createWordsIn()
const english = await wordsIn('en')
const links = { bookUrl: 'https://books.example/search', requestUrl: 'https://books.example/requests' }
const people = [
  { id: '1', username: 'robin', extraData: '77' },
  { id: '2', username: 'mila', extraData: null },
  { id: '3', username: 'tove', extraData: '88' },
]

/** The variables that have a value in every message. */
const ALWAYS_KNOWN = TEMPLATE_VARIABLES.filter(
  (name) =>
    /^event(Type|Title|Text|Level)$|Label$|^book(Title|ASIN|Url)$/.test(name) || name === 'requestUrl',
)

it('A message contains everything known about the event', () => {
  const facts = messageFacts({
    event: 'onFailedDownload',
    book: { subtitle: 'A Novel', narrators: ['Ann', 'Ben'], coverUrl: 'https://covers.example/a.jpg' },
    release: {
      title: 'Dune M4B',
      sizeBytes: 412_349_999,
      indexer: 'Books',
      protocol: 'torrent',
      infoHash: 'abc',
    },
    error: { status: 500, cause: causeOf('other', { text: 'The client is full' }) },
  })
  expect(messageVariables({ facts, people, links }, english)).toEqual({
    eventType: 'onFailedDownload',
    eventTitle: 'Download failed',
    eventText: 'The download of Dune by Frank Herbert failed: The client is full',
    eventLevel: 'failure',
    eventUser: 'robin',
    eventUserExtraData: '77',
    joinedUsers: 'robin, mila, tove',
    joinedUsersLabel: 'Requested by',
    joinedUsersExtraData: '77, 88',
    bookTitle: 'Dune',
    bookSubtitle: 'A Novel',
    bookAuthors: 'Frank Herbert',
    bookAuthorsLabel: 'Author',
    bookNarrators: 'Ann, Ben',
    bookNarratorsLabel: 'Narrators',
    bookASIN: 'B000000001',
    bookCover: 'https://covers.example/a.jpg',
    ...links,
    torrentInfoHash: 'abc',
    sourceSizeMB: '412.3',
    sourceTitle: 'Dune M4B',
    indexerName: 'Books',
    sourceProtocol: 'torrent',
    errorStatus: '500',
    errorReason: 'The client is full',
    reason: '',
  })
})

it.each(NOTIFICATION_EVENTS)(
  '%s has a value for every variable and a sentence even if little is known',
  (event) => {
    const variables = messageVariables(
      { facts: messageFacts({ event, book: { authors: [] } }), people: [], links },
      english,
    )
    expect(Object.keys(variables).toSorted()).toEqual([...TEMPLATE_VARIABLES].toSorted())
    expect(variables.eventText).toMatch(/Dune.*\.$/)
    expect(TEMPLATE_VARIABLES.filter((name) => variables[name] !== '')).toEqual(ALWAYS_KNOWN)
  },
)

it('A declined request has its reason', () => {
  const facts = messageFacts({ event: 'onRequestDeclined', reason: 'We have it' })
  expect(messageVariables({ facts, people: people.slice(0, 1), links }, english)).toMatchObject({
    eventText: 'The request by robin for Dune by Frank Herbert was declined: We have it',
    reason: 'We have it',
  })
})

it('A new request names the new requester, and all others', () => {
  const facts = messageFacts({ requesterIds: ['2'], namedOnlyIds: ['1', '2', '3'] })
  expect(messageVariables({ facts, people, links }, english)).toMatchObject({
    eventText: 'mila requested Dune by Frank Herbert.',
    eventUser: 'mila',
    eventUserExtraData: '',
    joinedUsers: 'robin, mila, tove',
    joinedUsersExtraData: '77, 88',
  })
})

it('A message is written in the requested language, including the reason for a failure', async () => {
  const facts = messageFacts({
    event: 'onFailedDownload',
    error: { status: null, cause: causeOf('grabs_refused', { n: 2 }) },
  })
  const german = await wordsIn('de')
  const { eventTitle, eventText, errorReason } = messageVariables({ facts, people, links }, german)
  expect(eventTitle).toBe('Download fehlgeschlagen')
  expect(errorReason).toMatch(/^2 Releases/)
  expect(eventText).toBe(`Der Download von Dune von Frank Herbert ist fehlgeschlagen: ${errorReason}`)
})

it.each(LANGUAGES)('Every sample contains all its values, in %s', async (language) => {
  const words = await wordsIn(language)
  const said = NOTIFICATION_EVENTS.map((event) => sampleVariables(event, words))
  const empty = TEMPLATE_VARIABLES.filter((name) => said.every((variables) => variables[name] === ''))
  expect(empty).toEqual([])
  for (const variables of said) {
    expect(TEMPLATE_VARIABLES.filter((name) => variables[name] !== '')).toEqual(
      expect.arrayContaining(ALWAYS_KNOWN),
    )
  }
  for (const { eventTitle, eventText } of said) expect(eventTitle + eventText).not.toMatch(/events\.|[{}]/)
  expect(new Set(said.map(({ eventText }) => eventText)).size).toBe(NOTIFICATION_EVENTS.length)
})

it.each([
  [{ event: 'onNewRequest' }, [], 'Someone requested Dune by Frank Herbert.'],
  [
    { event: 'onRequestApproved' },
    people,
    'The request by robin, mila, tove for Dune by Frank Herbert was approved.',
  ],
  [{ event: 'onRequestApproved' }, [], 'The request for Dune by Frank Herbert was approved.'],
  [{ event: 'onRequestDeclined' }, [], 'The request for Dune by Frank Herbert was declined.'],
  [
    { event: 'onRequestDeclined', reason: 'No' },
    [],
    'The request for Dune by Frank Herbert was declined: No',
  ],
  [{ event: 'onAvailable' }, [], 'Dune by Frank Herbert is available.'],
  [{ event: 'onAvailable', link: 'https://x' }, [], 'Dune by Frank Herbert is available: https://x'],
  [{ event: 'onNewBook', announced: true }, [], 'Dune by Frank Herbert is announced.'],
  [{ event: 'onNewBook', followed: 'Dune' }, [], 'Dune by Frank Herbert is out: you follow Dune.'],
] as const)('%j says what is known of it', (facts, whom, text) => {
  expect(messageVariables({ facts: messageFacts(facts), people: whom, links }, english).eventText).toBe(text)
})
