import type { ServerResponse } from 'node:http'
import { sendHtml, sendJson, startFakeServer, type ReceivedRequest } from '#fakes/fake-server'
import { createFakeDownloads, type FakeDownload, type FakeDownloads, type Pace } from './downloads'
import { readMagnet, readTorrent } from './release-files'

const STATUS = {
  queued: 3,
  paused: 0,
  downloading: 4,
  stalled: 4,
  processing: 2,
  completed: 6,
  failed: 0,
} as const

interface TransmissionFakeOptions {
  port?: number
  username?: string
  password?: string
  /**
   * Versions before 4.1 have only the old protocol, 4.1.0 has both, and some later version will have only the
   * new one.
   */
  version?: '2.94' | '3.00' | '4.1.0' | '5.0.0'
  pace?: Pace | null
}

type Values = Record<string, unknown>

interface Transmission {
  username: string
  password: string
  version: NonNullable<TransmissionFakeOptions['version']>
  isOld: boolean
  downloads: FakeDownloads
  session: string
  refuses: 'host' | 'address' | null
}

/** Starts a Transmission; its downloads and refusals can be changed at any time. */
export async function startTransmissionFake({
  port = 0,
  username = 'transmission',
  password = 'secret words 91',
  version = '4.1.0',
  pace = null,
}: TransmissionFakeOptions = {}) {
  const transmission: Transmission = {
    username,
    password,
    version,
    isOld: version === '2.94' || version === '3.00',
    downloads: createFakeDownloads({ pace }),
    session: 'session1',
    refuses: null,
  }
  const server = await startFakeServer((request, response) => answer(transmission, request, response), port)

  return {
    ...server,
    baseUrl: server.url,
    username,
    password,
    downloads: transmission.downloads,
    /** Refuses all requests from now on, for this reason; null stops it. */
    refuse(whom: 'host' | 'address' | null): void {
      transmission.refuses = whom
    },
    /** Starts a new session, as after a restart. */
    restart(): void {
      transmission.session = `session${Math.random().toString(36).slice(2)}`
    },
  }
}

function answer(transmission: Transmission, request: ReceivedRequest, response: ServerResponse): void {
  const { username, password, isOld, session, refuses } = transmission
  if (request.path !== '/transmission/rpc') return sendHtml(response, '<h1>404: Not Found</h1>', 404)
  if (refuses === 'address') {
    return sendHtml(response, '<h1>403: Forbidden</h1><p>Unauthorized IP Address.</p>', 403)
  }
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  if (username !== '' && request.headers.authorization !== basic) {
    return sendHtml(response, '<h1>401: Unauthorized</h1>Unauthorized User', 401)
  }
  if (refuses === 'host') return sendHtml(response, '<h1>421: Misdirected Request</h1>', 421)
  if (request.headers['x-transmission-session-id'] !== session) {
    response.setHeader('x-transmission-session-id', session)
    if (!isOld) response.setHeader('x-transmission-rpc-version', '6.0.0')
    return sendHtml(response, '<h1>409: Conflict</h1>', 409)
  }
  rpc(transmission, request, response)
}

function rpc(transmission: Transmission, { body }: ReceivedRequest, response: ServerResponse): void {
  const { isOld, version } = transmission
  const question: unknown = JSON.parse(body)
  if (!isValues(question)) return sendJson(response, { result: 'no method name' })
  const isNew = question['jsonrpc'] === '2.0'
  if (isNew ? isOld : version === '5.0.0') {
    const error = { code: -32_600, message: 'Invalid Request' }
    return sendJson(response, isNew ? { result: 'no method name' } : { jsonrpc: '2.0', id: null, error })
  }
  const given = question[isNew ? 'params' : 'arguments']
  const params = isValues(given) ? given : {}
  const method = String(question['method'])
  const said = run(transmission, isNew ? method : method.replaceAll('-', '_'), params, isNew)
  const refused = typeof said === 'string'
  if (!isNew) {
    return sendJson(
      response,
      refused ? { result: said, arguments: {} } : { result: 'success', arguments: said },
    )
  }
  const error = { code: 7, message: 'Something is wrong', data: { error_string: said } }
  sendJson(response, { jsonrpc: '2.0', id: question['id'], ...(refused ? { error } : { result: said }) })
}

/** @returns the result, or the text of a refusal. */
function run(transmission: Transmission, method: string, params: Values, isNew: boolean): Values | string {
  const { downloads, version } = transmission
  const ids = Array.isArray(params['ids']) ? params['ids'].map(String) : null
  switch (method) {
    case 'session_get':
      return { version: `${version} (a6fe2a64aa)` }
    case 'torrent_get': {
      const wanted = downloads.all().filter(({ id }) => ids === null || ids.includes(id))
      const rows = wanted.map((download) => rowOf(download, isNew))
      // There were no labels before 3.0.
      return { torrents: version === '2.94' ? rows.map(({ labels: _, ...row }) => row) : rows }
    }
    case 'torrent_add':
      return add(transmission, params, isNew)
    case 'torrent_set':
      for (const id of ids ?? []) {
        const [label] = Array.isArray(params['labels']) ? params['labels'].map(String) : []
        downloads.change(id, { category: label ?? '' })
      }
      return {}
    case 'torrent_remove':
      for (const id of ids ?? []) downloads.remove(id)
      return {}
    default:
      return 'method name not recognized'
  }
}

function add({ downloads }: Transmission, params: Values, isNew: boolean): Values | string {
  const { metainfo, filename } = params
  const torrent =
    typeof metainfo === 'string'
      ? readTorrent(new Uint8Array(Buffer.from(metainfo, 'base64')))
      : readMagnet(String(filename))
  if (!torrent) return 'unrecognized info'
  const isKnown = downloads.find(torrent.infoHash) !== undefined
  if (!isKnown) downloads.add({ id: torrent.infoHash, name: torrent.name })
  const said = { [isNew ? 'hash_string' : 'hashString']: torrent.infoHash, id: 1, name: torrent.name }
  const name = isKnown ? 'torrent-duplicate' : 'torrent-added'
  return { [isNew ? name.replace('-', '_') : name]: said }
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null

function rowOf(download: FakeDownload, isNew: boolean): Values {
  const isFailed = download.state === 'failed'
  const row = {
    hash_string: download.id,
    name: download.name,
    status: STATUS[download.state],
    percent_done: download.progress,
    left_until_done: Math.round(download.size * (1 - download.progress)),
    metadata_percent_complete: 1,
    error: isFailed ? 3 : 0,
    error_string: isFailed ? download.message : '',
    eta: download.secondsLeft ?? -1,
    rate_download: download.state === 'downloading' ? Math.round(download.speed) : 0,
    peers_sending_to_us: download.seeds,
    labels: download.category === '' ? [] : [download.category],
    added_date: Math.floor(download.addedAt / 1000),
    download_dir: '/downloads',
  }
  if (isNew) return { ...row, tracker_stats: [{ seeder_count: download.seeds }] }
  const camel: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    camel[name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] = value
  }
  return { ...camel, trackerStats: [{ seederCount: -1 }] }
}
