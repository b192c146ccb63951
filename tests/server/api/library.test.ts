import { expect, it } from 'vitest'
import { z } from 'zod'
import { bookDetailsSchema, requestedBookSchema } from '#contract/books'
import { libraryItemSchema } from '#contract/library-matches'
import { serveCatalogue } from '#tests/support/catalogue-server'
import { addCaller } from '#tests/support/callers'

const ASIN = 'EMODD00001'
const OTHER_ASIN = 'EM00B0UA2M'

const { server, admin } = serveCatalogue()

const send = (method: string, body?: unknown) =>
  server.fetch(`/api/books/${ASIN}/library`, {
    method,
    headers: { ...admin, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const details = async (headers: Record<string, string>) =>
  bookDetailsSchema.parse(await (await server.fetch(`/api/books/${ASIN}`, { headers })).json())

it('corrects a match for a book, and tells only administrators', async () => {
  expect((await details(admin)).may_correct_match).toBe(false)
  const facts = {
    title: 'Something Else',
    subtitle: null,
    authors: [],
    narrators: [],
    series: [],
    asin: null,
    isbn: null,
    language: null,
    durationMin: null,
    url: 'http://shelf.invalid/item/x',
  }
  const { items, matches } = server.app.library
  expect(await matches.isSetUp()).toBe(false)
  await items.save({
    connectionId: 'c1',
    items: [{ id: 'c1/x', facts, addedAt: null }],
    keysOf: async () => ['whole:something else'],
    now: new Date(),
  })
  expect((await send('PUT', { item: 'c1/gone', is: true })).status).toBe(404)
  for (const item of ['', 'c1/\u0000', '\ud800', 'c'.repeat(501)]) {
    expect((await send('PUT', { item, is: true })).status).toBe(422)
    expect((await send('DELETE', { item })).status).toBe(422)
  }
  expect((await send('PUT', { item: 'c1/x', is: true })).status).toBe(204)
  const told = await details(admin)
  expect([told.may_correct_match, told.book.in_library]).toEqual([
    true,
    { link: facts.url, same_edition: true, why: 'corrected', item: 'c1/x' },
  ])
  const member = await details(await addCaller(server.app, 'trusted'))
  expect([member.may_correct_match, member.book.in_library]).toEqual([
    false,
    { link: facts.url, same_edition: true, why: null, item: null },
  ])
  const listed = z.array(libraryItemSchema).parse(await (await send('GET')).json())
  expect(listed).toMatchObject([{ item: 'c1/x', why: 'corrected', said: 'is' }])
  expect((await send('DELETE', { item: 'c1/x' })).status).toBe(204)
  expect((await details(admin)).book.in_library).toBeNull()
  for (const kind of ['library_match_confirmed', 'library_match_undone']) {
    const audit = await (await server.fetch(`/api/audit?kind=${kind}`, { headers: admin })).json()
    expect(audit).toMatchObject({ total: 1, entries: [{ kind, subject: facts.title, detail: ASIN }] })
  }
})

it('makes a requested book of the library available, and refuses a request by hand only if asked to', async () => {
  const facts = {
    title: 'Songs of the Marsh',
    subtitle: null,
    authors: ['Ada Moor'],
    narrators: [],
    series: [],
    asin: OTHER_ASIN,
    isbn: null,
    language: null,
    durationMin: null,
    url: 'http://shelf.invalid/item/y',
  }
  await server.app.library.items.save({
    connectionId: 'c1',
    items: [{ id: 'c1/y', facts, addedAt: null }],
    keysOf: async () => [`id:${OTHER_ASIN}`, 'whole:songs of the marsh'],
    now: new Date(),
  })
  const headers = { ...(await addCaller(server.app, 'trusted', 'mira')), 'content-type': 'application/json' }
  const book = requestedBookSchema.parse(
    await (await server.fetch(`/api/requests/${OTHER_ASIN}`, { method: 'POST', headers })).json(),
  )
  expect([book.book.in_library?.link, book.book.status]).toEqual([facts.url, 'available'])

  const byHand = (query: string) =>
    server.fetch(`/api/requests/manual${query}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: facts.title, author: 'Ada Moor' }),
    })
  const refused = await byHand('?unless_in_library=true')
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'in_library', params: { title: facts.title, link: facts.url } },
  ])
  expect((await byHand('')).status).toBe(201)
})
