import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createdApiKey } from '#contract/api-keys'
import { startWebhookReceiver } from '#fakes/webhook-receiver'
import { configureProwlarr } from '#tests/support/prowlarr'
import { OF_RUNTIME } from '#tests/support/runtime'
import type { ServerProcess } from '#tests/support/server-process'
import { useArtefact } from './artefact'
import { grabbedBooks, startServices } from './fulfilment'
import { ROOT_USER, terminate } from './setup'

const READER = { username: 'reader', password: 'another long password' }
const [FERRY, LANTERN] = ['EM00LNK0EM', 'EM000GPEOM']

const artefact = useArtefact()

/** A caller of a server, which may be a different one for each call. */
function caller(server: () => ServerProcess, headers: Record<string, string> = {}) {
  const fetchFrom = (path: string, init: RequestInit = {}) =>
    fetch(server().url + path, { ...init, headers, redirect: 'manual' })
  return {
    fetch: fetchFrom,
    /** The body of a response that must have this status. */
    async ask(status: number, method: string, path: string, body?: unknown): Promise<unknown> {
      const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const answer = await fetchFrom(`api/${path}`, init)
      const text = await answer.text()
      expect({ path, status: answer.status, text }).toMatchObject({ path, status })
      return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    },
    /** Signs in. @returns the session cookie. */
    async signIn(person: typeof READER): Promise<string> {
      const answer = await fetchFrom('api/auth/login', { method: 'POST', body: JSON.stringify(person) })
      expect(answer.status).toBe(204)
      return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    },
  }
}

type Caller = ReturnType<typeof caller>

const detailsSchema = z.object({ book: z.object({ status: z.string().nullable() }) })
const statusOf = async (person: Caller, asin: string) =>
  detailsSchema.parse(await person.ask(200, 'GET', `books/${asin}`)).book.status

/** Reads a stream until it contains some text, or to its end; the next call continues there. */
function readStream(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  return async function hears(words: string | null): Promise<boolean> {
    while (words === null || !heard.includes(words)) {
      const part = await reader?.read()
      if (part === undefined || part.done) return words === null
      heard += part.value
    }
    return true
  }
}

/** Set-up, sign-in, key and people. @returns an administrator and a reader. */
async function settle(server: () => ServerProcess) {
  const stranger = caller(server)
  expect(await stranger.ask(200, 'GET', 'health')).toMatchObject({ status: 'ok' })
  expect((await stranger.fetch('')).headers.get('content-type')).toContain('text/html')
  expect(await stranger.ask(200, 'GET', 'session')).toMatchObject({ initialized: false })
  await stranger.ask(201, 'POST', 'init', {
    login_type: 'forms',
    ...ROOT_USER,
    confirm_password: ROOT_USER.password,
  })
  await stranger.ask(401, 'GET', 'users/me')
  await stranger.ask(401, 'POST', 'auth/login', { ...ROOT_USER, password: 'a wrong guess' })
  const root = caller(server, { cookie: await stranger.signIn(ROOT_USER) })
  expect(await root.ask(200, 'GET', 'users/me')).toMatchObject({ username: ROOT_USER.username })
  const created = await root.ask(201, 'POST', 'settings/account/api-keys', { name: 'A program' })
  const admin = caller(server, { authorization: `Bearer ${createdApiKey.parse(created).key}` })
  expect(await admin.ask(200, 'GET', 'users/me')).toMatchObject({ username: ROOT_USER.username })
  await admin.ask(201, 'POST', 'users', { ...READER, role: 'untrusted' })
  const reader = caller(server, { cookie: await stranger.signIn(READER) })
  await reader.ask(403, 'GET', 'users')
  return { admin, reader }
}

it('a server is set up, used, stopped and killed, and resumes each time', async () => {
  const { prowlarr, gate, env } = await startServices()
  const target = await startWebhookReceiver()
  onTestFinished(target.close)
  let server = await artefact.start({ env })
  expect(server.output()).toMatch(/Starting Earmark \S+ on (Node\.js \d|Bun \d|Deno \d|Cloudflare Workers)/)
  const { admin, reader } = await settle(() => server)

  await configureProwlarr((path, init) => admin.fetch(path.slice(1), init), {
    apiKey: prowlarr.apiKey,
    baseUrl: gate.url,
  })
  await admin.ask(204, 'PATCH', 'settings/download', { auto_download: true })
  const told = { url: target.url, events: ['onNewRequest'], body_type: 'text', body: '{bookTitle}' }
  await admin.ask(201, 'POST', 'settings/notifications', { name: 'Target', ...told })

  const events = await reader.fetch('api/events')
  expect(events.status).toBe(200)
  const hears = readStream(events)
  const found = await reader.ask(200, 'GET', `search?q=${encodeURIComponent('The Ash Ferry')}`)
  expect(JSON.stringify(found)).toContain(FERRY)
  const cover = await reader.fetch(`api/covers/${FERRY}?size=512`)
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, OF_RUNTIME.coverType])
  expect((await cover.arrayBuffer()).byteLength).toBeGreaterThan(0)

  await reader.ask(201, 'POST', `requests/${FERRY}`)
  expect(await statusOf(reader, FERRY)).toBe('waiting_for_approval')
  expect(await hears('"topic":"requests"')).toBe(true)
  expect((await target.received(1)).map(({ body }) => body)).toEqual(['The Ash Ferry'])
  await admin.ask(204, 'POST', `requests/${FERRY}/approve`)
  await expect.poll(() => statusOf(reader, FERRY)).toBe('grabbed')
  expect(grabbedBooks(prowlarr)).toEqual([FERRY])

  if (OF_RUNTIME.isToldToStop) {
    expect(await terminate(server)).toBe(0)
    expect(await hears(null)).toBe(true)
  } else await server.kill()
  server = await artefact.start({ env })
  expect(await reader.ask(200, 'GET', 'requests')).toMatchObject([{ book: { asin: FERRY } }])

  // Killed after Prowlarr has grabbed, before it could answer.
  gate.decide(({ method }) => (method === 'POST' ? 'pass and keep' : 'pass'))
  await admin.ask(201, 'POST', `requests/${LANTERN}`)
  await expect.poll(() => gate.kept.length).toBe(1)
  await server.kill()
  gate.open()
  const resumed = new Promise<void>((resolve) => {
    gate.decide(() => {
      resolve()
      return 'pass'
    })
  })
  server = await artefact.spawn({ env })
  // Without any request: an alarm calls a Worker every minute.
  await resumed
  await expect.poll(() => statusOf(admin, LANTERN)).toBe('grabbed')
  expect(grabbedBooks(prowlarr)).toEqual([FERRY, LANTERN].toSorted())
  expect((await target.received(2)).map(({ body }) => body)).toEqual(['The Ash Ferry', 'The Salt Lantern'])
  await reader.ask(200, 'POST', 'auth/logout')
  await reader.ask(401, 'GET', 'users/me')
  if (OF_RUNTIME.isToldToStop) expect(await terminate(server)).toBe(0)
})
