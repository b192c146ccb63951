import { and, asc, count, desc, eq, inArray, isNull, like, not, or, sql, type SQL } from 'drizzle-orm'
import type { BookStatus, RequestStatus } from '#contract/books'
import type { ListRequestsQuery } from '#contract/requests'
import type { Database } from '#server/db/database'
import { DOWNLOADED_STATES, type FulfilmentState, type RequestCounts } from './requests.rules'
import type { BookFacts, BookState, Viewer, VisibleRequest } from './requests.types'

/** Bound variables in one statement that both databases take without complaint. */
const MANY = 5000
/** More rows than any list has, for a page without end. */
const NO_LIMIT = 2_147_483_647

/** What to list; words are folded already, an empty list of words finds nothing. */
export interface ListFilter {
  filter: ListRequestsQuery['filter']
  status?: BookStatus | undefined
  /** Only books that this person requested, by the key of the name. */
  requesterKey?: string | undefined
  words?: string[] | undefined
}

export interface ListPage {
  sort: ListRequestsQuery['sort']
  order: ListRequestsQuery['order']
  limit?: number | undefined
  offset: number
}

export interface ListedBook {
  facts: BookFacts
  state: BookState
}

export type RequestListRepository = ReturnType<typeof createRequestListRepository>

/** Reads requested books with where they stand. However long a page is, it takes a fixed number of queries. */
export function createRequestListRepository({ database }: { database: Database }) {
  const { audiobooks, requests, fulfilments, users } = database.tables
  const { read } = database

  /** One row per book that has requests, with them counted; `among` chooses the books. */
  function wishesFor(viewer: Viewer, among: SQL | undefined) {
    const counted = (status: RequestStatus) =>
      sql<number>`count(case when ${requests.status} = ${status} then 1 end)`.mapWith(Number)
    // To the others their own request is the one whose date counts.
    const dated = viewer.everyone
      ? sql`max(${requests.createdAt})`
      : sql`max(case when ${requests.userId} = ${viewer.userId} then ${requests.createdAt} end)`
    return read
      .select({
        asin: requests.asin,
        requesters: count().as('requesters'),
        pending: counted('pending').as('pending'),
        approved: counted('approved').as('approved'),
        declined: counted('declined').as('declined'),
        requestedAt: dated.as('requested_at'),
      })
      .from(requests)
      .where(among)
      .groupBy(requests.asin)
      .as('wishes')
  }
  type Wishes = ReturnType<typeof wishesFor>

  /** Chooses the books that somebody may see in a list: an administrator all, others those they requested. */
  function visibleTo(viewer: Viewer, requesterKey: string | undefined): SQL | undefined {
    const wanted = read.select({ asin: requests.asin }).from(requests)
    if (!viewer.everyone) return inArray(requests.asin, wanted.where(eq(requests.userId, viewer.userId)))
    if (requesterKey === undefined) return undefined
    const requester = read.select({ id: users.id }).from(users).where(eq(users.usernameKey, requesterKey))
    return inArray(requests.asin, wanted.where(inArray(requests.userId, requester)))
  }

  /** The same as `bookStatus` of the rules, for the database. */
  const statusOf = (wishes: Wishes) =>
    sql<BookStatus>`case when ${fulfilments.state} is not null then ${fulfilments.state} when ${wishes.approved} > 0 then 'waiting' when ${wishes.pending} > 0 then 'waiting_for_approval' else 'declined' end`

  function conditions(wishes: Wishes, filter: ListFilter): SQL | undefined {
    const downloaded = inArray(fulfilments.state, [...DOWNLOADED_STATES])
    return and(
      filter.filter === 'downloaded' ? downloaded : undefined,
      filter.filter === 'not_downloaded' ? or(isNull(fulfilments.state), not(downloaded)) : undefined,
      filter.status && eq(statusOf(wishes), filter.status),
      // Folded words have no punctuation, so nothing in them is a wildcard.
      ...(filter.words ?? []).map((word) => like(audiobooks.searchText, `%${word}%`)),
      filter.words?.length === 0 ? sql`1 = 0` : undefined,
    )
  }

  function ordering(wishes: Wishes, { sort, order }: ListPage): SQL[] {
    const direction = order === 'asc' ? asc : desc
    const newestFirst = [desc(wishes.requestedAt), asc(audiobooks.asin)]
    switch (sort) {
      case 'date':
        return [direction(wishes.requestedAt), asc(audiobooks.asin)]
      case 'title':
        return [direction(audiobooks.titleKey), ...newestFirst]
      case 'author':
        return [direction(audiobooks.authorKey), direction(audiobooks.titleKey), ...newestFirst]
      case 'release':
        // Unknown dates come last in either direction; the two databases would differ.
        return [
          asc(sql`case when ${audiobooks.releaseDate} is null then 1 else 0 end`),
          direction(audiobooks.releaseDate),
          ...newestFirst,
        ]
      case 'requesters':
        return [direction(wishes.requesters), ...newestFirst]
    }
  }

  const factColumns = {
    asin: audiobooks.asin,
    region: audiobooks.region,
    title: audiobooks.title,
    subtitle: audiobooks.subtitle,
    authors: audiobooks.authors,
    narrators: audiobooks.narrators,
    series: audiobooks.series,
    language: audiobooks.language,
    edition: audiobooks.edition,
    releaseDate: audiobooks.releaseDate,
    runtimeMin: audiobooks.runtimeMin,
  }
  const stateColumns = {
    updatedAt: audiobooks.updatedAt,
    fulfilmentState: fulfilments.state,
    nextTryAt: fulfilments.nextTryAt,
    error: fulfilments.error,
  }
  const requestColumns = {
    status: requests.status,
    reason: requests.reason,
    createdAt: requests.createdAt,
    updatedAt: requests.updatedAt,
  }

  /** The requests that somebody may see of some books, oldest first. */
  async function visibleRequests(viewer: Viewer, asins: string[]): Promise<Map<string, VisibleRequest[]>> {
    const found = new Map<string, VisibleRequest[]>()
    for (let start = 0; start < asins.length; start += MANY) {
      const rows = await read
        .select({ asin: requests.asin, username: users.username, ...requestColumns })
        .from(requests)
        .innerJoin(users, eq(users.id, requests.userId))
        .where(
          and(
            inArray(requests.asin, asins.slice(start, start + MANY)),
            viewer.everyone ? undefined : eq(requests.userId, viewer.userId),
          ),
        )
        .orderBy(asc(requests.createdAt), asc(requests.id))
      for (const { asin, ...request } of rows) {
        const ofBook = found.get(asin)
        if (ofBook) ofBook.push(request)
        else found.set(asin, [request])
      }
    }
    return found
  }

  return {
    /** One page of requested books, and how many there are without paging. */
    async list(
      viewer: Viewer,
      filter: ListFilter,
      page: ListPage,
    ): Promise<{ books: ListedBook[]; total: number }> {
      const wishes = wishesFor(viewer, visibleTo(viewer, filter.requesterKey))
      const where = conditions(wishes, filter)
      const [rows, [counted]] = await Promise.all([
        read
          .select({
            facts: factColumns,
            state: stateColumns,
            counts: { pending: wishes.pending, approved: wishes.approved, declined: wishes.declined },
          })
          .from(wishes)
          .innerJoin(audiobooks, eq(audiobooks.asin, wishes.asin))
          .leftJoin(fulfilments, eq(fulfilments.asin, wishes.asin))
          .where(where)
          .orderBy(...ordering(wishes, page))
          .limit(page.limit ?? NO_LIMIT)
          .offset(page.offset),
        read
          .select({ total: count() })
          .from(wishes)
          .innerJoin(audiobooks, eq(audiobooks.asin, wishes.asin))
          .leftJoin(fulfilments, eq(fulfilments.asin, wishes.asin))
          .where(where),
      ])
      const asins = rows.map(({ facts }) => facts.asin)
      const byAsin = await visibleRequests(viewer, asins)
      const books = rows.map(({ facts, state, counts }) => ({
        facts,
        state: toState(state, counts, byAsin.get(facts.asin) ?? []),
      }))
      return { books, total: counted?.total ?? 0 }
    },

    /** How many of the books somebody may see stand where. */
    async count(viewer: Viewer): Promise<Map<BookStatus, number>> {
      const wishes = wishesFor(viewer, visibleTo(viewer, undefined))
      const status = statusOf(wishes).as('status')
      const stood = read
        .select({ status })
        .from(wishes)
        .leftJoin(fulfilments, eq(fulfilments.asin, wishes.asin))
        .as('stood')
      const rows = await read
        .select({ status: stood.status, books: count() })
        .from(stood)
        .groupBy((columns) => columns.status)
      return new Map(rows.map((row) => [row.status, row.books]))
    },

    /** Where some books stand; those never requested are left out. */
    async states(viewer: Viewer, asins: string[]): Promise<Map<string, BookState>> {
      if (asins.length === 0) return new Map()
      const wishes = wishesFor(viewer, inArray(requests.asin, asins))
      const rows = await read
        .select({
          asin: audiobooks.asin,
          state: stateColumns,
          counts: { pending: wishes.pending, approved: wishes.approved, declined: wishes.declined },
          request: requestColumns,
          username: users.username,
        })
        .from(audiobooks)
        .leftJoin(wishes, eq(wishes.asin, audiobooks.asin))
        .leftJoin(fulfilments, eq(fulfilments.asin, audiobooks.asin))
        .leftJoin(
          requests,
          and(
            eq(requests.asin, audiobooks.asin),
            viewer.everyone ? undefined : eq(requests.userId, viewer.userId),
          ),
        )
        .leftJoin(users, eq(users.id, requests.userId))
        .where(inArray(audiobooks.asin, asins))
        .orderBy(asc(requests.createdAt), asc(requests.id))
      const states = new Map<string, BookState>()
      for (const { asin, state, counts, request, username } of rows) {
        const known = states.get(asin) ?? toState(state, counts, [])
        states.set(asin, known)
        if (request && username !== null) known.requests.push({ username, ...request })
      }
      return states
    },
  }
}

function toState(
  row: {
    updatedAt: Date
    fulfilmentState: FulfilmentState | null
    nextTryAt: Date | null
    error: string | null
  },
  counts: RequestCounts | null,
  requests: VisibleRequest[],
): BookState {
  const { updatedAt, fulfilmentState, nextTryAt, error } = row
  return {
    updatedAt,
    fulfilment: fulfilmentState === null ? null : { state: fulfilmentState, nextTryAt, error },
    counts: counts ?? { pending: 0, approved: 0, declined: 0 },
    requests,
  }
}
