import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startProwlarrFake, type ProwlarrFake } from '#fakes/prowlarr'
import { problemSchema } from '#contract/common'
import { releaseSearchSchema, sourcesSchema, type SourcesDto } from '#contract/fulfilment'
import { serveCatalogue } from '#tests/support/catalogue-server'
import { configureProwlarr } from '#tests/support/prowlarr'
import { signIn } from '#tests/support/root'

/** A book of the fake catalogue. */
const ASIN = 'EMODD00001'

let prowlarr: ProwlarrFake

const { server, admin, trusted, untrusted, empty } = serveCatalogue()

beforeEach(async () => {
  prowlarr = await startProwlarrFake()
  await empty('audiobooks', 'indexers')
  return () => prowlarr.close()
})

const call = (method: string, path: string, headers = admin) =>
  server.fetch(`/api/requests${path}`, { method, headers })
const request = async () => expect((await call('POST', `/${ASIN}`, trusted)).status).toBe(201)
const configure = () =>
  configureProwlarr((path, init) => server.fetch(path, { ...init, headers: admin }), prowlarr)
const sources = async (query = ''): Promise<SourcesDto> => {
  const answer = await call('GET', `/${ASIN}/sources${query}`)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return sourcesSchema.parse(JSON.parse(text))
}
const finished = () => expect.poll(async () => (await sources()).state).toBe('ok')
const refusal = async (answer: Response) => {
  const { code } = problemSchema.parse(await answer.json())
  return [answer.status, code]
}

describe('GET /api/requests/{asin}/sources', () => {
  it('answers 400 while Prowlarr is not set up, and 404 for a book no one requested', async () => {
    expect(await refusal(await call('GET', `/${ASIN}/sources`))).toEqual([404, 'not_requested'])
    await request()
    expect(await refusal(await call('GET', `/${ASIN}/sources`))).toEqual([400, 'prowlarr_not_configured'])
  })

  it('is for administrators', async () => {
    expect((await call('GET', `/${ASIN}/sources`, trusted)).status).toBe(403)
  })

  it('starts no search with only_cached, then queries, then shows the results, best first', async () => {
    await request()
    await configure()
    expect(await sources('?only_cached=true')).toMatchObject({
      state: 'uncached',
      sources: [],
      search_id: null,
    })
    expect(prowlarr.received.filter(({ path }) => path.endsWith('/search'))).toEqual([])
    expect((await sources()).state).toBe('querying')
    await finished()
    const found = await sources('?only_cached=true')
    expect(found).toMatchObject({ state: 'ok', error_message: null, book: { asin: ASIN } })
    expect(found.indexers.map(({ name, state }) => [name, state])).toEqual([
      ['Spoken Shelf', 'answered'],
      ['Usenet Library', 'answered'],
      ['Open Ear', 'answered'],
    ])
    expect(found.sources.map(({ rank }) => rank)).toEqual(found.sources.map((_, at) => at + 1))
    const accepted = found.sources.map(({ verdict }) => verdict.accepted)
    expect(accepted).toEqual(accepted.toSorted((a, b) => Number(b) - Number(a)))
    expect(accepted[0]).toBe(true)
  })

  it('starts a search only for keys that may do more than read', async () => {
    await request()
    await configure()
    const queries = () => prowlarr.received.filter(({ path }) => path.endsWith('/search'))
    const cookie = await signIn(server)
    const made = await server.fetch('/api/settings/account/api-keys', {
      method: 'POST',
      headers: { cookie },
      body: JSON.stringify({ name: `reader ${prowlarr.apiKey}`.slice(0, 100), read_only: true }),
    })
    const { key } = z.object({ key: z.string() }).parse(await made.json())
    for (const headers of [
      { cookie },
      { cookie, 'sec-fetch-site': 'same-origin' },
      { authorization: `Bearer ${key}` },
      { ...admin, 'sec-fetch-site': 'cross-site' },
      { ...admin, 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await call('GET', `/${ASIN}/sources`, headers)
      expect(answer.status).toBe(200)
      expect(sourcesSchema.parse(await answer.json())).toMatchObject({ state: 'uncached', search_id: null })
    }
    const searches = z.array(releaseSearchSchema).parse(await (await call('GET', `/${ASIN}/searches`)).json())
    expect([searches, queries()]).toEqual([[], []])
    expect((await call('POST', `/${ASIN}/refresh`, { authorization: `Bearer ${key}` })).status).toBe(403)
    expect((await call('POST', `/${ASIN}/refresh`, { cookie })).status).toBe(202)
    await finished()
    expect(queries().length).toBeGreaterThan(0)
  })

  it('does not treat earlier results as current once a hand-made request is corrected', async () => {
    await configure()
    const write = async (path: string, method: string, title: string) => {
      const body = JSON.stringify({ title, author: 'Ada Moor' })
      return server.fetch(`/api/requests/manual${path}`, { method, headers: trusted, body })
    }
    const { id } = z.object({ id: z.string() }).parse(await (await write('', 'POST', 'The Sand Road')).json())
    const state = async (query = '') =>
      sourcesSchema.parse(await (await call('GET', `/${id}/sources${query}`)).json()).state
    await expect.poll(() => state()).toBe('ok')
    expect((await write(`/${id}`, 'PUT', 'The Salt Road')).status).toBe(204)
    expect(await state('?only_cached=true')).toBe('uncached')
    await expect.poll(() => state()).toBe('ok')
  })

  it('exposes no download link and no Prowlarr key', async () => {
    await request()
    await configure()
    await sources()
    await finished()
    const text = await (await call('GET', `/${ASIN}/sources`)).text()
    expect(text).not.toContain(prowlarr.apiKey)
    expect(text).not.toContain('/download?')
    const { releases } = server.app.database.tables
    const stored = JSON.stringify(await server.app.database.read.select().from(releases))
    expect(stored.length).toBeGreaterThan(500)
    expect(stored).not.toContain(prowlarr.apiKey)
  })

  it('shows the others’ releases when one indexer fails, and which one and why', async () => {
    prowlarr.troubleSearches({ kind: 'unavailable' }, 2)
    await request()
    await configure()
    await sources()
    await finished()
    const { error_message, sources: found, indexers } = await sources()
    expect(error_message).toMatch(/^1 of 3 failed: Usenet Library: .+/)
    expect(found.length).toBeGreaterThan(0)
    expect(indexers.find(({ id }) => id === 2)).toMatchObject({ state: 'failed', found: 0 })
  })

  it('distinguishes no results from a failure to ask', async () => {
    prowlarr.offer([])
    await request()
    await configure()
    await sources()
    await finished()
    expect(await sources()).toMatchObject({ state: 'ok', sources: [], error_message: null })
    prowlarr.misbehave({ kind: 'html' })
    await call('POST', `/${ASIN}/refresh?force_refresh=true`)
    await expect.poll(async () => (await sources('?only_cached=true')).error_message).toContain('Prowlarr')
  })

  it('keeps the verdicts of earlier searches', async () => {
    await request()
    await configure()
    await sources()
    await finished()
    const { search_id: first, sources: before } = await sources()
    prowlarr.offer([])
    await call('POST', `/${ASIN}/refresh?force_refresh=true`, trusted)
    await expect.poll(async () => (await sources()).sources.length).toBe(0)
    await finished()
    const history = await call('GET', `/${ASIN}/searches`)
    const searches = z.array(releaseSearchSchema).parse(await history.json())
    expect(searches.map(({ state, actor, found }) => [state, actor, found])).toEqual([
      ['finished', 'trusted', 0],
      ['finished', 'admin', before.length],
    ])
    const former = await sources(`?search_id=${first}`)
    expect(former.sources).toEqual(before)
    expect(await refusal(await call('GET', `/${ASIN}/sources?search_id=unknown`))).toEqual([
      404,
      'search_unknown',
    ])
  })
})

describe('POST /api/requests/{asin}/refresh', () => {
  const searches = () => prowlarr.received.filter(({ path }) => path.endsWith('/search')).length

  it('searches in the background, once while the result is fresh, and grabs nothing', async () => {
    await request()
    await configure()
    expect((await call('POST', `/${ASIN}/refresh`, trusted)).status).toBe(202)
    await finished()
    const made = searches()
    expect(made).toBeGreaterThan(0)
    expect((await call('POST', `/${ASIN}/refresh`, trusted)).status).toBe(202)
    expect((await sources()).state).toBe('ok')
    expect(searches()).toBe(made)
    await call('POST', `/${ASIN}/refresh?force_refresh=true`, trusted)
    await expect.poll(searches).toBeGreaterThan(made)
    await finished()
    expect(prowlarr.grabs).toEqual([])
  })

  it('is refused to untrusted people, for unknown books, and while Prowlarr is not set up', async () => {
    await request()
    expect((await call('POST', `/${ASIN}/refresh`, untrusted)).status).toBe(403)
    expect(await refusal(await call('POST', `/${ASIN}/refresh`, trusted))).toEqual([
      400,
      'prowlarr_not_configured',
    ])
    expect(await refusal(await call('POST', '/B0NOTHERE1/refresh', trusted))).toEqual([404, 'not_requested'])
  })

  it('does not reveal a book that others requested by hand', async () => {
    const body = JSON.stringify({ title: 'The Sand Road', author: 'Ada Moor' })
    const written = await server.fetch('/api/requests/manual', { method: 'POST', headers: untrusted, body })
    const { id } = z.object({ id: z.string() }).parse(await written.json())
    const answers = async (query: string) =>
      Promise.all(
        [id, 'B0NOTHERE1'].map(async (asin) => {
          const answer = await call('POST', `/${asin}/refresh${query}`, trusted)
          const { request_id: _, ...problem } = problemSchema.parse(await answer.json())
          return { status: answer.status, problem }
        }),
      )
    for (const query of ['', '?force_refresh=true']) {
      const [hidden, unknown] = await answers(query)
      expect(hidden?.status).toBe(404)
      expect(hidden).toEqual(unknown)
    }
    await configure()
    const [hidden, unknown] = await answers('?force_refresh=true')
    expect(hidden?.status).toBe(404)
    expect(hidden).toEqual(unknown)
    expect(searches()).toBe(0)
  })

  it('searches only once the book is out', async () => {
    await request()
    await configure()
    const { audiobooks } = server.app.database.tables
    await server.app.database.write(async (within) => {
      await within.update(audiobooks).set({ releaseDate: '2999-01-01' })
    })
    expect((await call('POST', `/${ASIN}/refresh?force_refresh=true`)).status).toBe(202)
    const { state, error_message } = await sources()
    expect([state, error_message]).toEqual(['uncached', expect.stringContaining('2999-01-01')])
    expect(searches()).toBe(0)
  })
})
