import { MAX_FOLLOWS } from '#contract/follows'
import { MAX_ENTRIES, MAX_LISTS } from '#contract/lists'
import type { Database } from '#server/db/database'
import type { StoredFacts } from '#server/db/stored-facts'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import type { BookFacts } from '#server/domain/books/books.types'
import { bulkInsert } from './bulk-insert'
import { asinAt } from './large-data'

/** The id of a list of maximum length. */
export const LONG_LIST_ID = 'f5a8a0b4-6c43-4a3e-9a52-0c8c4f1f7d10'
const CANDIDATES = 5
const BOOKS_A_FOLLOW = 20
const INBOX_ITEMS = 5000
const API_KEYS = 200
const INVITATIONS = 500
/** Late enough that nothing is due, expires or is deleted during measurements. */
const LONG_AFTER = new Date(Date.UTC(2100, 0, 1))
const DAY = 24 * 60 * 60 * 1000

/**
 * Gives root the maximum of everything that a person can have: all allowed lists, one of them of maximum
 * length and fully matched; all allowed follows, with upcoming books; an inbox of several years; API keys and
 * invitations.
 */
export async function addRootRows(database: Database): Promise<void> {
  const { tables } = database
  const root = await createUsersRepository({ database }).findRoot()
  if (!root) throw new Error('There is no root administrator yet')
  const userId = root.id
  await bulkInsert(database, tables.lists, MAX_LISTS, (at) => listAt(at, userId))
  await bulkInsert(database, tables.listEntries, MAX_ENTRIES, entryAt)
  await bulkInsert(database, tables.followed, MAX_FOLLOWS, followedAt)
  await bulkInsert(database, tables.followedBooks, MAX_FOLLOWS * BOOKS_A_FOLLOW, followedBookAt)
  await bulkInsert(database, tables.follows, MAX_FOLLOWS, (at) => ({
    ...{ id: `follow-${at}`, userId, followedId: followedId(at), requests: false, since: new Date() },
  }))
  await bulkInsert(database, tables.inboxItems, INBOX_ITEMS, (at) => inboxItemAt(at, userId))
  await bulkInsert(database, tables.apiKeys, API_KEYS, (at) => ({
    ...{ id: `key-${at}`, userId, name: `Key ${at}`, nameKey: `key ${at}`, keyHash: `hash ${at}` },
    ...{ enabled: true, createdAt: new Date() },
  }))
  await bulkInsert(database, tables.invitations, INVITATIONS, (at) => ({
    ...{ id: `invitation-${at}`, tokenHash: `hash ${at}`, role: 'trusted', invitedBy: userId },
    ...{ createdAt: new Date(), expiresAt: LONG_AFTER },
  }))
}

const listAt = (at: number, userId: string) => ({
  ...{ id: at === 0 ? LONG_LIST_ID : `list-${at}`, userId, source: 'titles', region: 'us', open: false },
  ...{ turnAt: new Date(), createdAt: new Date(), updatedAt: new Date() },
})

const entryAt = (at: number) => ({
  ...{ listId: LONG_LIST_ID, number: at + 1, title: `A Book of Many ${at}`, author: 'Ann Ash' },
  ...{ state: at % 10 === 0 ? 'check' : 'sure', selected: at % 10 !== 0, requesting: false },
  asin: asinAt(at),
  candidates: Array.from({ length: CANDIDATES }, (_, other) => candidateAt(at + other)),
})

const followedId = (at: number): string => `author us author ${at}`

const followedAt = (at: number) => ({
  ...{ id: followedId(at), kind: 'author', region: 'us', key: `author ${at}`, name: `Author ${at}` },
  ...{ lookedAt: new Date(), dueAt: LONG_AFTER },
})

/** Two books of each follow come out within the next months. */
const followedBookAt = (at: number) => {
  const place = at % BOOKS_A_FOLLOW
  const announced = place < 2
  const releaseDate = announced ? dateIn(1 + (at % 90)) : null
  return {
    ...{ followedId: followedId(Math.floor(at / BOOKS_A_FOLLOW)), asin: asinAt(at), announced, releaseDate },
    book: announced ? { ...bookAt(at), releaseDate } : null,
  }
}

const inboxItemAt = (at: number, userId: string) => ({
  ...{
    id: `item-${at}`,
    userId,
    code: 'book_released',
    asin: asinAt(at),
    book: bookAt(at),
    followed: 'Ann Ash',
  },
  ...{ read: at % 3 !== 0, at: new Date(Date.now() - at * 60_000) },
})

const dateIn = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

const bookAt = (at: number): BookFacts => ({
  ...candidateAt(at),
  ...{ summary: 'What happens in it. '.repeat(20), coverUrl: null, sampleUrl: null },
  ...{ publisher: 'Harbour Press', categories: ['Literature & Fiction'] },
})

const candidateAt = (at: number): StoredFacts => ({
  asin: asinAt(at),
  region: 'us',
  title: `A Book of Many ${at}`,
  subtitle: 'A Novel',
  authors: ['Ann Ash'],
  narrators: ['June Park', 'Ada Moor'],
  series: [{ title: 'Many', position: String(at) }],
  language: 'en',
  edition: 'unabridged',
  releaseDate: '2019-05-02',
  runtimeMin: 600,
})
