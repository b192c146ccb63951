import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { notificationTargetSchema } from '#contract/notifications'
import { startCatalogueFake } from '#fakes/catalogue'
import { sendJson, startFakeServer } from '#fakes/fake-server'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import { startEmbeddedPostgres } from '#tests/support/postgres-server'
import type { ServerProcess } from '#tests/support/server-process'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'
import { initialise, terminate } from './setup'

const artefact = useArtefact()
/** In the fake catalogue. */
const BOOK = 'EMODD00019'

describe('the built server, alone in an empty directory', () => {
  it('starts on a fresh config directory and lets no one else read what it keeps there', async () => {
    const configDir = join(await temporaryDirectory(), 'not', 'there', 'yet')
    const server = await artefact.start({ env: { SVC_APP__CONFIG_DIR: configDir } })
    const health = await fetch(`${server.url}api/health`)
    expect(await health.json()).toMatchObject({ status: 'ok' })
    const files = await readdir(configDir, { recursive: true, withFileTypes: true })
    expect(files.map(({ name }) => name)).toContain('db.sqlite')
    for (const file of files.filter((entry) => entry.isFile())) {
      const { mode } = await stat(join(file.parentPath, file.name))
      expect({ file: file.name, mode: (mode & 0o777).toString(8) }).toEqual({ file: file.name, mode: '600' })
    }
  })

  it('logs single lines of JSON when it does not write to a terminal', async () => {
    const server = await artefact.start({ env: { SVC_APP__CONFIG_DIR: await temporaryDirectory() } })
    await terminate(server)
    const lines = server.output().trim().split('\n')
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('message')
  })

  it('exits with 0 soon after SIGTERM, even with an event stream and idle connections open', async () => {
    const server = await artefact.start({ env: { SVC_APP__CONFIG_DIR: await temporaryDirectory() } })
    await initialise(server)

    const stream = await fetch(`${server.url}api/events`)
    expect(stream.status).toBe(200)
    const events = stream.body?.getReader()
    await events?.read()

    const agent = new Agent({ keepAlive: true })
    const health = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${server.url}api/health`, { agent }, resolve).on('error', reject)
    })
    await once(health.resume(), 'end')
    const silent = connect(server.port, '127.0.0.1')
    await once(silent, 'connect')
    onTestFinished(() => {
      agent.destroy()
      silent.destroy()
    })

    expect(await terminate(server)).toBe(0)
    expect(await drained(events)).toBe(true)
  })

  it('finishes a slow request in progress when it is asked to stop', async () => {
    const catalogue = await startFakeServer((_, response) => sendJson(response, { products: [] }))
    catalogue.misbehave({ kind: 'slow', ms: 3000 })
    onTestFinished(catalogue.close)
    const server = await artefact.start({
      env: { SVC_APP__CONFIG_DIR: await temporaryDirectory(), SVC_CATALOGUE__BASE_URL: catalogue.url },
    })
    await initialise(server)
    const answering = fetch(`${server.url}api/search?q=word&exact=true`)
    await expect.poll(() => catalogue.received.length).toBe(1)
    const ending = terminate(server)
    expect((await answering).status).toBe(200)
    expect(await ending).toBe(0)
  })

  it('exits with 0 soon after SIGTERM while a webhook waits for a target that never answers', async () => {
    const server = await artefact.start({
      env: { SVC_APP__CONFIG_DIR: await temporaryDirectory(), ...(await startCatalogue()) },
    })
    await initialise(server)
    await notifySilentTarget(server)
    expect(await terminate(server)).toBe(0)
  })

  it('exits with 0 soon after SIGTERM even if PostgreSQL has gone during a webhook', async () => {
    const postgres = await startEmbeddedPostgres()
    onTestFinished(postgres.stop)
    const { hostname, port, username, password } = new URL(postgres.url)
    const server = await artefact.start({
      env: {
        SVC_APP__CONFIG_DIR: await temporaryDirectory(),
        SVC_DB__USE_POSTGRES: 'true',
        SVC_DB__POSTGRES_HOST: hostname,
        SVC_DB__POSTGRES_PORT: port,
        SVC_DB__POSTGRES_DB: 'postgres',
        SVC_DB__POSTGRES_USER: username,
        SVC_DB__POSTGRES_PASSWORD: password,
        SVC_DB__POSTGRES_SSL_MODE: 'disable',
        ...(await startCatalogue()),
      },
    })
    await initialise(server)
    const answerWebhook = await notifySilentTarget(server)
    await postgres.stop()
    answerWebhook()
    expect(await terminate(server)).toBe(0)
  })

  it('loses nothing acknowledged when it is killed', async () => {
    const env = { SVC_APP__CONFIG_DIR: await temporaryDirectory() }
    const first = await artefact.start({ env })
    await initialise(first)
    await first.kill()
    const second = await artefact.start({ env })
    const session = await fetch(`${second.url}api/session`)
    expect(await session.json()).toMatchObject({ initialized: true, login_type: 'none' })
    expect((await fetch(`${second.url}api/init`, { method: 'POST', body: '{}' })).status).not.toBe(201)
  })

  it('keeps a request and its message when it is killed while the target is down', async () => {
    const env = { SVC_APP__CONFIG_DIR: await temporaryDirectory(), ...(await startCatalogue()) }
    let up = false
    const target = await startWebhookReceiver((_call, response) => {
      response.writeHead(up ? 204 : 500).end()
    })
    onTestFinished(target.close)
    const first = await artefact.start({ env })
    await initialise(first)
    await requestWithTarget(first, target)
    // If it were killed while sending, the message would wait until its lease expires.
    await expect.poll(async () => (await lastDelivery(first))?.attempts).toBe(1)
    await first.kill()
    const before = target.calls.length

    up = true
    const second = await artefact.start({ env })
    const requests = await fetch(`${second.url}api/requests`)
    expect(await requests.json()).toMatchObject([{ book: { asin: BOOK } }])
    await target.received(before + 1)
    expect(target.calls.map(({ body }) => body)).toEqual(Array(before + 1).fill('a book'))
    await expect.poll(() => lastDelivery(second)).toMatchObject({ state: 'delivered', attempts: 2 })
  })
})

/** Starts a catalogue for one test. @returns the variables that point to it. */
async function startCatalogue(): Promise<Record<string, string>> {
  const catalogue = await startCatalogueFake()
  onTestFinished(catalogue.close)
  return { SVC_CATALOGUE__BASE_URL: catalogue.baseUrl }
}

/**
 * Requests a book whose message goes to a target that withholds its response.
 * @returns a function that releases the response, once the message has arrived.
 */
async function notifySilentTarget(server: ServerProcess): Promise<() => void> {
  let answer = (): void => undefined
  const target = await startWebhookReceiver((_call, response) => {
    answer = () => void response.writeHead(204).end()
  })
  onTestFinished(target.close)
  await requestWithTarget(server, target)
  await target.received(1)
  return () => answer()
}

/** Adds a target and requests a book, which sends it a message. */
async function requestWithTarget(server: ServerProcess, target: WebhookReceiver): Promise<void> {
  const body = {
    name: 'Target',
    url: target.url,
    events: ['onNewRequest'],
    body_type: 'text',
    body: 'a book',
  }
  const added = await fetch(`${server.url}api/settings/notifications`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect(added.status, await added.text()).toBe(201)
  const requested = await fetch(`${server.url}api/requests/${BOOK}`, { method: 'POST' })
  expect(requested.status, await requested.text()).toBe(201)
}

/** The logged state of the latest message to the only target. */
async function lastDelivery(server: ServerProcess) {
  const answer = await fetch(`${server.url}api/settings/notifications`)
  const [target] = z.array(notificationTargetSchema).parse(await answer.json())
  return target?.last_delivery ?? null
}

/** Reads a stream to its end, which may be a broken connection. */
async function drained(reader: ReadableStreamDefaultReader | undefined): Promise<boolean> {
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) return part !== undefined
  }
}
