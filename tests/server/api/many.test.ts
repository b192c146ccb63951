import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { notificationTargetSchema } from '#contract/notifications'
import { requestedBookSchema } from '#contract/books'
import { userListSchema } from '#contract/users'
import { openSqlite } from '#server/db/sqlite'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { countReads } from '#tests/support/counted-reads'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

const REQUESTS = 1000
const USERS = 200
const TARGETS = 50
/** Rows in one statement. */
const BATCH = 100
const AT = new Date('2026-01-01T00:00:00Z')

let directory: string
let server: TestApp
let admin: Record<string, string>
let questions: () => number

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'earmark-many-'))
  const opened = await openSqlite({ path: join(directory, 'db.sqlite'), migrations: resolve('migrations') })
  questions = countReads(opened)
  server = await startTestApp({ database: opened, environment: ROOT_ENVIRONMENT })
  admin = await addCaller(server.app, 'admin')
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

const get = (path: string) => server.fetch(`/api/${path}`, { headers: admin })
const page = async (query: string) => {
  const answer = await get(`requests?${query}`)
  const books = z.array(requestedBookSchema).parse(await answer.json())
  return { asins: books.map(({ book }) => book.asin), total: Number(answer.headers.get('x-total-count')) }
}
/** How many statements it takes to answer. */
async function questionsOf(path: string): Promise<number> {
  const before = questions()
  const answer = await get(path)
  expect(answer.status, path).toBe(200)
  await answer.arrayBuffer()
  return questions() - before
}

const asinOf = (index: number) => `B${String(index).padStart(9, '0')}`

/** Puts in requests with these numbers, each for a book of its own, and of the users in turn. */
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
]

describe('a server with 1,000 requests of 200 users, and 50 targets', () => {
  it('asks its database as little for a page as one that has hardly any', async () => {
    await fill(0, 20)
    await addTargets(1)
    const few = []
    for (const path of PAGES) few.push(await questionsOf(path))
    await fill(20, REQUESTS)
    await server.app.database.write(async (transaction) => {
      await transaction.delete(server.app.database.tables.notificationTargets)
    })
    await addTargets(TARGETS)
    const many = []
    for (const path of PAGES) many.push(await questionsOf(path))
    expect(many).toEqual(few)
  })

  it('shows the requests in pages that hold each book once, and all of them where no page is asked for', async () => {
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

  it('finds and counts among them', async () => {
    expect((await page('q=book+999')).asins).toEqual([asinOf(999)])
    expect((await page('user=user+7&limit=2')).total).toBe(REQUESTS / USERS)
  })

  it('lists the users in pages and every target', async () => {
    const { users, total } = userListSchema.parse(await (await get('users?limit=50&offset=150')).json())
    // Beside them there are root and who asks here.
    expect([users.length, total]).toEqual([50, USERS + 2])
    const targets = z
      .array(notificationTargetSchema)
      .parse(await (await get('settings/notifications')).json())
    expect(targets).toHaveLength(TARGETS)
  })
})
