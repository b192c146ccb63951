import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { serveCatalogue } from '#tests/support/catalogue-server'

/** A book of the fake catalogue. */
const BOOK = 'EMODD00001'

const { server, admin, trusted, untrusted } = serveCatalogue()

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

  it('does not fetch what waits for approval or was declined', async () => {
    expect((await call('POST', `/api/requests/${BOOK}`, undefined, untrusted)).status).toBe(201)
    expect(await wanted()).toEqual([])
    expect(await wanted('filter=not_downloaded&status=waiting_for_approval')).toHaveLength(1)
    expect((await call('POST', `/api/requests/${BOOK}/decline`)).status).toBe(204)
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

describe('A script for AudioBookRequest', () => {
  const user = z.looseObject({ username: z.string(), role: z.string(), root: z.boolean() })
  const userIn = ({ text }: { text: string }) => user.parse(json(text))

  it('adds untrusted users, and changes them with nulls for what stays', async () => {
    const body = { username: 'nora', password: 'a long pass phrase', root: false, extra_data: null }
    const added = await call('POST', '/api/users/', body)
    expect([added.status, userIn(added).role]).toEqual([201, 'untrusted'])
    const changed = await call('PUT', '/api/users/nora', {
      password: null,
      group: 'trusted',
      extra_data: 'x',
    })
    expect([changed.status, userIn(changed)]).toEqual([
      200,
      expect.objectContaining({ role: 'trusted', has_password: true, extra_data: 'x' }),
    ])
    const kept = await call('PUT', '/api/users/nora', { password: null, group: null })
    expect(userIn(kept)).toMatchObject({ role: 'trusted', has_password: true })
    expect((await call('POST', '/api/users', { ...body, username: 'ole', root: true })).status).toBe(422)
  })

  it('adds a target for one event, and reads the event under both names', async () => {
    const body = { name: 'Hook', url: 'https://hooks.example.com/a', body_type: 'text', body: '{bookTitle}' }
    const added = await call('POST', '/api/settings/notifications', { ...body, event: 'onNewRequest' })
    expect([added.status, json(added.text)]).toEqual([
      201,
      expect.objectContaining({
        event: 'onNewRequest',
        event_type: 'onNewRequest',
        events: ['onNewRequest'],
      }),
    ])
  })

  it.each([
    ['/api/recommendations/user?seed_asins=B000000001&limit=5&offset=2'],
    ['/api/recommendations/popular?min_requests=1&exclude_downloaded=true'],
    ['/api/recommendations/recent?days_back=30'],
    ['/api/recommendations/authors?audible_region=de&personal_favorites=true'],
  ])('asks for %s', async (path) => {
    const answer = await call('GET', path)
    expect([answer.status, json(answer.text)]).toEqual([200, expect.any(Array)])
  })

  it('leaves out the first recommendations', async () => {
    const all = z.array(z.object({ book: z.object({ asin: z.string() }) }))
    const asins = async (query: string) =>
      all
        .parse(json((await call('GET', `/api/recommendations/bestsellers?${query}`)).text))
        .map(({ book }) => book.asin)
    expect(await asins('limit=2&offset=2')).toEqual((await asins('limit=4')).slice(2))
  })

  it('gets as many search results as there may be if it asks for more', async () => {
    const most = await call('GET', '/api/search?q=the&num_results=50')
    const more = await call('GET', '/api/search?q=the&num_results=200')
    const count = ({ text }: { text: string }) => z.array(z.unknown()).parse(json(text)).length
    expect([more.status, count(more)]).toEqual([200, count(most)])
  })

  it('withdraws a request twice', async () => {
    await call('POST', `/api/requests/${BOOK}`, undefined, trusted)
    for (const _time of [1, 2]) {
      expect((await call('DELETE', `/api/requests/${BOOK}`, undefined, trusted)).status).toBe(204)
    }
  })

  it('sends settings as text', async () => {
    const settings = { prowlarr_base_url: 'http://127.0.0.1:9', prowlarr_api_key: 'k', enabled: 'true' }
    expect((await call('PATCH', '/api/indexers/Prowlarr', settings)).status).toBe(204)
    expect((await call('PATCH', '/api/indexers/MyAnonamouse', { mam_vip: 'True' })).status).toBe(204)
    expect((await call('PATCH', '/api/indexers/MyAnonamouse', { mam_vip: 'maybe' })).status).toBe(422)
    expect((await call('PATCH', '/api/settings/download', { auto_download: 'true' })).status).toBe(204)
    expect(json((await call('GET', '/api/settings/download')).text)).toMatchObject({ auto_download: true })
    const shown = z.array(z.looseObject({ name: z.string(), enabled: z.boolean() }))
    const indexers = shown.parse(json((await call('GET', '/api/indexers')).text))
    expect(indexers.find(({ name }) => name === 'Prowlarr')?.enabled).toBe(true)
  })
})
