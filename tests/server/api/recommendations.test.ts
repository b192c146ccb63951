import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { discoverRowSchema, getRecommendations, listSimilarBooks } from '#contract/discover'
import { startTestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { serveCatalogue } from '#tests/support/catalogue-server'
import { createGate } from '#tests/support/gate'

const { server, catalogue, asinOf, trusted: tess } = serveCatalogue()

afterEach(() => catalogue.misbehave(null))

const get = (path: string) => server.fetch(`/api/recommendations${path}`, { headers: tess })
const rows = async () => z.array(discoverRowSchema).parse(await (await get('')).json())
const books = async (path: string) =>
  getRecommendations.answers[200].schema.parse(await (await get(path)).json())

describe('recommendations', () => {
  it('on an empty server are the catalogue’s bestsellers, with categories at once', async () => {
    const found = await rows()
    expect(found.map(({ row }) => row)).toEqual([
      'bestsellers',
      'new_releases',
      ...Array.from({ length: 5 }, () => 'bestsellers'),
    ])
    const category = found.at(-1)?.category
    const ofCategory = await books(`/bestsellers?category=${category?.id}&region=${category?.region}&limit=5`)
    expect(ofCategory).toHaveLength(5)
    expect(ofCategory[0]).toMatchObject({
      requests: [],
      reason: { code: 'bestseller' },
    })
    expect(await books('/new_releases?limit=3')).toHaveLength(3)
    const [first] = await books('/categories?limit=8')
    expect(first?.reason?.code).toBe('category_bestseller')
    expect(await books('/user')).toEqual([])
  })

  it('start with the person as soon as they have requested something', async () => {
    await server.fetch(`/api/requests/${asinOf('The Ash Ferry')}`, { method: 'POST', headers: tess })
    expect((await rows()).slice(0, 3).map(({ row }) => row)).toEqual(['user', 'popular', 'recent'])
    const found = await books('/user?limit=12')
    expect(found).toHaveLength(12)
    expect(found[0]).toMatchObject({
      book: { title: 'The Salt Lantern' },
      reason: {
        code: 'next_in_series',
        params: { series: 'The Lantern Roads' },
        text: 'Next in The Lantern Roads',
      },
    })
    expect(found.map(({ book }) => book.title)).not.toContain('The Ash Ferry')
    expect(await books('/recent')).toMatchObject([{ book: { title: 'The Ash Ferry', status: 'waiting' } }])
  })

  it('fail row by row while the catalogue is down, except those already cached', async () => {
    catalogue.misbehave({ kind: 'status', status: 503 })
    expect((await get('/bestsellers?region=fr')).status).toBe(502)
    expect((await get('/recent')).status).toBe(200)
    expect((await get('/bestsellers')).status).toBe(200)
    expect((await get('')).status).toBe(200)
  })

  it.each([
    '/nonsense',
    '/popular?limit=0',
    '/popular?limit=51',
    '/bestsellers?category=x',
    '/user?region=xx',
  ])('refuse %s', async (path) => {
    expect((await get(path)).status).toBe(422)
  })
})

describe('books similar to another', () => {
  const similar = async (asin: string, query = '') => {
    const answer = await server.fetch(`/api/books/${asin}/similar${query}`, { headers: tess })
    return listSimilarBooks.answers[200].schema.parse(await answer.json())
  }

  it('are those that the catalogue lists beside it, with their status', async () => {
    const asin = asinOf('Meridian Station')
    const [first, ...others] = await similar(asin, '?limit=6')
    expect(others).toHaveLength(5)
    expect(first?.book.status).toBeNull()
    await server.fetch(`/api/requests/${first?.book.asin}`, { method: 'POST', headers: tess })
    const [again] = await similar(asin, '?limit=6')
    expect(again?.book).toMatchObject({ asin: first?.book.asin, status: 'waiting' })
  })

  it('are empty if the catalogue does not have it', async () => {
    expect(await similar('B0NOWHERE0')).toEqual([])
  })
})

it('Someone who makes many catalogue calls at once delays no one else', async () => {
  const gate = createGate()
  const slow = await startTestApp({
    environment: { SVC_CATALOGUE__BASE_URL: catalogue.baseUrl },
    fetch: async (...request) => {
      await gate.pass()
      return fetch(...request)
    },
  })
  onTestFinished(() => slow.close())
  const [greedy, other] = [
    await addCaller(slow.app, 'untrusted', 'greedy'),
    await addCaller(slow.app, 'trusted'),
  ]
  const ask = async (headers: Record<string, string>, category: number) =>
    (await slow.fetch(`/api/recommendations/bestsellers?category=${category}`, { headers })).status
  let refused = 0
  const pending = Array.from({ length: 260 }, async (_, category) => {
    const status = await ask(greedy, category)
    if (status === 503) refused++
    return status
  })
  await expect.poll(() => refused).toBe(48)
  const answer = ask(other, 1000)
  await slow.fetch('/api/session', { headers: other })
  gate.open()
  expect(await answer).toBe(200)
  expect((await Promise.all(pending)).filter((status) => status === 200)).toHaveLength(212)
})
