import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { BOOKS } from './catalogue/books'
import { createRanking } from './catalogue/ranking'
import { playMisbehaviour, sendHtml, sendJson, startFakeServer } from './fake-server'
import type { ReceivedRequest } from './fake-server'
import { createFakeHistory } from './prowlarr/history'
import { answerLink, type LinkAnswer } from './prowlarr/links'
import { offersOf } from './prowlarr/book-offers'
import { AUDIOBOOK, INDEXERS, manyOffers, TRACKER, type FakeIndexer, type FakeRow } from './prowlarr/offers'
import {
  answerGrab,
  playSearchTrouble,
  refuse,
  type GrabTrouble,
  type IndexerFailure,
  type SearchTrouble,
} from './prowlarr/trouble'

const grabSchema = z.object({ guid: z.string().min(1), indexerId: z.number() })

/**
 * Starts a Prowlarr with three indexers that offer a few releases of every invented book. What it has and how it
 * misbehaves can be changed at any time.
 * @param base path that it is served below, such as `/prowlarr`
 * @param tracker address of a MyAnonamouse that is one more indexer
 * @param sendTo gets what is grabbed, as a download client does; the hashes of torrents are told then
 */
export async function startProwlarrFake({
  port = 0,
  apiKey = 'prowlarr-demo-key',
  base = '',
  tracker = null,
  sendTo = null,
}: {
  port?: number
  apiKey?: string
  base?: string
  tracker?: string | null
  sendTo?: ((release: { id: string; name: string; protocol: FakeIndexer['protocol'] }) => void) | null
} = {}) {
  const ranked = createRanking(BOOKS)
  /** Title of what searches found, by indexer and guid: nothing else can be grabbed. */
  const found = new Map<string, string>()
  const grabs: { guid: string; indexerId: number }[] = []
  const history = createFakeHistory()
  const indexers: FakeIndexer[] = [...INDEXERS, ...(tracker === null ? [] : [TRACKER])].map((indexer) => ({
    ...indexer,
  }))
  const clients = [
    { id: 1, name: 'Transfer', enable: true, protocol: 'torrent' },
    { id: 2, name: 'Newsreader', enable: true, protocol: 'usenet' },
  ]
  const failures = new Map<number, IndexerFailure>()
  let rows: readonly unknown[] | null = null
  let many = 0
  let searchTrouble: { mode: SearchTrouble; indexerId: number | null } | null = null
  let grabTrouble: GrabTrouble | null = null
  let linkAnswer: LinkAnswer | null = null

  function offers(words: string, wanted: readonly number[]): readonly unknown[] {
    const link = (id: number) =>
      `${server.url}${base}/${id}/download?apikey=${apiKey}&link=${encodeURIComponent(words)}`
    if (rows) return wanted.length > 0 ? rows : []
    const asked = indexers.filter(({ id }) => wanted.includes(id))
    if (many > 0) return asked.flatMap((indexer) => manyOffers(indexer, words, many, link(indexer.id)))
    return ranked(words)
      .slice(0, 25)
      .flatMap((book) => offersOf(book, asked, link, tracker))
  }

  async function search({ query }: ReceivedRequest, response: ServerResponse): Promise<void> {
    const ids = query.getAll('indexerIds').map(Number)
    const wanted = indexers.filter(({ id, enable }) => enable && (ids.length === 0 || ids.includes(id)))
    const { mode, indexerId = null } = searchTrouble ?? {}
    if (mode && (indexerId === null || ids.includes(indexerId)) && (await playSearchTrouble(mode, response)))
      return
    const words = query.get('query') ?? ''
    for (const { id } of wanted) {
      // One that it leaves alone is not asked.
      if (failures.get(id) === 'disabled') continue
      history.asked({ indexerId: id, query: words, successful: !failures.has(id) })
    }
    const working = wanted.filter(({ id }) => !failures.has(id)).map(({ id }) => id)
    const told = offers(words, working)
    const answer = sendTo === null ? told : told.map(withHash)
    for (const row of answer) remember(row)
    sendJson(response, answer)
  }

  function remember(row: unknown): void {
    if (!isRow(row) || typeof row.guid !== 'string') return
    found.set(`${String(row.indexerId)}_${row.guid}`, String(row.title))
  }

  async function grab({ body }: ReceivedRequest, response: ServerResponse): Promise<void> {
    const trouble = grabTrouble
    if (trouble?.kind === 'refused') return refuse(response, trouble.how)
    if (trouble?.kind === 'before' && (await playMisbehaviour(trouble.mode, response))) return
    const wanted = grabSchema.safeParse(JSON.parse(body))
    if (!wanted.success) return refuse(response, 'invalid')
    // The real one remembers what it found for half an hour, and grabs nothing else.
    const title = found.get(`${wanted.data.indexerId}_${wanted.data.guid}`)
    if (title === undefined) return refuse(response, 'forgotten')
    grabs.push(wanted.data)
    history.grabbed({ indexerId: wanted.data.indexerId, title })
    const { protocol } = indexers.find(({ id }) => id === wanted.data.indexerId) ?? {}
    if (protocol) sendTo?.({ id: hashOf(wanted.data.guid), name: title, protocol })
    await answerGrab(trouble, wanted.data, response)
  }

  function statuses(): unknown[] {
    const disabled = [...failures].filter(([, failure]) => failure === 'disabled')
    const now = Date.now()
    return disabled.map(([indexerId], index) => ({
      id: index + 1,
      indexerId,
      disabledTill: new Date(now + 3_600_000).toISOString(),
      mostRecentFailure: new Date(now - 60_000).toISOString(),
      initialFailure: new Date(now - 3_600_000).toISOString(),
    }))
  }

  function followLink(id: number, { query }: ReceivedRequest, response: ServerResponse): void {
    const guid = query.get('file') ?? ''
    const title = found.get(`${id}_${guid}`) ?? guid
    // What is fetched through it stands in its history, whoever fetches it.
    history.grabbed({ indexerId: id, title })
    const { protocol = 'torrent' } = indexers.find((indexer) => indexer.id === id) ?? {}
    answerLink(linkAnswer, { title, infoHash: hashOf(guid), protocol }, response)
  }

  const server = await startFakeServer(async (request, response) => {
    const { method, query, headers } = request
    const linked = /^\/(\d+)\/download$/.exec(request.path.slice(base.length))?.[1]
    const hasKey = (query.get('apikey') ?? headers['x-api-key']) === apiKey
    if (linked !== undefined && hasKey) return followLink(Number(linked), request, response)
    if (request.path === `${base}/ping`) return sendJson(response, { status: 'OK' })
    // A wrong address falls to its web page, as in the real one.
    if (!request.path.startsWith(`${base}/api/v1/`)) return wrongAddress(method, response)
    if (!hasKey) return void response.writeHead(401).end()
    switch (`${method} ${request.path.slice(base.length)}`) {
      case 'GET /api/v1/system/status':
        return sendJson(response, { appName: 'Prowlarr', version: '2.0.5.5160' })
      case 'GET /api/v1/indexer':
        return sendJson(
          response,
          indexers.map((indexer) => ({
            ...indexer,
            supportsSearch: true,
            capabilities: { categories: [AUDIOBOOK] },
          })),
        )
      case 'GET /api/v1/indexerstatus':
        return sendJson(response, statuses())
      case 'GET /api/v1/downloadclient':
        return sendJson(response, clients)
      case 'GET /api/v1/health':
        return sendJson(response, [])
      case 'GET /api/v1/history':
        return sendJson(response, history.page(query))
      case 'GET /api/v1/search':
        return search(request, response)
      case 'POST /api/v1/search':
        return grab(request, response)
      default:
        return sendJson(response, { message: 'NotFound' }, 404)
    }
  }, port)

  return {
    ...server,
    /** Address below which its API is. */
    baseUrl: `${server.url}${base}`,
    apiKey,
    /** What was handed to the download client, oldest first; also what it then did not answer. */
    grabs,
    history,
    /** May be changed: taken away, switched off, added to. */
    indexers,
    /** Download clients; may be changed. */
    clients,
    /** Answers every search with exactly these rows, or with its own again. */
    offer(exactly: readonly unknown[] | null): void {
      rows = exactly
    },
    /** Answers every search with so many rows of each indexer that is asked; 0 for its own. */
    offerMany(count: number): void {
      many = count
    },
    /** Goes wrong in searches, of one indexer or all; null behaves again. */
    troubleSearches(mode: SearchTrouble | null, indexerId: number | null = null): void {
      searchTrouble = mode && { mode, indexerId }
    },
    /** Goes wrong in grabs; null behaves again. */
    troubleGrabs(trouble: GrabTrouble | null): void {
      grabTrouble = trouble
    },
    /** Answers every download link so; null leads to the release again. */
    leadLinksTo(answer: LinkAnswer | null): void {
      linkAnswer = answer
    },
    /** Lets one indexer fail behind an empty answer, or work again. */
    failIndexer(indexerId: number, failure: IndexerFailure | null): void {
      if (failure) failures.set(indexerId, failure)
      else failures.delete(indexerId)
    },
    /** Forgets what searches have found, as after half an hour or a restart. */
    forget(): void {
      found.clear()
    },
  }
}

export type ProwlarrFake = Awaited<ReturnType<typeof startProwlarrFake>>

function wrongAddress(method: string, response: ServerResponse): void {
  if (method === 'GET') sendHtml(response, '<!doctype html><title>Prowlarr</title>')
  else response.writeHead(405).end()
}

/** The info hash that the torrent of a release has. */
const hashOf = (guid: string): string => createHash('sha1').update(guid).digest('hex')

const withHash = (row: unknown): unknown =>
  isRow(row) && row['protocol'] === 'torrent' ? { ...row, infoHash: hashOf(String(row.guid)) } : row

function isRow(value: unknown): value is FakeRow {
  return typeof value === 'object' && value !== null
}
