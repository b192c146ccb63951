import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { notificationTargetSchema } from '#contract/notifications'
import { requestedBookSchema } from '#contract/books'
import { userListSchema } from '#contract/users'
import { startCatalogueFake, type CatalogueFake } from '#fakes/catalogue'
import { seriesAsin } from '#fakes/catalogue/series'
import { bulkInsert } from '#scripts/lib/bulk-insert'
import { openSqlite } from '#server/db/sqlite'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { countReads } from '#tests/support/counted-reads'
import { catalogueBook } from '#tests/support/records'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

const REQUESTS = 1000
const USERS = 200
const TARGETS = 50
/** Rows per statement. */
const BATCH = 100
const AT = new Date('2026-01-01T00:00:00Z')

let directory: string
let catalogue: CatalogueFake
let server: TestApp
let admin: Record<string, string>
let questions: () => number

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'earmark-many-'))
  const opened = await openSqlite({ path: join(directory, 'db.sqlite'), migrations: resolve('migrations') })
  questions = countReads(opened)
  catalogue = await startCatalogueFake()
  const environment = { ...ROOT_ENVIRONMENT, SVC_CATALOGUE__BASE_URL: catalogue.baseUrl }
  server = await startTestApp({ database: opened, environment })
  admin = await addCaller(server.app, 'admin')
})
afterAll(async () => {
  await server.close()
  await catalogue.close()
  await rm(directory, { recursive: true, force: true })
})

const get = (path: string) => server.fetch(`/api/${path}`, { headers: admin })
const page = async (query: string) => {
  const answer = await get(`requests?${query}`)
  const books = z.array(requestedBookSchema).parse(await answer.json())
  return { asins: books.map(({ book }) => book.asin), total: Number(answer.headers.get('x-total-count')) }
}
/** The number of statements that a response takes. */
async function questionsOf(path: string): Promise<number> {
  const before = questions()
  const answer = await get(path)
  expect(answer.status, path).toBe(200)
  await answer.arrayBuffer()
  return questions() - before
}

async function questionsOfAll(): Promise<[path: string, questions: number][]> {
  const all: [string, number][] = []
  for (const path of PAGES) all.push([path, await questionsOf(path)])
  return all
}

const asinOf = (index: number) => `B${String(index).padStart(9, '0')}`

/** Adds the requests with these numbers, each for a separate book, and of the users in turn. */
async function fill(from: number, to: number): Promise<void> {
  const { audiobooks, requests, fulfilments, users } = server.app.database.tables
  const numbers = Array.from({ length: to - from }, (_, index) => from + index)
  for (let start = 0; start < numbers.length; start += BATCH) {
    const some = numbers.slice(start, start + BATCH)
    await server.app.database.write(async (transaction) => {
      const people = some.filter((number) => number < USERS)
      if (people.length > 0) {
        await transaction.insert(users).values(
          people.map((number) => ({
            id: `user ${number}`,
            username: `user ${number}`,
            usernameKey: `user ${number}`,
            role: 'trusted' as const,
            root: false,
            createdAt: AT,
            updatedAt: AT,
          })),
        )
      }
      await transaction.insert(audiobooks).values(
        some.map((number) => ({
          asin: asinOf(number),
          region: 'us' as const,
          title: `Book ${number}`,
          authors: ['Ada Moor'],
          narrators: ['Ben Hale'],
          series: [],
          searchText: `book ${number} ada moor`,
          titleKey: `book ${number}`,
          authorKey: 'moor ada',
          createdAt: AT,
          updatedAt: AT,
        })),
      )
      await transaction.insert(requests).values(
        some.map((number) => ({
          id: `request ${number}`,
          asin: asinOf(number),
          userId: `user ${number % USERS}`,
          status: 'approved' as const,
          createdAt: new Date(AT.getTime() + number),
          updatedAt: AT,
        })),
      )
      await transaction.insert(fulfilments).values(
        some.map((number) => ({
          asin: asinOf(number),
          state: 'waiting' as const,
          createdAt: AT,
          updatedAt: AT,
        })),
      )
    })
  }
}

/** Adds as many follows, notifications and imported lists for the administrator. */
async function fillOwn(from: number, to: number): Promise<void> {
  const { database, passwords } = server.app
  const { followed, followedBooks, follows, inboxItems, lists, listEntries } = database.tables
  const userId = (await passwords.findUser('admin'))?.user.id
  const count = to - from
  const facts = (number: number) => catalogueBook({ asin: asinOf(number), releaseDate: '2100-03-02' })
  const thing = (number: number) => `author:us:author ${number}`
  await bulkInsert(database, followed, count, (at) => ({
    ...{ id: thing(from + at), kind: 'author', region: 'us', key: `author ${from + at}` },
    ...{ name: `Author ${from + at}`, dueAt: new Date('2100-01-01') },
  }))
  await bulkInsert(database, followedBooks, count, (at) => ({
    ...{ followedId: thing(from + at), asin: asinOf(from + at), announced: true },
    ...{ releaseDate: '2100-03-02', book: facts(from + at) },
  }))
  await bulkInsert(database, follows, count, (at) => ({
    ...{ id: `follow ${from + at}`, userId, followedId: thing(from + at), requests: false, since: AT },
  }))
  await bulkInsert(database, inboxItems, count, (at) => ({
    ...{ id: `item ${from + at}`, userId, code: 'book_announced', asin: asinOf(from + at) },
    ...{ book: facts(from + at), followed: 'Ada Moor', read: false, at: AT },
  }))
  await bulkInsert(database, lists, count, (at) => ({
    ...{ id: `list-${from + at}`, userId, source: 'text', region: 'us', open: false },
    ...{ turnAt: AT, createdAt: AT, updatedAt: AT },
  }))
  await bulkInsert(database, listEntries, count, (at) => ({
    ...{ listId: 'list-0', number: from + at + 1, title: `Book ${from + at}`, state: 'matched' },
    ...{ selected: true, requesting: false, asin: asinOf(from + at) },
  }))
}

async function addTargets(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await server.app.notificationTargets.create(null, {
      name: `Target ${index}`,
      kind: 'custom',
      url: `https://chat.example/${index}`,
      events: ['onNewRequest'],
      body_type: 'text',
      body: '{bookTitle}',
      enabled: true,
    })
  }
}

const PAGES = [
  'requests?limit=20',
  'requests?limit=20&q=book',
  'requests/counts',
  'users?limit=20',
  'settings/notifications',
  'settings/requests',
  'settings/discover',
  'requests/quota',
  'invitations',
  'recommendations',
  'recommendations/user',
  'recommendations/popular',
  'recommendations/recent',
  'recommendations/followed',
  'search?q=lantern',
  `books/${asinOf(1)}`,
  `books/${asinOf(1)}/series`,
  `books/${asinOf(1)}/editions`,
  `books/${asinOf(1)}/similar`,
  `series/${seriesAsin('The Lantern Roads')}`,
  'authors/Maren%20Oakhollow',
  'narrators/Tobias%20Fenn',
  'follows',
  'calendar',
  'inbox?limit=20',
  'inbox/count',
  'lists',
  'lists/list-0',
  'lists/list-0/entries?limit=20',
]

describe('a server with 1,000 requests of 200 users, and 50 targets', () => {
  it('makes no more queries for a page than one that is almost empty', async () => {
    await fill(0, 20)
    await fillOwn(0, 20)
    await addTargets(1)
    // The first call caches the catalogue's responses.
    for (const path of PAGES) await questionsOf(path)
    const few = await questionsOfAll()
    await fill(20, REQUESTS)
    await fillOwn(20, REQUESTS)
    await server.app.database.write(async (transaction) => {
      await transaction.delete(server.app.database.tables.notificationTargets)
    })
    await addTargets(TARGETS)
    expect(await questionsOfAll()).toEqual(few)
  })

  it('shows each book once across the pages of requests, and all of them without paging', async () => {
    const seen: string[] = []
    for (let offset = 0; offset < REQUESTS; offset += 250) {
      const { asins, total } = await page(`limit=250&offset=${offset}`)
      expect([asins.length, total]).toEqual([250, REQUESTS])
      seen.push(...asins)
    }
    expect(new Set(seen).size).toBe(REQUESTS)
    expect((await page('')).asins).toEqual(seen)
    expect(await page(`limit=20&offset=${REQUESTS}`)).toEqual({ asins: [], total: REQUESTS })
  })

  it('filters and counts them', async () => {
    expect((await page('q=book+999')).asins).toEqual([asinOf(999)])
    expect((await page('user=user+7&limit=2')).total).toBe(REQUESTS / USERS)
  })

  it('lists users by page, and every target', async () => {
    const { users, total } = userListSchema.parse(await (await get('users?limit=50&offset=150')).json())
    // In addition, there are root and the user who asks.
    expect([users.length, total]).toEqual([50, USERS + 2])
    const targets = z
      .array(notificationTargetSchema)
      .parse(await (await get('settings/notifications')).json())
    expect(targets).toHaveLength(TARGETS)
  })
})
