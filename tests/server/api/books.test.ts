import { expect, it } from 'vitest'
import { bookDetailsSchema } from '#contract/books'
import { problemSchema } from '#contract/common'
import { addCaller } from '#tests/support/callers'
import { serveCatalogue } from '#tests/support/catalogue-server'

/** Books of the fake catalogue: one sold in every region, one only in Germany. */
const EVERYWHERE = 'EMODD00001'
const GERMAN = 'EMODD00014'

const { server, catalogue, admin, untrusted } = serveCatalogue()

const get = (path: string, headers = untrusted) => server.fetch(`/api/books/${path}`, { headers })

it('GET /api/books/{asin} is the book of the catalogue, then with its requests and activity', async () => {
  const before = bookDetailsSchema.parse(await (await get(`${EVERYWHERE.toLowerCase()}?region=uk`)).json())
  expect(before).toMatchObject({
    book: { asin: EVERYWHERE, region: 'uk', status: null },
    requests: [],
    timeline: [],
  })
  await server.fetch(`/api/requests/${EVERYWHERE}`, { method: 'POST', headers: untrusted })
  const after = bookDetailsSchema.parse(await (await get(EVERYWHERE, admin)).json())
  expect(after).toMatchObject({
    book: { status: 'waiting_for_approval' },
    requests: [{ user_username: 'untrusted' }],
    username: 'admin',
    timeline: [{ kind: 'requested', actor: 'untrusted' }],
  })
})

it('GET /api/books/{asin} hides what a former user of any name had requested', async () => {
  const asin = 'EMODD00002'
  const former = await addCaller(server.app, 'untrusted', 'mia')
  const request = { method: 'POST', headers: former, body: '{"wishes":{"note":"For the long nights"}}' }
  expect((await server.fetch(`/api/requests/${asin}`, request)).status).toBe(201)
  expect(await (await get(asin, former)).text()).toContain('For the long nights')
  await server.fetch('/api/users/mia', { method: 'DELETE', headers: admin })
  const now = await addCaller(server.app, 'untrusted', 'mia')
  expect(bookDetailsSchema.parse(await (await get(asin, now)).json()).timeline).toEqual([])
  await server.fetch(`/api/requests/${asin}`, { method: 'POST', headers: now })
  expect(bookDetailsSchema.parse(await (await get(asin, now)).json()).timeline).toMatchObject([
    { kind: 'requested', actor: 'mia', detail: null },
  ])
})

it('GET /api/books/{asin} says in words that a book does not exist', async () => {
  const answer = await get(`${GERMAN}?region=us`)
  expect(answer.status).toBe(404)
  expect(problemSchema.parse(await answer.json())).toMatchObject({
    code: 'not_in_region',
    detail: `No one here has requested ${GERMAN}, and the catalogue does not have it in the region us.`,
  })
  expect((await get(`${GERMAN}?region=de`)).status).toBe(200)
})

it.each(['nonsense', `${EVERYWHERE}?region=xx`, `${EVERYWHERE}?other=1`])(
  'GET /api/books/%s is refused as invalid',
  async (path) => {
    expect((await get(path)).status).toBe(422)
  },
)

it('GET /api/books/{asin} says that the catalogue is unavailable', async () => {
  catalogue.misbehave({ kind: 'reset' })
  const answer = await get('EMODD00009')
  expect([answer.status, problemSchema.parse(await answer.json()).code]).toEqual([
    503,
    'catalogue_unreachable',
  ])
  catalogue.misbehave(null)
})
