import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { requestedBookSchema, type RequestedBookDto } from '#contract/books'
import { problemSchema } from '#contract/common'
import type { Database } from '#server/db/database'
import { fillLarge } from '#scripts/lib/large-data'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { openTestPostgres, openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { rawRequest } from '#tests/support/raw-request'

/** So many that a response without a limit takes many chunks. */
const SIZES = { books: 900, users: 20, requests: 1000, releases: 20, timeline: 20, deliveries: 20 }
const REQUESTED = 800
const PAGE = 100

/** Reads that the database still serves. */
let readsLeft = Number.MAX_SAFE_INTEGER

/** A database that is lost after so many reads. */
function losable(database: Database): Database {
  const read = new Proxy(database.read, {
    get(target, key, receiver): unknown {
      if (key === 'select' && readsLeft-- <= 0) throw new Error('the database is lost')
      return Reflect.get(target, key, receiver)
    },
  })
  return { ...database, read }
}

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('requests without a limit (%s)', (_name, open) => {
  let opened: OpenDatabase
  let server: TestApp
  let headers: { authorization: string }

  beforeAll(async () => {
    opened = await open()
    await fillLarge(opened.database, SIZES)
    server = await startTestApp({ database: losable(opened.database) })
    headers = await addCaller(server.app, 'admin', 'anna')
  })
  afterAll(async () => {
    readsLeft = Number.MAX_SAFE_INTEGER
    await server.close()
    await opened.remove()
  })

  const get = (query: string, encoding = 'identity') =>
    server.fetch(`/api/requests${query}`, { headers: { ...headers, 'accept-encoding': encoding } })
  const booksOf = async (answer: Response): Promise<RequestedBookDto[]> => {
    expect(answer.status).toBe(200)
    return z.array(requestedBookSchema).parse(await answer.json())
  }

  it.each(['date', 'title', 'author', 'release', 'requesters'])(
    'are the concatenation of their pages, by %s',
    async (sort) => {
      const all = await booksOf(await get(`?sort=${sort}`))
      expect(all).toHaveLength(REQUESTED)
      const paged: RequestedBookDto[] = []
      for (let offset = 0; offset < REQUESTED; offset += PAGE) {
        paged.push(...(await booksOf(await get(`?sort=${sort}&limit=${PAGE}&offset=${offset}`))))
      }
      expect(all).toEqual(paged)
    },
  )

  it('come in chunks, compressed or not, with their count up front', async () => {
    const plain = await get('?status=available')
    const compressed = await get('?status=available', 'gzip')
    for (const answer of [plain, compressed]) {
      expect(answer.headers.get('transfer-encoding')).toBe('chunked')
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('vary')).toBe('accept-encoding')
    }
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    const text = await plain.text()
    expect(await compressed.text()).toBe(text)
    expect(z.array(requestedBookSchema).parse(JSON.parse(text))).toHaveLength(
      Number(plain.headers.get('x-total-count')),
    )
  })

  it('are counted for HEAD requests', async () => {
    const {
      status,
      headers: told,
      body,
    } = await rawRequest(server.url, [
      'HEAD /api/requests HTTP/1.1',
      `Authorization: ${headers.authorization}`,
    ])
    expect([status, told.get('x-total-count'), body]).toEqual([200, String(REQUESTED), ''])
    expect(told.get('content-type')).toBe('application/json')
  })

  it('become a problem if the database is lost before the first of them', async () => {
    // The first six reads look up the key and its user, and select the books.
    const answers: number[] = []
    for (let reads = 0; reads < 6; reads++) {
      readsLeft = reads
      const answer = await get('')
      readsLeft = Number.MAX_SAFE_INTEGER
      answers.push(answer.status)
      expect(problemSchema.parse(await answer.json()).status).toBe(500)
    }
    expect(new Set(answers)).toEqual(new Set([500]))
  })

  it.each(['identity', 'gzip'])('are cut off if the database is lost on the way (%s)', async (encoding) => {
    readsLeft = Number.MAX_SAFE_INTEGER
    expect(await booksOf(await get('', encoding))).toHaveLength(REQUESTED)
    const needed = Number.MAX_SAFE_INTEGER - readsLeft
    readsLeft = Math.floor(needed * 0.75)
    const answer = await get('', encoding)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
    readsLeft = Number.MAX_SAFE_INTEGER
    expect(await booksOf(await get('', encoding))).toHaveLength(REQUESTED)
  })
})
