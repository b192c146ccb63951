import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { deliveryListSchema } from '#contract/deliveries'
import { startCatalogueFake } from '#fakes/catalogue'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import { createPostgresDatabase } from '#tests/support/postgres-database'
import type { ServerProcess } from '#tests/support/server-process'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'
import { initialise } from './setup'

const artefact = useArtefact()
const TARGETS = 3

/** Starts processes that share one database, one secret key and one catalogue. */
async function startTogether(count: number): Promise<ServerProcess[]> {
  const database = await createPostgresDatabase()
  onTestFinished(database.drop)
  const catalogue = await startCatalogueFake()
  onTestFinished(catalogue.close)
  const env = {
    SVC_APP__SECRET_KEY: 'a secret key that all processes share',
    SVC_DB__USE_POSTGRES: 'true',
    SVC_DB__POSTGRES_HOST: database.host,
    SVC_DB__POSTGRES_PORT: String(database.port),
    SVC_DB__POSTGRES_DB: database.database,
    SVC_DB__POSTGRES_USER: database.user,
    SVC_DB__POSTGRES_PASSWORD: database.password,
    SVC_DB__POSTGRES_SSL_MODE: 'disable',
    SVC_CATALOGUE__BASE_URL: catalogue.baseUrl,
  }
  const servers: ServerProcess[] = []
  for (let index = 0; index < count; index += 1) {
    servers.push(await artefact.start({ env: { ...env, SVC_APP__CONFIG_DIR: await temporaryDirectory() } }))
  }
  return servers
}

async function post(server: ServerProcess, path: string, body?: unknown): Promise<void> {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.status, await answer.text()).toBe(201)
}

async function addReceivers(server: ServerProcess): Promise<WebhookReceiver[]> {
  const receivers = await Promise.all(Array.from({ length: TARGETS }, () => startWebhookReceiver()))
  for (const [index, receiver] of receivers.entries()) {
    onTestFinished(receiver.close)
    await post(server, 'api/settings/notifications', {
      name: `Receiver ${index}`,
      url: receiver.url,
      events: ['onNewRequest'],
      body_type: 'text',
      body: '{bookASIN}',
    })
  }
  return receivers
}

async function findBooks(server: ServerProcess): Promise<string[]> {
  const answer = await fetch(`${server.url}api/search?q=the&num_results=50`)
  const rows = z.array(z.object({ book: z.object({ asin: z.string() }) })).parse(await answer.json())
  return rows.map(({ book }) => book.asin)
}

async function countDelivered(server: ServerProcess): Promise<number> {
  const answer = await fetch(`${server.url}api/settings/deliveries?state=delivered&limit=1`)
  return deliveryListSchema.parse(await answer.json()).total
}

const bodies = ({ calls }: WebhookReceiver) => calls.map(({ body }) => body).toSorted()

it('Two processes on one database send every message to every target once', async () => {
  const servers = await startTogether(2)
  const [first, second] = servers
  if (!first || !second) throw new Error('Two processes are needed')
  await initialise(first)
  const receivers = await addReceivers(first)
  const books = await findBooks(second)
  expect(books.length).toBeGreaterThan(10)
  // One after another on each process: how many a busy machine stores at once is not what this tests.
  await Promise.all(
    servers.map(async (server, which) => {
      for (const [index, asin] of books.entries()) {
        if (index % 2 === which) await post(server, `api/requests/${asin}`)
      }
    }),
  )
  await expect.poll(() => countDelivered(first)).toBe(books.length * TARGETS)
  for (const receiver of receivers) expect(bodies(receiver)).toEqual(books.toSorted())
})
