import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { bookDetailsSchema } from '#contract/books'
import { startTransmissionFake } from '#fakes/download-clients/transmission'
import type { ReceivedRequest } from '#fakes/fake-server'
import { KEY, startAudiobookshelf } from '#fakes/libraries/audiobookshelf'
import { startWebhookReceiver } from '#fakes/webhook-receiver'
import type { ServerProcess } from '#tests/support/server-process'
import { startGate } from '#tests/support/service-gate'
import { BOOKS, call, statuses, startServices } from './fulfilment'

export type Asin = keyof typeof BOOKS

/**
 * A download client, a library and a webhook receiver, each behind a gate, with Prowlarr and the catalogue.
 */
export async function startDownloadServices() {
  const client = await startTransmissionFake()
  const services = await startServices((torrent) => client.downloads.add(torrent))
  const [library, receiver] = await Promise.all([startAudiobookshelf(), startWebhookReceiver()])
  const [clientGate, libraryGate, receiverGate] = await Promise.all([
    startGate(client.url),
    startGate(library.url),
    startGate(receiver.url),
  ])
  onTestFinished(async () => {
    const started = [clientGate, libraryGate, receiverGate, client, library, receiver]
    await Promise.all(started.map(({ close }) => close()))
  })
  // Only torrents, so that a release can only go to one client.
  services.prowlarr.indexers.splice(1, 1)
  const gates = [services.gate, clientGate, libraryGate, receiverGate]
  return { ...services, client, clientGate, library, libraryGate, receiver, receiverGate, gates }
}
export type DownloadServices = Awaited<ReturnType<typeof startDownloadServices>>

async function post(server: ServerProcess, path: string, body: unknown): Promise<void> {
  const answer = await call(server, 'POST', path, body)
  expect(answer.status, await answer.text()).toBe(201)
}

/** Sets up a server's client, library and messages. */
export async function connect(server: ServerProcess, services: DownloadServices): Promise<void> {
  const { client, clientGate, libraryGate, receiverGate } = services
  const { username, password } = client
  await post(server, 'connections', {
    driver: 'Transmission',
    name: 'Seedbox',
    settings: { base_url: clientGate.url, username, password },
  })
  await post(server, 'connections', {
    driver: 'Audiobookshelf',
    name: 'Shelf',
    settings: { audiobookshelf_base_url: libraryGate.url, audiobookshelf_api_key: KEY },
  })
  await post(server, 'settings/notifications', {
    name: 'Receiver',
    url: receiverGate.url,
    events: ['onAvailable'],
    body_type: 'text',
    body: '{bookASIN}',
  })
}

/** From now on the server adds torrents to the client itself, and removes failed ones. */
export async function sendByClient(server: ServerProcess): Promise<void> {
  const change = { send_torrents_by: 'client', remove_failed: true }
  const answer = await call(server, 'PATCH', 'settings/download', change)
  expect(answer.status, await answer.text()).toBe(204)
}

/** Whether a call has the session id, which the client returns when it refuses each server's first call. */
const isHeard = ({ headers }: ReceivedRequest) => Boolean(headers['x-transmission-session-id'])

/** The info hash of the torrent that a call to the client adds; null for other calls. */
export function addedBy(request: ReceivedRequest): string | null {
  if (!isHeard(request)) return null
  return /torrent[_-]add".*btih:([0-9a-f]{40})/.exec(request.body)?.[1] ?? null
}

/** Whether a call asks the client for torrents that it has. */
export const isQuestion = (request: ReceivedRequest): boolean =>
  isHeard(request) && /torrent[_-]get"/.test(request.body)

/** The info hashes that the client was told to add, including duplicates. */
export const allAdded = ({ client }: DownloadServices): string[] =>
  client.received.flatMap((request) => addedBy(request) ?? [])

/** Whether a call tells the client to remove a torrent. */
export const isRemoval = (request: ReceivedRequest): boolean =>
  isHeard(request) && /torrent[_-]remove"/.test(request.body)

/** Puts files of books into the library's folder, where a scan finds them. */
export function putInFolder({ library }: DownloadServices, asins: readonly Asin[]): void {
  for (const asin of asins) {
    library.put({ id: `item-${asin}`, asin, title: BOOKS[asin], authors: ['Somebody'] })
  }
}

/** The client's downloads of a book, oldest first. */
export const downloadsOf = ({ client }: DownloadServices, asin: Asin) =>
  client.downloads.all().filter(({ name }) => name.startsWith(BOOKS[asin]))

/** The book of a call to Prowlarr or of an added torrent. */
export function bookOf({ query, body }: ReceivedRequest): string | undefined {
  const magnet = /magnet:[^"]*/.exec(body)?.[0] ?? ''
  const words = [query.get('query'), query.get('file'), body, decodeURIComponent(magnet)].join(' ')
  return Object.entries(BOOKS).find(([asin, title]) => words.includes(asin) || words.includes(title))?.[0]
}

/** The state of each book's download. */
export const downloadStates = (server: ServerProcess, asins: readonly string[]) =>
  Promise.all(
    asins.map(async (asin) => {
      const answer = await call(server, 'GET', `books/${asin}`)
      return bookDetailsSchema.parse(await answer.json()).book.download?.state ?? null
    }),
  )

/** The state of books whose release no client is known to have. */
export const unsent = async (server: ServerProcess, asins: readonly string[]) =>
  (await statuses(server, asins)).filter((status) => status !== 'grabbed' && status !== 'downloading')

/** The number of messages to send, whatever their outcome. */
export async function countMessages(server: ServerProcess): Promise<number> {
  const answer = await call(server, 'GET', 'settings/deliveries?limit=1')
  return z.object({ total: z.number() }).parse(await answer.json()).total
}
