import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { requestedBookSchema } from '#contract/books'
import { problemSchema } from '#contract/common'
import { handMadeSchema } from '#contract/hand-made'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { emptyCatalogue } from '#tests/support/empty-catalogue'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

let server: TestApp
let admin: Record<string, string>
let owner: Record<string, string>
let other: Record<string, string>

beforeAll(async () => {
  server = await startTestApp({ environment: ROOT_ENVIRONMENT, fetch: emptyCatalogue })
  admin = await addCaller(server.app, 'admin')
  owner = await addCaller(server.app, 'trusted', 'owner')
  other = await addCaller(server.app, 'trusted', 'other')
})
afterAll(() => server.close())
beforeEach(async () => {
  const { audiobooks } = server.app.database.tables
  await server.app.database.write(async (transaction) => {
    await transaction.delete(audiobooks)
  })
})

const call = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  server.fetch(`/api/requests/manual${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const BOOK = { title: 'Songs of the Marsh', author: 'Ada Moor, Ben Hale', publish_date: '1998' }
const listOf = async (headers: Record<string, string>) =>
  z.array(handMadeSchema).parse(await (await call('GET', '', headers)).json())

/** Requests the book by hand as its owner. @returns its id. */
async function write(): Promise<string> {
  const answer = await call('POST', '', owner, BOOK)
  expect(answer.status).toBe(201)
  return handMadeSchema.parse(await answer.json()).id
}

describe('/api/requests/manual', () => {
  it('accepts a book and shows it in both lists, even with a trailing slash', async () => {
    const answer = await call('POST', '/', owner, { ...BOOK, narrator: 'Cy Oak', info: 'On tape' })
    expect(answer.status).toBe(201)
    const made = handMadeSchema.parse(await answer.json())
    expect(made).toMatchObject({
      info: 'On tape',
      book: {
        asin: made.id,
        authors: ['Ada Moor', 'Ben Hale'],
        narrators: ['Cy Oak'],
        release_date: '1998-01-01',
        hand_made: true,
        downloaded: false,
      },
    })
    expect(await listOf(owner)).toEqual([made])
    const all = await server.fetch('/api/requests', { headers: admin })
    expect(z.array(requestedBookSchema).parse(await all.json())).toMatchObject([{ book: { asin: made.id } }])
    expect((await server.fetch(made.book.cover_image, { headers: owner })).status).toBe(200)
  })

  it('hides it from others and lets them do nothing', async () => {
    const id = await write()
    expect(await listOf(other)).toEqual([])
    expect((await call('PUT', `/${id}`, other, BOOK)).status).toBe(404)
    expect((await call('DELETE', `/${id}`, other)).status).toBe(404)
    expect((await call('PATCH', `/${id}/downloaded`, other)).status).toBe(403)
    expect((await server.fetch(`/api/books/${id}`, { headers: other })).status).toBe(404)
    const joined = await server.fetch(`/api/requests/${id}`, { method: 'POST', headers: other })
    expect(joined.status).toBe(404)
    expect(await listOf(admin)).toHaveLength(1)
  })

  it('is indistinguishable from a missing one for others, whatever they call', async () => {
    const id = await write()
    const body = JSON.stringify({
      prowlarr_base_url: 'http://prowlarr.invalid',
      prowlarr_api_key: 'k',
      enabled: true,
    })
    const configured = await server.fetch('/api/indexers/Prowlarr', { method: 'PATCH', headers: admin, body })
    expect(configured.status).toBe(204)
    const answersTo = async (headers: Record<string, string>, asin: string) => {
      const cover = await server.fetch(`/api/covers/${asin}`, { headers })
      const acts = ['refresh', 'auto-download'].map((act) =>
        server.fetch(`/api/requests/${asin}/${act}`, { method: 'POST', headers }),
      )
      const [refreshed, downloaded] = await Promise.all(acts)
      return {
        cover: (await cover.text()).replaceAll(asin, ''),
        caching: cover.headers.get('cache-control'),
        refreshed: refreshed?.status,
        downloaded: downloaded?.status,
      }
    }
    const unknown = await answersTo(other, 'H000000000')
    expect(unknown).toMatchObject({ refreshed: 404, downloaded: 404 })
    expect(unknown.cover).not.toContain('Marsh')
    expect({ ...(await answersTo(other, id)), cover: '' }).toEqual({ ...unknown, cover: '' })
    expect((await answersTo(other, id)).cover).not.toContain('Marsh')
    for (const who of [owner, admin]) {
      expect((await answersTo(who, id)).cover).toContain('Marsh')
      expect((await answersTo(who, id)).refreshed).toBe(202)
    }
  })

  it('is corrected and withdrawn by the owner or an administrator', async () => {
    const id = await write()
    expect((await call('PUT', `/${id}`, owner, { ...BOOK, title: 'Marsh Songs' })).status).toBe(204)
    expect((await call('PUT', `/${id.toLowerCase()}`, admin, { ...BOOK, title: 'Marsh' })).status).toBe(204)
    expect((await listOf(owner))[0]?.book.title).toBe('Marsh')
    expect((await call('DELETE', `/${id}`, owner)).status).toBe(204)
    expect((await call('DELETE', `/${id}`, owner)).status).toBe(404)
    const again = await write()
    expect((await call('DELETE', `/${again}`, admin)).status).toBe(204)
    expect(await listOf(owner)).toEqual([])
  })

  it('refuses the same title and author twice', async () => {
    await write()
    const twice = await call('POST', '', owner, { ...BOOK, title: BOOK.title.toUpperCase() })
    expect([twice.status, problemSchema.parse(await twice.json()).code]).toEqual([
      409,
      'already_written_down',
    ])
    expect((await call('POST', '', other, BOOK)).status).toBe(201)
  })

  it('is marked as in the library', async () => {
    const id = await write()
    expect((await call('PATCH', `/${id}/downloaded`, admin)).status).toBe(204)
    expect((await listOf(owner))[0]?.book).toMatchObject({ status: 'available', downloaded: true })
    expect((await call('PATCH', '/H000000000/downloaded', admin)).status).toBe(404)
    expect((await call('PATCH', '/B000000000/downloaded', admin)).status).toBe(404)
  })

  it.each([
    ['title', { title: '' }],
    ['title', { title: undefined }],
    ['author', { author: ' , ' }],
    ['publish_date', { publish_date: 'soon' }],
    ['info', { info: 'x'.repeat(2001) }],
    ['asin', { asin: 'B000000000' }],
  ])('refuses a wrong %s', async (field, change) => {
    const answer = await call('POST', '', owner, { ...BOOK, ...change })
    expect(answer.status).toBe(422)
    expect(problemSchema.parse(await answer.json()).errors?.[0]?.path).toBe(field)
  })
})
