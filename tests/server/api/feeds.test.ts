import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFeed, getFeed } from '#contract/feeds'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'

let server: TestApp
let reader: Record<string, string>

beforeAll(async () => {
  server = await startTestApp({
    environment: { SVC_APP__BASE_URL: '/books', SVC_APP__PUBLIC_URL: 'https://audio.example.com' },
  })
  reader = await addCaller(server.app, 'untrusted', 'Rosa')
  await server.app.handMade.create(await rosa(), {
    title: 'The Tide, Clerk',
    author: ['Ada Moor'],
    narrator: ['Tom Reed'],
    subtitle: null,
    publish_date: '2100-03-02',
    info: null,
  })
})
afterAll(() => server.close())

async function rosa() {
  const found = await server.app.passwords.findUser('Rosa')
  if (!found) throw new Error('Rosa is not there')
  return found.user
}

const own = (method: string) => server.fetch('/api/settings/account/feed', { method, headers: reader })
/** Opens an address that a person was given, on this server. */
const open = (url: string, headers: Record<string, string> = {}) =>
  server.fetch(new URL(url).pathname.replace('/books', ''), { headers })

async function make() {
  const made = await own('POST')
  expect(made.status).toBe(201)
  return createFeed.answers[201].schema.parse(await made.json())
}

it('a private address serves its creator’s calendar without a sign-in', async () => {
  expect(getFeed.answers[200].schema.parse(await (await own('GET')).json())).toEqual({ created_at: null })
  const { calendar_url, rss_url } = await make()
  expect(calendar_url).toMatch(/^https:\/\/audio\.example\.com\/books\/api\/feeds\/[\w-]{43}\/calendar\.ics$/)
  const calendar = await open(calendar_url)
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(calendar.headers.get('cache-control')).toBe('private, max-age=3600')
  const ics = await calendar.text()
  expect(ics).toContain('SUMMARY:The Tide\\, Clerk')
  expect(ics.replaceAll('\r\n ', '')).toContain('URL:https://audio.example.com/books/book/')
  expect(ics.replaceAll('\r\n ', '')).toMatch(/DESCRIPTION:Author: [^\n]+\\nNarrator: /)
  const rss = await open(rss_url)
  expect(rss.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const xml = await rss.text()
  expect(xml).toContain('<title>The Tide, Clerk (2100-03-02)</title>')
  // Programs show and forward what they read; the address itself is the secret.
  const token = /feeds\/([\w-]+)/.exec(rss_url)?.[1] ?? ''
  expect([xml.includes(token), ics.replaceAll('\r\n ', '').includes(token)]).toEqual([false, false])
})

it('its name is in its creator’s language', async () => {
  const { calendar_url, rss_url } = await make()
  expect(await (await open(calendar_url)).text()).toContain('X-WR-CALNAME:Earmark: upcoming audiobooks')
  const body = JSON.stringify({ language: 'de' })
  await server.fetch('/api/settings/account', { method: 'PATCH', headers: reader, body })
  const german = await (await open(calendar_url)).text()
  expect(german).toContain('X-WR-CALNAME:Earmark: kommende Hörbücher')
  expect(german).toContain('DESCRIPTION:Autor: ')
  expect(await (await open(rss_url)).text()).toContain('<title>Earmark: kommende Hörbücher</title>')
})

it('what a program already has is not sent again', async () => {
  const { calendar_url } = await make()
  const etag = (await open(calendar_url)).headers.get('etag') ?? ''
  const again = await open(calendar_url, { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

it('a new address ends the previous one, and revoking ends the last', async () => {
  const [first, second] = [await make(), await make()]
  expect((await open(first.calendar_url)).status).toBe(404)
  expect((await open(second.calendar_url)).status).toBe(200)
  expect((await own('DELETE')).status).toBe(204)
  expect((await open(second.rss_url)).status).toBe(404)
})

it('the database does not contain the token', async () => {
  const { calendar_url } = await make()
  const token = calendar_url.split('/').at(-2) ?? ''
  const { database } = server.app
  const stored = await database.read.select().from(database.tables.feeds)
  expect(JSON.stringify(stored)).not.toContain(token)
})

it('ends with its owner', async () => {
  const headers = await addCaller(server.app, 'trusted', 'Tom')
  const made = await server.fetch('/api/settings/account/feed', { method: 'POST', headers })
  const { calendar_url } = createFeed.answers[201].schema.parse(await made.json())
  expect((await open(calendar_url)).status).toBe(200)
  const { database } = server.app
  await database.write(async (within) => {
    await within.delete(database.tables.users).where(eq(database.tables.users.username, 'Tom'))
  })
  expect((await open(calendar_url)).status).toBe(404)
})

it('remains its owner’s calendar when their role changes, and ends when they are removed', async () => {
  const admin = await addCaller(server.app, 'admin', 'Boss')
  const headers = await addCaller(server.app, 'untrusted', 'Uma')
  const made = await server.fetch('/api/settings/account/feed', { method: 'POST', headers })
  const { calendar_url } = createFeed.answers[201].schema.parse(await made.json())
  const change = (method: string, body?: object) =>
    server.fetch('/api/users/Uma', {
      method,
      headers: { ...admin, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  for (const role of ['admin', 'untrusted']) {
    expect((await change('PUT', { role })).status).toBe(200)
    const calendar = await open(calendar_url)
    expect(calendar.status).toBe(200)
    // It does not contain other people's requests, whatever the person may see elsewhere.
    expect(await calendar.text()).not.toContain('The Tide')
  }
  expect((await change('DELETE')).status).toBe(204)
  expect((await open(calendar_url)).status).toBe(404)
})

it('wrong addresses are slowed down, and hold up no right ones', async () => {
  const { calendar_url } = await make()
  const token = calendar_url.split('/').at(-2) ?? ''
  const statuses: number[] = []
  for (let at = 0; at < 12; at++) {
    statuses.push((await open(calendar_url.replace(token, `wrong-${at}`))).status)
  }
  expect(statuses.at(-1)).toBe(429)
  expect((await open(calendar_url)).status).toBe(200)
})
