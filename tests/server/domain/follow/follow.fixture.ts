import type { Region } from '#contract/common'
import type { LiveEvent } from '#contract/system'
import type { Database } from '#server/db/database'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { PersonQuestion } from '#server/domain/catalogue/series.types'
import { createFollowFeature } from '#server/domain/follow/feature'
import type { MessageFacts } from '#server/domain/notifications/notifications.types'
import { createWordsIn } from '#server/domain/notifications/words'
import { createRequesters } from '#server/domain/requests/requesters.repository'
import type { Requests } from '#server/domain/requests/requests.service'
import { requestsOver } from '#tests/server/domain/requests/requests.fixture'
import { catalogueBook, silentLog, standingClock } from '#tests/support/records'

const STATEMENTS: readonly (string | symbol)[] = ['select', 'insert', 'update', 'delete']

/** The same database, reporting every statement in a transaction. */
function counted(database: Database, note: () => void): Database {
  return {
    ...database,
    write: (work) =>
      database.write((within) =>
        work(
          new Proxy(within, {
            get(target, name): unknown {
              if (STATEMENTS.includes(name)) note()
              return Reflect.get(target, name)
            },
          }),
        ),
      ),
  }
}

const wordsIn = createWordsIn()
const refuse = () => Promise.reject(new Error('Nothing is to be requested'))

/** A catalogue in which everything followed has the same books, and the calls to it. */
function testCatalogue() {
  const shelf: CatalogueBook[] = []
  const queries: string[] = []
  const state: { stale: string | null; broken: Error | null; more: boolean; during: () => Promise<unknown> } =
    {
      stale: null,
      broken: null,
      more: false,
      during: () => Promise.resolve(),
    }

  async function answer(query: string) {
    queries.push(query)
    await state.during()
    if (state.broken) throw state.broken
    return shelf
  }
  const catalogue = {
    async series(asin: string, region: Region) {
      const books = await answer(`series ${asin} ${region}`)
      const value = {
        asin,
        region,
        title: 'Harbour Tales',
        books: books.map((book) => ({ position: null, book })),
      }
      return { value, stale: state.stale }
    },
    async byPerson({ role, name, region }: PersonQuestion) {
      const books = await answer(`${role} ${name} ${region}`)
      return { value: { books, more: state.more }, stale: state.stale }
    },
  }
  return { catalogue, shelf, queries, state }
}

/** The feature on a real database, with a catalogue of some books and a stopped clock. */
export function followOver(database: Database, create: Requests['create'] = refuse) {
  const clock = standingClock()
  const { catalogue, shelf, queries, state } = testCatalogue()
  const announced: { event: LiveEvent; userIds: readonly string[] }[] = []
  const sent: MessageFacts[] = []
  let statements = 0
  const dependencies = {
    database: counted(database, () => statements++),
    config: { defaultRegion: 'us' as const },
    announce(event: LiveEvent, audience: 'everyone' | { userIds: readonly string[] }) {
      announced.push({ event, userIds: audience === 'everyone' ? [] : audience.userIds })
    },
    catalogue,
    requests: { create },
    requesters: createRequesters({ database }),
    books: requestsOver(database).books,
    outbox: {
      add: async (_within: unknown, facts: MessageFacts) => void sent.push(facts),
      wake() {},
    },
    notificationTargets: { wordsFor: () => wordsIn('en') },
    lockUser: createUsersRepository({ database }).lock,
    series: { titleOf: () => Promise.resolve('Harbour Tales') },
    clock: clock.read,
    log: silentLog,
  }
  const never = new AbortController().signal
  const feature = createFollowFeature(dependencies)

  return {
    ...feature,
    clock,
    announced,
    /** Messages to people's targets. */
    sent,
    /** The calls to the catalogue. */
    queries,
    /** Sets the catalogue's later answers. */
    state,
    check: () => feature.followChecks.checkNext(never),
    /** Runs a check. @returns the number of its statements in transactions. */
    async countingCheck(): Promise<number> {
      const before = statements
      await feature.followChecks.checkNext(never)
      return statements - before
    },
    /** Another instance on the same database. */
    other: createFollowFeature(dependencies),
    /** Removes all books from everything followed. */
    clear(): void {
      shelf.length = 0
    },
    /** Adds a book to everything followed. */
    publish(facts: Partial<CatalogueBook>): void {
      shelf.push(catalogueBook(facts))
    },
  }
}
