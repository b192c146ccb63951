import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, type ReceivedRequest } from '#fakes/fake-server'
import { createFakeDownloads, type FakeDownload, type FakeDownloads, type Pace } from './downloads'
import { readMagnet, readTorrent } from './release-files'

const STATES = {
  queued: 'Queued',
  paused: 'Paused',
  downloading: 'Downloading',
  stalled: 'Downloading',
  processing: 'Moving',
  completed: 'Seeding',
  failed: 'Error',
} as const

interface DelugeFakeOptions {
  port?: number
  base?: string
  password?: string
  /** Whether the Label plugin is enabled. */
  labels?: boolean
  pace?: Pace | null
}

type Values = Record<string, unknown>
type Refusal = { refused: string; code?: number }

interface Deluge {
  password: string
  labels: boolean
  downloads: FakeDownloads
  knownLabels: Set<string>
  /** Settings of the daemon, and options of the labels. */
  config: Values
  labelOptions: Values
  session: string
  connected: boolean
  hasDaemon: boolean
}

/** Starts a Deluge with its web interface; its downloads and its daemon can be changed at any time. */
export async function startDelugeFake({
  port = 0,
  base = '',
  password = 'secret-words-91',
  labels = true,
  pace = null,
}: DelugeFakeOptions = {}) {
  const deluge: Deluge = {
    password,
    labels,
    downloads: createFakeDownloads({ pace }),
    knownLabels: new Set(),
    config: { stop_seed_at_ratio: false, remove_seed_at_ratio: false },
    labelOptions: { apply_queue: false, stop_at_ratio: false, remove_at_ratio: false },
    session: 'session1',
    connected: false,
    hasDaemon: true,
  }
  const server = await startFakeServer((request, response) => {
    if (request.path !== `${base}/json`) return void response.writeHead(404).end()
    answer(deluge, request, response)
  }, port)

  return {
    ...server,
    baseUrl: `${server.url}${base}`,
    password,
    downloads: deluge.downloads,
    /** Disconnects its daemon, or reconnects it. */
    haveDaemon(has: boolean): void {
      deluge.hasDaemon = has
      deluge.connected = false
    },
    /** Changes settings of the daemon, or options of all labels. */
    set(config: Values, labelOptions: Values = {}): void {
      Object.assign(deluge.config, config)
      Object.assign(deluge.labelOptions, labelOptions)
    },
    /** Forgets its sessions and its daemon. */
    restart(): void {
      deluge.session = `${deluge.session}1`
      deluge.connected = false
    },
  }
}

function answer(deluge: Deluge, { body, headers }: ReceivedRequest, response: ServerResponse): void {
  const question: unknown = JSON.parse(body)
  if (!isValues(question)) return void response.writeHead(500).end()
  const method = String(question['method'])
  const params: unknown[] = Array.isArray(question['params']) ? question['params'] : []
  const say = (result: unknown) => {
    const error = isRefusal(result) ? { message: result.refused, code: result.code ?? 4 } : null
    sendJson(response, { id: question['id'], result: error ? null : result, error })
  }
  if (method === 'auth.login') {
    if (params[0] !== deluge.password) return say(false)
    response.setHeader('set-cookie', `_session_id=${deluge.session}; Path=/json`)
    return say(true)
  }
  if (headers.cookie !== `_session_id=${deluge.session}`)
    return say({ refused: 'Not authenticated', code: 1 })
  const result = method.startsWith('web.')
    ? web(deluge, method)
    : deluge.connected
      ? daemon(deluge, method, params)
      : undefined
  say(result === undefined ? { refused: 'Unknown method', code: 2 } : result)
}

/** Methods of the web interface itself. */
function web(deluge: Deluge, method: string): unknown {
  if (method === 'web.connected') return deluge.connected
  if (method === 'web.get_hosts') return [['0123456789abcdef', '127.0.0.1', 58_846, 'localclient']]
  if (method !== 'web.connect') return undefined
  deluge.connected = deluge.hasDaemon
  return []
}

/** Methods of the daemon; undefined for unknown ones. */
function daemon(deluge: Deluge, method: string, [first, second]: readonly unknown[]): unknown {
  const { downloads, labels } = deluge
  switch (method) {
    case 'daemon.get_version':
      return '2.1.1'
    case 'core.get_torrents_status':
      return torrents(deluge, first)
    case 'core.get_config_values':
      return deluge.config
    case 'core.get_enabled_plugins':
      return labels ? ['Label'] : []
    case 'core.add_torrent_magnet':
      return addTorrent(deluge, readMagnet(String(first)))
    case 'core.add_torrent_file':
      return addTorrent(deluge, readTorrent(new Uint8Array(Buffer.from(String(second), 'base64'))))
    case 'core.remove_torrent':
      if (!downloads.find(String(first))) return failure(`torrent_id ${String(first)} not in session.`)
      downloads.remove(String(first))
      return true
    default:
      return labels ? label(deluge, method, String(first), String(second)) : undefined
  }
}

function addTorrent(
  { downloads }: Deluge,
  torrent: { name: string; infoHash: string } | null,
): string | Refusal {
  if (!torrent) return failure('Unable to add torrent, decoding filedump failed')
  if (downloads.find(torrent.infoHash)) return failure(`Torrent already in session (${torrent.infoHash})`)
  downloads.add({ id: torrent.infoHash, name: torrent.name })
  return torrent.infoHash
}

function torrents({ downloads, labels }: Deluge, filter: unknown): Record<string, unknown> {
  const ids = isValues(filter) && Array.isArray(filter['id']) ? filter['id'].map(String) : null
  const wanted = downloads.all().filter(({ id }) => ids === null || ids.includes(id))
  return Object.fromEntries(wanted.map((download) => [download.id, rowOf(download, labels)]))
}

function label(
  { downloads, knownLabels, labelOptions }: Deluge,
  method: string,
  first: string,
  second: string,
): unknown {
  if (method === 'label.add') {
    if (knownLabels.has(first)) return failure('Label already exists')
    knownLabels.add(first)
    return null
  }
  if (method === 'label.get_options') return labelOptions
  if (method !== 'label.set_torrent') return undefined
  if (!knownLabels.has(second)) return failure('Unknown Label')
  downloads.change(first, { category: second })
  return null
}

const isValues = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isRefusal = (value: unknown): value is Refusal =>
  isValues(value) && typeof value['refused'] === 'string'

/** A daemon failure, as reported by the web interface. */
function failure(words: string): Refusal {
  return {
    refused: `Failure: [Failure instance: Traceback (failure with no frames): <class 'deluge.error.AddTorrentError'>: ${words}\n]`,
  }
}

function rowOf(download: FakeDownload, labels: boolean): Record<string, unknown> {
  const isRunning = download.state === 'downloading'
  return {
    name: download.name,
    state: STATES[download.state],
    progress: download.progress * 100,
    eta: isRunning ? (download.secondsLeft ?? 0) : 0,
    download_payload_rate: isRunning ? Math.round(download.speed) : 0,
    num_seeds: download.seeds,
    total_seeds: -1,
    message: download.state === 'failed' ? download.message : 'OK',
    time_added: download.addedAt / 1000,
    is_finished: download.progress === 1,
    ...(labels ? { label: download.category } : {}),
  }
}
