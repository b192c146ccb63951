import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { BookStatus, RequestStatus } from '#contract/books'
import { deliveryCause } from '#contract/delivery-cause'
import type { Database } from '#server/db/database'
import type { StoredRelease } from '#server/db/stored-release'
import { linksOf } from '#server/domain/books/book-links.rules'
import { searchColumns } from '#server/domain/search-text.rules'
import { bulkInsert, type Row } from './bulk-insert'

/** Rows of each kind: five years of a server among friends. */
interface LargeSizes {
  books: number
  users: number
  requests: number
  releases: number
  timeline: number
  deliveries: number
}

export const LARGE: LargeSizes = {
  books: 100_000,
  users: 500,
  requests: 20_000,
  releases: 50_000,
  timeline: 200_000,
  deliveries: 200_000,
}

const RELEASES_A_SEARCH = 20
const MINUTE = 60_000
/**
 * When the newest row was written; the others precede it, minute by minute. It is so late that rows never
 * become old enough to be deleted: otherwise, a server would delete them during the whole measurement and
 * have nothing left to show.
 */
const END = Date.UTC(2100, 0, 1)

const FIRST = ['Ada', 'Ben', 'Carla', 'Dmitri', 'Élodie', 'Farid', 'Greta', 'Hiro', 'Inés', 'Jonas']
const LAST = ['Moor', 'Hale', 'Ito', 'Król', 'Lindgren', 'Müller', 'Novak', 'Okafor', 'Pérez', 'Quist']
const WORDS = [
  'Tide',
  'Lantern',
  'Orchard',
  'Winter',
  'Signal',
  'Harbour',
  'Crown',
  'Ember',
  'Mirror',
  'Road',
]
const STATES = [
  'waiting',
  'not_found',
  'grabbed',
  'downloading',
  'available',
  'failed',
] as const satisfies BookStatus[]
const STATUSES = [
  'approved',
  'approved',
  'approved',
  'pending',
  'declined',
] as const satisfies RequestStatus[]

export const asinAt = (at: number): string => `B${String(at).padStart(9, '0')}`
const userAt = (at: number): string => `user-${String(at).padStart(4, '0')}`
const targetAt = (at: number): string => `target-${String(at).padStart(4, '0')}`
const rowId = (kind: string, at: number): string => `${kind}-${String(at).padStart(8, '0')}`
const minutesAgo = (minutes: number): Date => new Date(END - minutes * MINUTE)

function pick<T>(values: readonly [T, ...T[]] | readonly T[], at: number): T {
  const value = values[at % values.length]
  if (value === undefined) throw new Error('Nothing to pick from')
  return value
}

/**
 * Fills an empty, migrated database with made-up rows, always the same.
 * @param database not in use elsewhere.
 */
export async function fillLarge(database: Database, sizes: LargeSizes = LARGE): Promise<void> {
  const { tables } = database
  const searches = Math.ceil(sizes.releases / RELEASES_A_SEARCH)
  // Some requests share a book, because several people want the same one.
  const requested = Math.ceil(sizes.requests * 0.8)
  const links = linksOf(Array.from({ length: sizes.books }, (_, at) => bookRow(at)))
  const parts: [SQLiteTable, number, (at: number) => Row][] = [
    [tables.users, sizes.users, userRow],
    [tables.audiobooks, sizes.books, bookRow],
    rowsOf(tables.series, links.series),
    rowsOf(
      tables.bookSeries,
      links.bookSeries.map(({ book, id, ...row }) => ({ ...row, asin: book, seriesId: id })),
    ),
    rowsOf(tables.people, links.people),
    rowsOf(
      tables.bookPeople,
      links.bookPeople.map(({ book, id, ...row }) => ({ ...row, asin: book, personId: id })),
    ),
    [tables.requests, sizes.requests, (at) => requestRow(at, requested, sizes.users)],
    [tables.fulfilments, Math.floor(requested * 0.8), fulfilmentRow],
    [tables.timeline, sizes.timeline, (at) => timelineRow(at, requested)],
    [tables.releaseSearches, searches, searchRow],
    [tables.releases, sizes.releases, releaseRow],
    [tables.notificationTargets, sizes.users, targetRow],
    [tables.deliveries, sizes.deliveries, (at) => deliveryRow(at, sizes.users)],
    [tables.auditEntries, sizes.requests, auditRow],
  ]
  for (const [table, count, rowAt] of parts) await bulkInsert(database, table, count, rowAt)
}

const rowsOf = (table: SQLiteTable, rows: readonly Row[]): [SQLiteTable, number, (at: number) => Row] => [
  table,
  rows.length,
  (at) => rows[at] ?? {},
]

function userRow(at: number) {
  const username = `reader ${at}`
  return {
    id: userAt(at),
    username,
    usernameKey: username,
    role: 'trusted',
    root: false,
    createdAt: minutesAgo(at),
    updatedAt: minutesAgo(at),
  }
}

function bookRow(at: number) {
  const book = {
    asin: asinAt(at),
    title: `The ${pick(WORDS, at)} of ${pick(WORDS, Math.floor(at / 10))} ${at}`,
    subtitle: at % 3 === 0 ? `A ${pick(WORDS, at + 3)} Novel` : null,
    authors: [`${pick(FIRST, Math.floor(at / 7))} ${pick(LAST, Math.floor(at / 70))} ${at % 997}`],
    narrators: [`${pick(FIRST, at + 4)} ${pick(LAST, at + 5)}`],
    series:
      at % 4 === 0
        ? [{ title: `${pick(WORDS, at + 1)} Saga ${at % 211}`, position: String(1 + (at % 9)) }]
        : [],
  }
  return {
    ...book,
    region: 'us' as const,
    linked: true,
    language: 'en',
    edition: 'unabridged',
    releaseDate:
      at % 11 === 0
        ? null
        : minutesAgo(at * 60)
            .toISOString()
            .slice(0, 10),
    runtimeMin: 300 + (at % 900),
    summary: `What happens in “${book.title}”, told in ${at % 40} chapters. `.repeat(8),
    ...searchColumns(book),
    createdAt: minutesAgo(at),
    updatedAt: minutesAgo(at),
  }
}

function requestRow(at: number, requested: number, users: number) {
  return {
    id: rowId('request', at),
    asin: asinAt(at % requested),
    userId: userAt((at * 7 + Math.floor(at / requested)) % users),
    status: pick(STATUSES, at),
    createdAt: minutesAgo(at * 3),
    updatedAt: minutesAgo(at * 3),
  }
}

function fulfilmentRow(at: number) {
  return {
    asin: asinAt(at),
    state: pick(STATES, at),
    // Prevents searches during measurements.
    stopped: true,
    createdAt: minutesAgo(at),
    updatedAt: minutesAgo(at),
  }
}

function timelineRow(at: number, requested: number) {
  const asin = asinAt(at % requested)
  return { id: rowId('step', at), asin, kind: 'requested', actor: `reader ${at % 500}`, at: minutesAgo(at) }
}

function searchRow(at: number) {
  return {
    id: rowId('search', at),
    asin: asinAt(at),
    state: 'finished',
    indexers: [],
    found: RELEASES_A_SEARCH,
    accepted: 1,
    startedAt: minutesAgo(at),
    finishedAt: minutesAgo(at),
  }
}

function releaseRow(at: number) {
  const facts = releaseAt(at)
  const { title, guid, indexer_id: indexerId } = facts
  const accepted = at % RELEASES_A_SEARCH === 0
  return {
    searchId: rowId('search', Math.floor(at / RELEASES_A_SEARCH)),
    rank: 1 + (at % RELEASES_A_SEARCH),
    guid,
    indexerId,
    facts,
    metadata: { title, subtitle: null, authors: [], narrators: [], filetype: 'm4b' },
    verdict: {
      accepted,
      automatic: accepted,
      score: 60,
      score_parts: { match: 40, narrator: 0, format: 10, flags: 0, indexer: 0, fit: 5, seeders: 5, age: 0 },
      reasons: [{ code: 'title_matches', params: { percent: 100 }, effect: 'bonus' }],
    },
  }
}

/** A made-up release. */
export function releaseAt(at: number): StoredRelease {
  return {
    guid: `https://indexer.invalid/t/${at}`,
    indexer_id: 1,
    indexer: 'Spoken Shelf',
    title: `The ${pick(WORDS, at)} of ${pick(WORDS, at + 2)} by ${pick(FIRST, at)} ${pick(LAST, at)} [ENG / M4B] ${at}`,
    size: 300_000_000 + at,
    publish_date: null,
    info_url: `https://indexer.invalid/details/${at}`,
    indexer_flags: [],
    protocol: 'torrent',
    seeders: at % 50,
    leechers: 0,
    grabs: at % 9,
    categories: [3030],
    info_hash: null,
    query: 'tide',
    metadata: null,
  }
}

/** Every fifth target belongs to the server, the others to one person each. */
const ownerAt = (at: number) => (at % 5 === 0 ? null : userAt(at))

function targetRow(at: number) {
  const name = `Target ${at}`
  return {
    id: targetAt(at),
    ownerId: ownerAt(at),
    name,
    nameKey: name.toLowerCase(),
    url: '',
    events: [],
    bodyType: 'text',
    body: '',
    headers: '',
    enabled: false,
    createdAt: minutesAgo(at),
    updatedAt: minutesAgo(at),
  }
}

function deliveryRow(at: number, targets: number) {
  const failed = at % 20 === 0
  return {
    id: rowId('delivery', at),
    targetId: targetAt(at % targets),
    ownerId: ownerAt(at % targets),
    eventId: `event ${at}`,
    event: 'onSuccessfulDownload',
    message: { bookTitle: `The ${pick(WORDS, at)} of ${at}` },
    state: failed ? 'failed' : 'delivered',
    attempts: 1,
    nextAttemptAt: minutesAgo(at),
    cause: failed ? deliveryCause('answered', { status: 500 }) : null,
    createdAt: minutesAgo(at),
    updatedAt: minutesAgo(at),
  }
}

function auditRow(at: number) {
  return { id: rowId('audit', at), kind: 'signed_in', actor: `reader ${at % 500}`, at: minutesAgo(at) }
}
