import { expect, it } from 'vitest'
import { seriesAsin } from '#fakes/catalogue/series'
import { problemSchema } from '#contract/common'
import { follow, listFollows, type FollowDto } from '#contract/follows'
import { countInbox, listInbox } from '#contract/inbox'
import { serveCatalogue } from '#tests/support/catalogue-server'

const ROADS = seriesAsin('The Lantern Roads')

const { server, untrusted: reader, trusted: other } = serveCatalogue()

const get = (path: string, headers = reader) => server.fetch(`/api/${path}`, { headers })
const send = (method: string, path: string, body?: object, headers = reader) =>
  server.fetch(`/api/${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
const listed = async (headers = reader): Promise<FollowDto[]> =>
  listFollows.answers[200].schema.parse(await (await get('follows', headers)).json())

it('someone follows a series and an author, requests from them, and unfollows them', async () => {
  const answer = await send('POST', 'follows', { kind: 'series', asin: ROADS })
  expect(answer.status).toBe(200)
  const series = follow.answers[200].schema.parse(await answer.json())
  expect(series).toMatchObject({ name: 'The Lantern Roads', asin: ROADS, region: 'us', requests: false })
  await send('POST', 'follows', { kind: 'author', name: 'Ada Moor', region: 'uk', requests: true })
  expect(await listed()).toMatchObject([
    { kind: 'author', name: 'Ada Moor', region: 'uk', requests: true },
    { id: series.id },
  ])
  expect(await listed(other)).toEqual([])
  const changed = await send('PATCH', `follows/${series.id}`, { requests: true })
  expect(follow.answers[200].schema.parse(await changed.json()).requests).toBe(true)
  expect((await send('DELETE', `follows/${series.id}`, undefined, other)).status).toBe(404)
  expect((await send('DELETE', `follows/${series.id}`)).status).toBe(204)
  expect(await listed()).toHaveLength(1)
})

it('a series that the catalogue does not have cannot be followed', async () => {
  const answer = await send('POST', 'follows', { kind: 'series', asin: 'B0NOSERIES' })
  expect(answer.status).toBe(404)
  expect(problemSchema.parse(await answer.json()).code).toBe('no_such_series')
})

it.each([
  { kind: 'series', name: 'Ada Moor' },
  { kind: 'author', asin: ROADS },
  { kind: 'author', name: ' ' },
  { kind: 'publisher', name: 'Ada Moor' },
])('an invalid follow is refused: %o', async (body) => {
  expect((await send('POST', 'follows', body)).status).toBe(422)
})

it('the inbox is empty at first', async () => {
  const inbox = listInbox.answers[200].schema.parse(await (await get('inbox')).json())
  expect(inbox).toEqual({ items: [], total: 0 })
  const counted = countInbox.answers[200].schema.parse(await (await get('inbox/count')).json())
  expect(counted).toEqual({ unread: 0 })
  expect(await (await send('POST', 'inbox/read', {})).json()).toEqual({ unread: 0 })
})
