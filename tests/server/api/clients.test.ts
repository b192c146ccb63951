import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { serveCatalogue } from '#tests/support/catalogue-server'

/** A book of the fake catalogue. */
const BOOK = 'EMODD00001'

const { server, admin, trusted } = serveCatalogue()

/** Calls as these programs do: with a key and without a content type; they accept any 2xx. */
async function call(method: string, path: string, body?: unknown, headers = admin) {
  const answer = await server.fetch(path, {
    method,
    headers,
    // Unlike a string, a blob without a type sets no content type.
    ...(body !== undefined && { body: new Blob([JSON.stringify(body)]) }),
  })
  return { ok: answer.ok, status: answer.status, text: await answer.text() }
}
const json = (text: string): unknown => JSON.parse(text)

describe('A session manager for MyAnonamouse', () => {
  const configurations = z.record(
    z.string(),
    z.array(
      z.looseObject({
        name: z.string(),
        description: z.string(),
        default: z.union([z.string(), z.number(), z.boolean(), z.null()]),
        required: z.boolean(),
        type: z.enum(['str', 'int', 'float', 'bool']),
      }),
    ),
  )

  it.each(['/api/indexers/configurations', '/api/indexers/configurations/'])(
    'finds the session setting at %s, even while the indexer is off',
    async (path) => {
      const answer = await call('GET', path)
      expect(answer.status).toBe(200)
      const { MyAnonamouse: entries } = configurations.parse(json(answer.text))
      expect(entries?.find(({ name }) => name === 'mam_session_id')).toMatchObject({ type: 'str' })
    },
  )

  it.each(['/api/indexers/MyAnonamouse', '/api/indexers/MyAnonamouse/'])(
    'stores a new session by PATCH %s and changes nothing else',
    async (path) => {
      const before = json((await call('GET', '/api/indexers')).text)
      const changed = await call('PATCH', path, { mam_session_id: 'aFreshCookie-1_2%2B' })
      expect(changed).toMatchObject({ ok: true, text: '' })
      const after = json((await call('GET', '/api/indexers')).text)
      const shape = z.array(z.looseObject({ name: z.string(), settings: z.record(z.string(), z.unknown()) }))
      for (const [index, indexer] of shape.parse(after).entries()) {
        const { mam_session_id: session, ...others } = indexer.settings
        const { mam_session_id: _former, ...former } = shape.parse(before)[index]?.settings ?? {}
        expect(others).toEqual(former)
        if (indexer.name === 'MyAnonamouse') expect(session).toEqual({ set: true })
      }
      expect(JSON.stringify(after)).not.toContain('aFreshCookie-1_2%2B')
    },
  )

  it('gets an error for a wrong name, setting or key', async () => {
    expect((await call('PATCH', '/api/indexers/myanonamouse', { mam_session_id: 'x' })).status).toBe(404)
    expect((await call('PATCH', '/api/indexers/MyAnonamouse', { mam_id: 'x' })).status).toBe(422)
    const wrongKey = { authorization: 'Bearer made-up' }
    expect((await call('GET', '/api/indexers/configurations', undefined, wrongKey)).status).toBe(401)
    expect((await call('GET', '/api/indexers/configurations', undefined, trusted)).status).toBe(403)
  })
})

describe('A downloader for Soulseek', () => {
  const listed = z.array(
    z.looseObject({
      book: z.looseObject({
        asin: z.string(),
        title: z.string(),
        subtitle: z.string().nullable(),
        authors: z.array(z.string()),
        narrators: z.array(z.string()),
        cover_image: z.string().nullable(),
        release_date: z.string().nullable(),
        runtime_length_min: z.number().nullable(),
        updated_at: z.string(),
        downloaded: z.boolean(),
      }),
      requests: z.array(
        z.looseObject({ asin: z.string(), user_username: z.string(), updated_at: z.string() }),
      ),
      download_error: z.string().nullable(),
    }),
  )
  const wanted = async (query = 'filter=not_downloaded') => {
    const answer = await call('GET', `/api/requests?${query}`)
    expect(answer.status).toBe(200)
    return listed.parse(json(answer.text))
  }

  beforeEach(async () => {
    const { audiobooks } = server.app.database.tables
    await server.app.database.write(async (transaction) => {
      await transaction.delete(audiobooks)
    })
  })

  it('sees that the server is healthy, even without a key', async () => {
    expect((await call('GET', '/api/health')).ok).toBe(true)
    expect((await call('GET', '/api/health/', undefined, {})).ok).toBe(true)
  })

  it('gets an empty array if nothing is wanted', async () => {
    expect(await wanted()).toEqual([])
  })

  it('fetches what is wanted, marks it as downloaded, and does not see it again', async () => {
    expect((await call('POST', `/api/requests/${BOOK}`, undefined, trusted)).status).toBe(201)
    const byHand = { title: 'Songs of the Marsh', author: 'Ada Moor, Ben Hale' }
    expect((await call('POST', '/api/requests/manual', byHand, trusted)).status).toBe(201)

    const books = await wanted()
    expect(books.map(({ book }) => [book.title, book.downloaded])).toEqual(
      expect.arrayContaining([['Songs of the Marsh', false]]),
    )
    expect(books).toHaveLength(2)
    expect(books[0]?.requests).toMatchObject([{ user_username: 'trusted' }])
    expect(await wanted('filter=downloaded')).toEqual([])

    for (const [index, { book }] of books.entries()) {
      const slash = index === 0 ? '' : '/'
      const marked = await call('PATCH', `/api/requests/${book.asin}/downloaded${slash}`)
      expect(marked).toMatchObject({ status: 204, text: '' })
    }
    expect(await wanted()).toEqual([])
    expect((await wanted('filter=downloaded')).map(({ book }) => book.downloaded)).toEqual([true, true])
    expect(await wanted('')).toHaveLength(2)
  })

  it('gets an error if the request does not exist or the key lacks permission', async () => {
    expect((await call('PATCH', '/api/requests/B000000404/downloaded')).status).toBe(404)
    await call('POST', `/api/requests/${BOOK}`, undefined, trusted)
    expect((await call('PATCH', `/api/requests/${BOOK}/downloaded`, undefined, trusted)).status).toBe(403)
    expect(await wanted()).toHaveLength(1)
  })
})
