import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, type ReceivedRequest } from '#fakes/fake-server'
import { createFakeDownloads, type FakeDownload, type FakeDownloads, type Pace } from './downloads'
import { readMagnet, readTorrent } from './release-files'

const STATES_OF_4 = {
  queued: 'queuedDL',
  paused: 'pausedDL',
  downloading: 'downloading',
  stalled: 'stalledDL',
  processing: 'moving',
  completed: 'stalledUP',
  failed: 'error',
} as const

interface QbittorrentFakeOptions {
  port?: number
  /** Path under which it is served, such as `/qbittorrent`. */
  base?: string
  username?: string
  password?: string
  /** Only accepted since version 5.2. */
  apiKey?: string
  /** Before 5.2, its responses differ. */
  version?: '4.3.9' | '5.2.0'
  pace?: Pace | null
}

interface Qbittorrent {
  username: string
  password: string
  apiKey: string
  version: '4.3.9' | '5.2.0'
  isNew: boolean
  downloads: FakeDownloads
  sessions: Set<string>
  refuses: 'banned' | 'host' | 'sessions' | null
  /** The status for a call without a session; proxies of seedboxes have their own. */
  signedOut: 401 | 403
  preferences: Row
  /** Categories with their options. */
  categories: Row
  signIns: number
}

/** Starts a qBittorrent; its downloads and refusals can be changed at any time. */
export async function startQbittorrentFake({
  port = 0,
  base = '',
  username = 'admin',
  password = 'adminadmin1',
  apiKey = 'qbt_0123456789abcdefghijABCDEFGH',
  version = '4.3.9',
  pace = null,
}: QbittorrentFakeOptions = {}) {
  const qbittorrent: Qbittorrent = {
    username,
    password,
    apiKey,
    version,
    isNew: version === '5.2.0',
    downloads: createFakeDownloads({ pace }),
    sessions: new Set(),
    refuses: null,
    signedOut: 403,
    preferences: { max_ratio_enabled: false, max_seeding_time_enabled: false, max_ratio_act: 0 },
    categories: {},
    signIns: 0,
  }
  const server = await startFakeServer((request, response) => {
    const path = request.path.startsWith(base) ? request.path.slice(base.length) : ''
    return answer(qbittorrent, path, request, response)
  }, port)

  return {
    ...server,
    /** Base address of its API. */
    baseUrl: `${server.url}${base}`,
    username,
    password,
    apiKey,
    downloads: qbittorrent.downloads,
    /** Refuses all requests from now on, for this reason; null stops it. */
    refuse(whom: Qbittorrent['refuses']): void {
      qbittorrent.refuses = whom
    },
    /** Forgets every session, as after a restart. @param signedOut the status for them from now on. */
    restart(signedOut: 401 | 403 = 403): void {
      qbittorrent.signedOut = signedOut
      qbittorrent.sessions.clear()
    },
    /** Changes preferences, or the options of categories. */
    set(preferences: Row, categories: Row = {}): void {
      Object.assign(qbittorrent.preferences, preferences)
      Object.assign(qbittorrent.categories, categories)
    },
    /** Number of sign-ins. */
    signIns: () => qbittorrent.signIns,
  }
}

/** @param path under the base path. */
function answer(
  qbittorrent: Qbittorrent,
  path: string,
  request: ReceivedRequest,
  response: ServerResponse,
): void | Promise<void> {
  const { refuses, version, isNew } = qbittorrent
  if (refuses === 'host') return sendText(response, 401, 'Unauthorized')
  if (!isFromItself(request)) return sendText(response, 401, 'Unauthorized')
  if (!path.startsWith('/api/v2/')) return sendText(response, 404, 'Not Found')
  if (refuses === 'banned') {
    return sendText(response, 403, 'Your IP address has been banned after too many failed attempts.')
  }
  if (path === '/api/v2/auth/login') return signIn(qbittorrent, request, response)
  if (refuses === 'sessions' || !isSignedIn(qbittorrent, request)) {
    const { signedOut } = qbittorrent
    return sendText(response, signedOut, signedOut === 401 ? 'Unauthorized' : 'Forbidden')
  }
  switch (path) {
    case '/api/v2/app/version':
      return sendText(response, 200, `v${version}`)
    case '/api/v2/app/webapiVersion':
      return sendText(response, 200, isNew ? '2.15.0' : '2.8.2')
    case '/api/v2/app/preferences':
      return sendJson(response, qbittorrent.preferences)
    case '/api/v2/torrents/categories':
      return sendJson(response, qbittorrent.categories)
    case '/api/v2/torrents/info':
      return info(qbittorrent, request, response)
    case '/api/v2/torrents/add':
      return add(qbittorrent, request, response)
    case '/api/v2/torrents/delete':
      return remove(qbittorrent, request, response)
    default:
      return sendText(response, 404, 'Not Found')
  }
}

function signIn(qbittorrent: Qbittorrent, { body }: ReceivedRequest, response: ServerResponse): void {
  const { username, password, isNew } = qbittorrent
  const form = new URLSearchParams(body)
  if (form.get('username') !== username || form.get('password') !== password) {
    // Up to 5.1, a wrong password returns success.
    return sendText(response, isNew ? 401 : 200, isNew ? '' : 'Fails.')
  }
  qbittorrent.signIns += 1
  const session = `session${qbittorrent.signIns}`
  qbittorrent.sessions.add(session)
  const name = isNew ? 'QBT_SID_8080' : 'SID'
  response.setHeader('set-cookie', `${name}=${session}; HttpOnly; SameSite=Strict; path=/`)
  sendText(response, isNew ? 204 : 200, isNew ? '' : 'Ok.')
}

function isSignedIn({ isNew, apiKey, sessions }: Qbittorrent, { headers }: ReceivedRequest): boolean {
  if (isNew && headers.authorization === `Bearer ${apiKey}`) return true
  const session = /(?:SID|QBT_SID_8080)=(\w+)/.exec(headers.cookie ?? '')?.[1]
  return session !== undefined && sessions.has(session)
}

function info(
  { downloads, isNew }: Qbittorrent,
  { body, query }: ReceivedRequest,
  response: ServerResponse,
): void {
  const filter = new URLSearchParams(body)
  const hashes = (filter.get('hashes') ?? query.get('hashes'))?.split('|')
  const category = filter.get('category') ?? query.get('category')
  const rows = downloads
    .all()
    .filter(({ id }) => !hashes || hashes.includes(id))
    .filter((download) => category === null || download.category === category)
    .map((download) => rowOf(download, isNew))
  sendJson(response, sortedRows(rows, filter))
}

async function add(
  { downloads, isNew }: Qbittorrent,
  request: ReceivedRequest,
  response: ServerResponse,
): Promise<void> {
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(request.bytes, { headers: { 'content-type': type } }).formData()
  const [file, uri, category] = [form.get('torrents'), form.get('urls'), form.get('category')]
  const torrent =
    file instanceof Blob
      ? readTorrent(new Uint8Array(await file.arrayBuffer()))
      : readMagnet(typeof uri === 'string' ? uri : '')
  if (!torrent) return sendText(response, 415, 'Error: is not a valid torrent file.')
  const { infoHash: id, name } = torrent
  // A duplicate is refused in the same words as an invalid torrent.
  const isKnown = downloads.find(id) !== undefined
  if (!isKnown) downloads.add({ id, name, category: typeof category === 'string' ? category : '' })
  if (!isNew) return sendText(response, 200, isKnown ? 'Fails.' : 'Ok.')
  const counts = { success_count: isKnown ? 0 : 1, pending_count: 0, failure_count: isKnown ? 1 : 0 }
  sendJson(response, { ...counts, added_torrent_ids: isKnown ? [] : [id] }, isKnown ? 409 : 200)
}

function remove({ downloads }: Qbittorrent, { body }: ReceivedRequest, response: ServerResponse): void {
  for (const id of new URLSearchParams(body).get('hashes')?.split('|') ?? []) downloads.remove(id)
  sendText(response, 200, '')
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=UTF-8' }).end(text)
}

/** Whether the request cannot have come from another site's page; others are refused. */
function isFromItself({ headers }: ReceivedRequest): boolean {
  const origin = headers.origin ?? headers.referer
  return origin === undefined || new URL(origin).host === headers.host
}

/** Rows sorted by any field and truncated, according to `sort`, `reverse` and `limit`. */
function sortedRows(rows: Row[], filter: URLSearchParams): Row[] {
  const sort = filter.get('sort')
  const sorted = sort === null ? rows : rows.toSorted((one, other) => Number(one[sort]) - Number(other[sort]))
  if (filter.get('reverse') === 'true') sorted.reverse()
  const limit = Number(filter.get('limit') ?? 0)
  return limit > 0 ? sorted.slice(0, limit) : sorted
}

type Row = Record<string, unknown>

function rowOf(download: FakeDownload, isNew: boolean): Row {
  const state = STATES_OF_4[download.state]
  return {
    hash: download.id,
    infohash_v1: download.id,
    infohash_v2: '',
    name: download.name,
    state: isNew && state === 'pausedDL' ? 'stoppedDL' : state,
    progress: download.progress,
    size: download.size,
    total_size: download.size,
    amount_left: Math.round(download.size * (1 - download.progress)),
    eta: download.secondsLeft ?? 8_640_000,
    completion_on: download.progress === 1 ? 1_700_000_000 : -1,
    added_on: Math.floor(download.addedAt / 1000),
    category: download.category,
    tags: '',
    save_path: '/downloads',
    content_path: `/downloads/${download.name}`,
    ratio: 0,
    seeding_time: 0,
    dlspeed: download.state === 'downloading' ? Math.round(download.speed) : 0,
    num_seeds: download.seeds,
    num_complete: download.seeds,
  }
}
