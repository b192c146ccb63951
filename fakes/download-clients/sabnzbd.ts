import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, type ReceivedRequest } from '#fakes/fake-server'
import { createFakeDownloads, type FakeDownload, type FakeDownloads, type Pace } from './downloads'

const QUEUE = {
  queued: 'Queued',
  paused: 'Paused',
  downloading: 'Downloading',
  stalled: 'Downloading',
} as const
const HISTORY = { processing: 'Extracting', completed: 'Completed', failed: 'Failed' } as const

/**
 * `rdt-client` takes questions only in the address, older versions of `nzbdav` also everything else, and `decypharr`
 * which downloads are meant.
 */
type Imitation = 'rdt-client' | 'nzbdav' | 'decypharr'

interface SabnzbdFakeOptions {
  port?: number
  base?: string
  apiKey?: string
  /** Up to 1.x, a wrong key is refused with status 200. */
  refusesWith?: 403 | 200
  /** The configured categories, in lower case. */
  categories?: readonly string[]
  /** Its settings about the history. */
  retention?: Readonly<Record<string, string | number>>
  /** Answers as another program that imitates it. */
  imitatedBy?: Imitation | null
  pace?: Pace | null
}

interface Sabnzbd {
  apiKey: string
  refusesWith: 403 | 200
  categories: readonly string[]
  retention: Readonly<Record<string, string | number>>
  imitatedBy: Imitation | null
  downloads: FakeDownloads
  /** Archived from the history page. */
  archived: Set<string>
  encrypted: Set<string>
  refusesHost: boolean
}

/** Starts a SABnzbd; its downloads and refusals can be changed at any time. */
export async function startSabnzbdFake({
  port = 0,
  base = '',
  apiKey = '0123456789abcdef0123456789abcdef',
  refusesWith = 403,
  categories = ['audiobooks'],
  retention = { history_retention_option: 'all', history_retention_number: 1 },
  imitatedBy = null,
  pace = null,
}: SabnzbdFakeOptions = {}) {
  const sabnzbd: Sabnzbd = {
    apiKey,
    refusesWith,
    categories,
    retention,
    imitatedBy,
    downloads: createFakeDownloads({ pace }),
    archived: new Set(),
    encrypted: new Set(),
    refusesHost: false,
  }
  const server = await startFakeServer(async (request, response) => {
    if (sabnzbd.refusesHost) {
      return void response
        .writeHead(403)
        .end('Access denied - Hostname verification failed: https://sabnzbd.org/hostname-check')
    }
    if (request.path !== `${base}/api`) return void response.writeHead(404).end('Not Found')
    const values = valuesOf(imitatedBy, request, await formOf(request))
    if (!isUnderstood(sabnzbd, request, values, response)) return
    answer(sabnzbd, values, response)
  }, port)

  return {
    ...server,
    baseUrl: `${server.url}${base}`,
    apiKey,
    downloads: sabnzbd.downloads,
    /** Archives a download from the history page, as people do. */
    archive(id: string): void {
      sabnzbd.archived.add(id)
    },
    /** Pauses a download, because its archive requires a password. */
    encrypt(id: string): void {
      sabnzbd.downloads.change(id, { state: 'paused' })
      sabnzbd.encrypted.add(id)
    },
    /** Whether to refuse its host name. */
    refuseHost(refused: boolean): void {
      sabnzbd.refusesHost = refused
    },
    /** SABnzbd has no sessions to forget. */
    restart: () => undefined,
  }
}

/** Refuses what an imitation does not understand. */
function isUnderstood(
  { imitatedBy }: Sabnzbd,
  { method }: ReceivedRequest,
  values: FormData,
  response: ServerResponse,
): boolean {
  const mode = text(values, 'mode')
  if (imitatedBy === 'rdt-client' && method === 'POST' && mode !== 'addfile') {
    sendJson(response, {}, 404)
    return false
  }
  if (imitatedBy !== 'nzbdav' || mode !== undefined) return true
  sendJson(response, { status: false, error: 'Invalid mode' }, 400)
  return false
}

const isQueued = ({ state }: FakeDownload) => state in QUEUE

function answer(sabnzbd: Sabnzbd, form: FormData, response: ServerResponse): void {
  const { apiKey, refusesWith, categories, retention, imitatedBy, encrypted } = sabnzbd
  const mode = text(form, 'mode')
  if (mode === 'version') return sendJson(response, { version: '4.3.2' })
  if (text(form, 'apikey') !== apiKey) {
    if (imitatedBy === 'nzbdav') return sendJson(response, { status: false, error: 'API Key Incorrect' }, 401)
    if (imitatedBy) return void response.writeHead(401).end('unauthorized: invalid credentials')
    if (refusesWith === 403) return void response.writeHead(403).end('API Key Incorrect')
    return sendJson(response, { status: false, error: 'API Key Incorrect' })
  }
  const isDelete = text(form, 'name') === 'delete'
  if (mode === 'queue' && isDelete) return remove(sabnzbd, form, response, true)
  if (mode === 'history' && isDelete) return remove(sabnzbd, form, response, false)
  if (mode === 'addfile') return add(sabnzbd, form, response)
  if (mode === 'get_config') return sendJson(response, { config: { misc: retention } })
  if (mode === 'get_cats') {
    const all = ['*', ...categories]
    return sendJson(response, imitatedBy === 'decypharr' ? all : { categories: all })
  }
  if (mode === 'queue') {
    const slots = wanted(sabnzbd, form, true).map((download) =>
      queueSlot(download, encrypted.has(download.id)),
    )
    return sendJson(response, { queue: { status: 'Downloading', kbpersec: '1024.00', slots } })
  }
  if (mode === 'history') {
    return sendJson(response, { history: { slots: wanted(sabnzbd, form, false).map(historySlot) } })
  }
  sendJson(response, { status: false, error: 'not implemented' })
}

function wanted({ downloads, archived }: Sabnzbd, form: FormData, queued: boolean): FakeDownload[] {
  const ids = text(form, 'nzo_ids')?.split(',')
  const limit = Number(text(form, 'limit') ?? (queued ? 0 : 10))
  const found = downloads
    .all()
    .filter((download) => isQueued(download) === queued)
    .filter(({ id }) => (ids ? ids.includes(id) : true))
    .filter(({ id }) => queued || archived.has(id) === (text(form, 'archive') === '1'))
  return limit > 0 ? found.slice(0, limit) : found
}

function remove({ downloads }: Sabnzbd, form: FormData, response: ServerResponse, queued: boolean): void {
  const id = text(form, 'value') ?? ''
  const download = downloads.find(id)
  if (download && isQueued(download) === queued) downloads.remove(id)
  sendJson(response, { status: true, nzo_ids: download ? [id] : [] })
}

function add({ downloads, categories }: Sabnzbd, form: FormData, response: ServerResponse): void {
  const file = form.get('name')
  const name = text(form, 'nzbname') ?? (file instanceof File ? file.name : '')
  if (!(file instanceof File)) return sendJson(response, { status: false, error: 'expects one parameter' })
  // For a duplicate, it returns no id.
  if (downloads.all().some((download) => download.name === name)) {
    return sendJson(response, { status: true, nzo_ids: [] })
  }
  const id = `SABnzbd_nzo_${randomUUID().slice(0, 8)}`
  // An unknown category counts as none.
  const category = text(form, 'cat')?.toLowerCase() ?? ''
  downloads.add({ id, name, category: categories.includes(category) ? category : '*' })
  sendJson(response, { status: true, nzo_ids: [id] })
}

/** The values of a call: the real SABnzbd refuses them if they come twice. */
function valuesOf(imitatedBy: Imitation | null, { query }: ReceivedRequest, form: FormData): FormData {
  const values = new FormData()
  const ofBody = imitatedBy === 'nzbdav' ? ['name'] : [...form.keys()]
  const isTwice = query.has('mode') && form.has('mode')
  for (const [name, value] of form) if (ofBody.includes(name) && !isTwice) values.append(name, value)
  if (imitatedBy === 'decypharr') {
    for (const name of ['name', 'value', 'nzo_ids']) {
      if (!(form.get(name) instanceof File)) values.delete(name)
    }
  }
  if (imitatedBy !== null) for (const [name, value] of query) values.append(name, value)
  return values
}

async function formOf({ bytes, headers }: ReceivedRequest): Promise<FormData> {
  if (bytes.length === 0) return new FormData()
  return new Response(bytes, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
}

function text(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' ? value : undefined
}

function queueSlot(download: FakeDownload, isEncrypted: boolean): unknown {
  const seconds = download.secondsLeft ?? 0
  const part = (divisor: number, modulus: number) =>
    String(Math.floor(seconds / divisor) % modulus).padStart(2, '0')
  return {
    nzo_id: download.id,
    filename: download.name,
    cat: download.category,
    status: Object.entries(QUEUE).find(([state]) => state === download.state)?.[1],
    percentage: String(Math.floor(download.progress * 100)),
    mb: '400.00',
    mbleft: (400 * (1 - download.progress)).toFixed(2),
    timeleft: `${Math.floor(seconds / 3600)}:${part(60, 60)}:${part(1, 60)}`,
    priority: 'Normal',
    labels: isEncrypted ? ['ENCRYPTED'] : [],
    time_added: Math.floor(download.addedAt / 1000),
  }
}

function historySlot(download: FakeDownload): unknown {
  const isDone = download.state === 'completed'
  return {
    nzo_id: download.id,
    name: download.name,
    nzb_name: `${download.name}.nzb`,
    category: download.category,
    status: Object.entries(HISTORY).find(([state]) => state === download.state)?.[1],
    storage: isDone ? `/downloads/complete/${download.name}` : '',
    fail_message: download.state === 'failed' ? download.message : '',
    bytes: download.size,
    time_added: Math.floor(download.addedAt / 1000),
    completed: Math.floor(download.addedAt / 1000) + 60,
  }
}
