import { expect, it } from 'vitest'
import { NOTIFICATION_EVENTS, TEMPLATE_VARIABLES } from '#contract/notifications'
import { messageVariables, withoutEmpty } from '#server/domain/notifications/message.rules'
import { messageFacts } from './notifications.fixture'

const links = { bookUrl: 'https://books.example/search', requestUrl: 'https://books.example/requests' }
const people = [
  { id: '1', username: 'robin', extraData: '77' },
  { id: '2', username: 'mila', extraData: null },
  { id: '3', username: 'tove', extraData: '88' },
]

it('A message names everything that is known of what happened', () => {
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
    error: { status: 500, reason: 'The client is full' },
  })
  expect(messageVariables(facts, people, links)).toEqual({
    eventType: 'onFailedDownload',
    eventTitle: 'Download failed',
    eventText: 'The download of Dune by Frank Herbert failed: The client is full',
    eventLevel: 'failure',
    eventUser: 'robin',
    eventUserExtraData: '77',
    joinedUsers: 'robin, mila, tove',
    joinedUsersExtraData: '77, 88',
    bookTitle: 'Dune',
    bookSubtitle: 'A Novel',
    bookAuthors: 'Frank Herbert',
    bookNarrators: 'Ann, Ben',
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
  '%s has a value for every variable and a sentence also when little is known',
  (event) => {
    const variables = messageVariables(messageFacts({ event, book: { authors: [] } }), [], links)
    expect(Object.keys(variables).toSorted()).toEqual([...TEMPLATE_VARIABLES].toSorted())
    expect(variables.eventText).toMatch(/Dune.*\.$/)
    expect(Object.values(withoutEmpty(variables))).not.toContain('')
  },
)

it('A request that was declined says why', () => {
  const facts = messageFacts({ event: 'onRequestDeclined', reason: 'We have it' })
  expect(messageVariables(facts, people.slice(0, 1), links)).toMatchObject({
    eventText: 'The request of robin for Dune by Frank Herbert was declined: We have it',
    reason: 'We have it',
  })
})

it('A new request names who asked now, and everybody who has asked', () => {
  const facts = messageFacts({ requesterIds: ['2'], joinedIds: ['1', '2', '3'] })
  expect(messageVariables(facts, people, links)).toMatchObject({
    eventText: 'mila requested Dune by Frank Herbert.',
    eventUser: 'mila',
    eventUserExtraData: '',
    joinedUsers: 'robin, mila, tove',
    joinedUsersExtraData: '77, 88',
  })
})
