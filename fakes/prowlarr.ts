import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { BOOKS } from './catalogue/books'
import type { FakeBook } from './catalogue/fake-book'
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

interface ProwlarrFakeOptions {
  port?: number
  apiKey?: string
  /** Path under which it is served, such as `/prowlarr`. */
  base?: string
  /** Address of a MyAnonamouse to add as another indexer. */
  tracker?: string | null
  /** Receives grabs as a download client would; torrents then have info hashes. */
  sendTo?: ((release: { id: string; name: string; protocol: FakeIndexer['protocol'] }) => void) | null
}

/** A download client as set up in Prowlarr. */
interface FakeDownloadClient {
  id: number
  name: string
  enable: boolean
  protocol: string
  implementation: string
  fields: { name: string; value?: string }[]
  /** The categories that releases get by their numbers. */
  categories: { clientCategory: string; categories: number[] }[]
}

/** A download client with Prowlarr's own default category. */
const downloadClient = (
  client: Pick<FakeDownloadClient, 'id' | 'name' | 'protocol' | 'implementation'>,
): FakeDownloadClient => ({
  ...client,
  enable: true,
  fields: [
    { name: 'host', value: 'localhost' },
    { name: 'password', value: '********' },
    { name: 'category', value: 'prowlarr' },
  ],
  categories: [],
})

interface Prowlarr extends Required<Omit<ProwlarrFakeOptions, 'port'>> {
  ranked: (words: string) => FakeBook[]
  /** Titles of search results, by indexer and guid: nothing else can be grabbed. */
  found: Map<string, string>
  grabs: { guid: string; indexerId: number }[]
  history: ReturnType<typeof createFakeHistory>
  indexers: FakeIndexer[]
  clients: FakeDownloadClient[]
  failures: Map<number, IndexerFailure>
  /** The rows to return for every search, instead of the fake's own. */
  rows: readonly unknown[] | null
  /** Rows to return per indexer; 0 for the fake's own. */
  many: number
  searchTrouble: { mode: SearchTrouble; indexerId: number | null } | null
  grabTrouble: GrabTrouble | null
  linkAnswer: LinkAnswer | null
}

function prowlarrOf({
  apiKey = 'prowlarr-demo-key',
  base = '',
  tracker = null,
  sendTo = null,
}: ProwlarrFakeOptions): Prowlarr {
  return {
    apiKey,
    base,
    tracker,
    sendTo,
    ranked: createRanking(BOOKS),
    found: new Map(),
    grabs: [],
    history: createFakeHistory(),
    indexers: [...INDEXERS, ...(tracker === null ? [] : [TRACKER])].map((indexer) => ({ ...indexer })),
    clients: [
      downloadClient({ id: 1, name: 'Transfer', protocol: 'torrent', implementation: 'QBittorrent' }),
      downloadClient({ id: 2, name: 'Newsreader', protocol: 'usenet', implementation: 'Sabnzbd' }),
    ],
    failures: new Map(),
    rows: null,
    many: 0,
    searchTrouble: null,
    grabTrouble: null,
    linkAnswer: null,
  }
}

/**
 * Starts a Prowlarr with three indexers that offer a few releases of every invented book. Its contents and misbehaviour
 * can be changed at any time.
 */
export async function startProwlarrFake({ port = 0, ...options }: ProwlarrFakeOptions = {}) {
  const prowlarr = prowlarrOf(options)
  const { apiKey, base, grabs, history, indexers, clients, failures, found } = prowlarr
  const server = await startFakeServer(
    (request, response) => answer(prowlarr, `${server.url}${base}`, request, response),
    port,
  )

  return {
    ...server,
    /** Base address of its API. */
    baseUrl: `${server.url}${base}`,
    apiKey,
    /** Releases passed to the download client, oldest first, including unanswered ones. */
    grabs,
    history,
    /** Indexers; tests may add, remove or disable some. */
    indexers,
    /** Download clients; may be changed. */
    clients,
    /** Returns exactly these rows for every search; null for the fake's own again. */
    offer(exactly: readonly unknown[] | null): void {
      prowlarr.rows = exactly
    },
    /** Returns this many rows per indexer for every search; 0 for the fake's own. */
    offerMany(count: number): void {
      prowlarr.many = count
    },
    /** Makes searches fail, for one indexer or all; null stops it. */
    troubleSearches(mode: SearchTrouble | null, indexerId: number | null = null): void {
      prowlarr.searchTrouble = mode && { mode, indexerId }
    },
    /** Makes grabs fail; null stops it. */
    troubleGrabs(trouble: GrabTrouble | null): void {
      prowlarr.grabTrouble = trouble
    },
    /** Sets the response of every download link; null for the release again. */
    leadLinksTo(wanted: LinkAnswer | null): void {
      prowlarr.linkAnswer = wanted
    },
    /** Makes one indexer fail behind an empty result, or work again. */
    failIndexer(indexerId: number, failure: IndexerFailure | null): void {
      if (failure) failures.set(indexerId, failure)
      else failures.delete(indexerId)
    },
    /** Forgets its search results, as after half an hour or a restart. */
    forget: () => found.clear(),
  }
}

/** @param address of its API. */
function answer(
  prowlarr: Prowlarr,
  address: string,
  request: ReceivedRequest,
  response: ServerResponse,
): void | Promise<void> {
  const { apiKey, base, clients, history, indexers } = prowlarr
  const { method, query, headers } = request
  const path = request.path.slice(base.length)
  const linked = /^\/(\d+)\/download$/.exec(path)?.[1]
  const hasKey = (query.get('apikey') ?? headers['x-api-key']) === apiKey
  if (linked !== undefined && hasKey) return followLink(prowlarr, Number(linked), request, response)
  if (request.path === `${base}/ping`) return sendJson(response, { status: 'OK' })
  // A wrong path returns the web page, as in the real Prowlarr.
  if (!request.path.startsWith(`${base}/api/v1/`)) return wrongAddress(method, response)
  if (!hasKey) return void response.writeHead(401).end()
  switch (`${method} ${path}`) {
    case 'GET /api/v1/system/status':
      return sendJson(response, { appName: 'Prowlarr', version: '2.0.5.5160' })
    case 'GET /api/v1/indexer':
      return sendJson(response, indexers.map(described))
    case 'GET /api/v1/indexerstatus':
      return sendJson(response, statuses(prowlarr))
    case 'GET /api/v1/downloadclient':
      return sendJson(response, clients)
    case 'GET /api/v1/health':
      return sendJson(response, [])
    case 'GET /api/v1/history':
      return sendJson(response, history.page(query))
    case 'GET /api/v1/search':
      return search(prowlarr, address, request, response)
    case 'POST /api/v1/search':
      return grab(prowlarr, request, response)
    default:
      return sendJson(response, { message: 'NotFound' }, 404)
  }
}

const described = (indexer: FakeIndexer) => ({
  ...indexer,
  supportsSearch: true,
  capabilities: { categories: [AUDIOBOOK] },
})

async function search(
  prowlarr: Prowlarr,
  address: string,
  { query }: ReceivedRequest,
  response: ServerResponse,
): Promise<void> {
  const { indexers, failures, history, searchTrouble } = prowlarr
  const ids = query.getAll('indexerIds').map(Number)
  const wanted = indexers.filter(({ id, enable }) => enable && (ids.length === 0 || ids.includes(id)))
  const { mode, indexerId = null } = searchTrouble ?? {}
  if (mode && (indexerId === null || ids.includes(indexerId)) && (await playSearchTrouble(mode, response)))
    return
  const words = query.get('query') ?? ''
  for (const { id } of wanted) {
    // A disabled indexer is not queried.
    if (failures.get(id) === 'disabled') continue
    history.searched({ indexerId: id, query: words, successful: !failures.has(id) })
  }
  const working = wanted.filter(({ id }) => !failures.has(id)).map(({ id }) => id)
  const told = offers(prowlarr, address, words, working)
  const rows = prowlarr.sendTo === null ? told : told.map(withHash)
  for (const row of rows) remember(prowlarr, row)
  sendJson(response, rows)
}

function offers(
  { apiKey, rows, indexers, many, ranked, tracker }: Prowlarr,
  address: string,
  words: string,
  wanted: readonly number[],
): readonly unknown[] {
  const link = (id: number) => `${address}/${id}/download?apikey=${apiKey}&link=${encodeURIComponent(words)}`
  if (rows) return wanted.length > 0 ? rows : []
  const chosen = indexers.filter(({ id }) => wanted.includes(id))
  if (many > 0) return chosen.flatMap((indexer) => manyOffers(indexer, words, many, link(indexer.id)))
  return ranked(words)
    .slice(0, 25)
    .flatMap((book) => offersOf(book, chosen, link, tracker))
}

function remember({ found }: Prowlarr, row: unknown): void {
  if (!isRow(row) || typeof row.guid !== 'string') return
  found.set(`${String(row.indexerId)}_${row.guid}`, String(row.title))
}

async function grab(prowlarr: Prowlarr, { body }: ReceivedRequest, response: ServerResponse): Promise<void> {
  const { grabTrouble: trouble, found, grabs, history, indexers, sendTo } = prowlarr
  if (trouble?.kind === 'refused') return refuse(response, trouble.how)
  if (trouble?.kind === 'before' && (await playMisbehaviour(trouble.mode, response))) return
  const wanted = grabSchema.safeParse(JSON.parse(body))
  if (!wanted.success) return refuse(response, 'invalid')
  // The real Prowlarr remembers its results for half an hour, and grabs nothing else.
  const title = found.get(`${wanted.data.indexerId}_${wanted.data.guid}`)
  if (title === undefined) return refuse(response, 'forgotten')
  grabs.push(wanted.data)
  history.grabbed({ indexerId: wanted.data.indexerId, title })
  const { protocol } = indexers.find(({ id }) => id === wanted.data.indexerId) ?? {}
  if (protocol) sendTo?.({ id: hashOf(wanted.data.guid), name: title, protocol })
  await answerGrab(trouble, wanted.data, response)
}

function statuses({ failures }: Prowlarr): unknown[] {
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

function followLink(
  { found, history, indexers, linkAnswer }: Prowlarr,
  id: number,
  { query }: ReceivedRequest,
  response: ServerResponse,
): void {
  const guid = query.get('file') ?? ''
  const title = found.get(`${id}_${guid}`) ?? guid
  // The history records every fetch through Prowlarr, whoever fetches.
  history.grabbed({ indexerId: id, title })
  const { protocol = 'torrent' } = indexers.find((indexer) => indexer.id === id) ?? {}
  answerLink(linkAnswer, { title, infoHash: hashOf(guid), protocol }, response)
}

export type ProwlarrFake = Awaited<ReturnType<typeof startProwlarrFake>>

function wrongAddress(method: string, response: ServerResponse): void {
  if (method === 'GET') sendHtml(response, '<!doctype html><title>Prowlarr</title>')
  else response.writeHead(405).end()
}

/** The info hash of a release's torrent. */
const hashOf = (guid: string): string => createHash('sha1').update(guid).digest('hex')

const withHash = (row: unknown): unknown =>
  isRow(row) && row['protocol'] === 'torrent' ? { ...row, infoHash: hashOf(String(row.guid)) } : row

function isRow(value: unknown): value is FakeRow {
  return typeof value === 'object' && value !== null
}
