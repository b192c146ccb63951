import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { BOOKS } from './catalogue/books'
import type { FakeBook } from './catalogue/fake-book'
import { createRanking } from './catalogue/ranking'
import { randomFrom } from './catalogue/seed'
import { sendHtml, sendJson, startFakeServer } from './fake-server'
import type { ReceivedRequest } from './fake-server'

const AUDIOBOOK = { id: 3030, name: 'Audio/Audiobook', subCategories: [] }
const INDEXERS = [
  { id: 1, name: 'Spoken Shelf', protocol: 'torrent', enable: true, priority: 25, privacy: 'private' },
  { id: 2, name: 'Usenet Library', protocol: 'usenet', enable: true, priority: 25, privacy: 'semiPrivate' },
]
const grabSchema = z.object({ guid: z.string(), indexerId: z.number() })

/** What a book is offered as: a good one, a small one, an ebook under the same name, and one on Usenet. */
function releasesOf(book: FakeBook, link: (indexerId: number) => string): Record<string, unknown>[] {
  const random = randomFrom(book.asin)
  const minutes = book.minutes ?? 480
  const named = `${book.title ?? ''} by ${book.authors[0] ?? 'Unknown'}`
  const offer = (indexerId: number, kind: string, title: string, kbits: number) => {
    const indexer = INDEXERS.find(({ id }) => id === indexerId)
    const torrent = indexer?.protocol === 'torrent'
    return {
      guid: `https://indexer-${indexerId}.invalid/${book.asin}/${kind}`,
      indexerId,
      indexer: indexer?.name,
      title,
      sortTitle: title.toLowerCase(),
      size: Math.round((minutes * 60 * kbits * 1000) / 8),
      publishDate: `${book.releaseDate ?? '2020-01-01'}T12:00:00Z`,
      age: 100,
      protocol: indexer?.protocol,
      categories: [AUDIOBOOK],
      indexerFlags: random() < 0.3 ? ['freeleech'] : [],
      infoUrl: `https://indexer-${indexerId}.invalid/details/${book.asin}`,
      downloadUrl: link(indexerId),
      ...(torrent
        ? { seeders: Math.floor(random() * 40), leechers: Math.floor(random() * 5) }
        : { grabs: 12 }),
    }
  }
  return [
    offer(1, 'm4b', `${named} [${book.narrators[0] ?? ''}] [M4B 128 kbps]`, 128),
    offer(1, 'mp3', `${named} MP3 64kbps`, 64),
    offer(1, 'epub', `${named} [EPUB]`, 0.2),
    offer(2, 'nzb', `${named} - Unabridged - M4B`, 96),
  ]
}

/** Starts a Prowlarr with two indexers that offer a few releases of every invented book. */
export async function startProwlarrFake({
  port = 0,
  apiKey = 'prowlarr-demo-key',
}: { port?: number; apiKey?: string } = {}) {
  const ranked = createRanking(BOOKS)
  const found = new Set<string>()
  const grabs: { guid: string; indexerId: number }[] = []

  function search({ query }: ReceivedRequest, response: ServerResponse): void {
    const wanted = query.getAll('indexerIds').map(Number)
    const rows = ranked(query.get('query') ?? '')
      .slice(0, 25)
      .flatMap((book) =>
        releasesOf(book, (id) => `${server.url}/${id}/download?apikey=${apiKey}&link=${book.asin}`),
      )
      .filter(({ indexerId }) => wanted.length === 0 || wanted.includes(Number(indexerId)))
    for (const { guid, indexerId } of rows) found.add(`${String(indexerId)}_${String(guid)}`)
    sendJson(response, rows)
  }

  function grab({ body }: ReceivedRequest, response: ServerResponse): void {
    const wanted = grabSchema.safeParse(JSON.parse(body))
    if (!wanted.success)
      return sendJson(response, [{ propertyName: 'Guid', errorMessage: "'Guid' must not be empty." }], 400)
    // The real one remembers what it found for half an hour, and grabs nothing else.
    if (!found.has(`${wanted.data.indexerId}_${wanted.data.guid}`)) {
      return sendJson(
        response,
        { message: "Couldn't find requested release in cache, try searching again" },
        404,
      )
    }
    grabs.push(wanted.data)
    sendJson(response, wanted.data)
  }

  const server = await startFakeServer((request, response) => {
    const { method, path, query, headers } = request
    // A wrong address falls to its web page, as in the real one.
    if (!path.startsWith('/api/v1/')) return sendHtml(response, '<!doctype html><title>Prowlarr</title>')
    if ((query.get('apikey') ?? headers['x-api-key']) !== apiKey) return void response.writeHead(401).end()
    switch (`${method} ${path}`) {
      case 'GET /api/v1/system/status':
        return sendJson(response, { appName: 'Prowlarr', version: '2.0.5.5160' })
      case 'GET /api/v1/indexer':
        return sendJson(
          response,
          INDEXERS.map((indexer) => ({
            ...indexer,
            supportsSearch: true,
            capabilities: { categories: [AUDIOBOOK] },
          })),
        )
      case 'GET /api/v1/search':
        return search(request, response)
      case 'POST /api/v1/search':
        return grab(request, response)
      default:
        return sendJson(response, { message: 'NotFound' }, 404)
    }
  }, port)

  return { ...server, apiKey, /** What was handed to the download client, oldest first. */ grabs }
}

export type ProwlarrFake = Awaited<ReturnType<typeof startProwlarrFake>>
