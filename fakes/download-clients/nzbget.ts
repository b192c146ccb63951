import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, type ReceivedRequest } from '#fakes/fake-server'
import { createFakeDownloads, type FakeDownload, type FakeDownloads, type Pace } from './downloads'

const QUEUE = {
  queued: 'QUEUED',
  paused: 'PAUSED',
  downloading: 'DOWNLOADING',
  stalled: 'DOWNLOADING',
  processing: 'UNPACKING',
} as const

interface NzbgetFakeOptions {
  port?: number
  username?: string
  password?: string
  /** The configured categories. */
  categories?: readonly string[]
  /** Days that it keeps its history. */
  keepHistory?: number
  /** The rights of its user. */
  access?: 'all' | 'add'
  pace?: Pace | null
}

type Values = Record<string, unknown>

interface Nzbget {
  downloads: FakeDownloads
  categories: readonly string[]
  keepHistory: number
  /** Ids that other programs have stored with a download. */
  marks: Map<string, string>
  lastId: number
}

/** Starts an NZBGet; its downloads can be changed at any time. */
export async function startNzbgetFake({
  port = 0,
  username = 'nzbget',
  password = 'tegbzn6789',
  categories = ['audiobooks'],
  keepHistory = 30,
  access = 'all',
  pace = null,
}: NzbgetFakeOptions = {}) {
  const downloads = createFakeDownloads({ pace })
  const nzbget: Nzbget = { downloads, categories, keepHistory, marks: new Map(), lastId: 0 }
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

  const server = await startFakeServer((request, response) => {
    if (request.headers.authorization !== basic) return void response.writeHead(401).end()
    if (request.path !== '/jsonrpc') return void response.writeHead(404).end()
    answer(nzbget, access, request, response)
  }, port)

  return {
    ...server,
    baseUrl: server.url,
    username,
    password,
    downloads,
    /** Stores an id with a download, as Prowlarr does. */
    mark(id: string, mark: string): void {
      nzbget.marks.set(id, mark)
    },
    /** Loses its downloads and restarts its ids at one, as after a reset or with an older backup. */
    loseQueue(): void {
      for (const { id } of downloads.all()) downloads.remove(id)
      nzbget.marks.clear()
      nzbget.lastId = 0
    },
    /** NZBGet has no sessions to forget. */
    restart: () => undefined,
  }
}

const isQueued = ({ state }: FakeDownload) => state in QUEUE

function answer(
  nzbget: Nzbget,
  access: NzbgetFakeOptions['access'],
  { body }: ReceivedRequest,
  response: ServerResponse,
): void {
  const question: unknown = JSON.parse(body)
  if (!isValues(question)) return void response.writeHead(400).end()
  const params = Array.isArray(question['params']) ? question['params'] : []
  const method = String(question['method'])
  const isDenied = access === 'add' && method !== 'version' && method !== 'append'
  const result = isDenied ? undefined : run(nzbget, method, params)
  const said = isDenied ? { code: 401, message: 'Access denied' } : { code: 1, message: 'Invalid procedure' }
  const error = { name: 'JSONRPCError', ...said }
  sendJson(response, { version: '1.1', ...(result === undefined ? { error } : { result }) })
}

function run(nzbget: Nzbget, method: string, params: readonly unknown[]): unknown {
  const { downloads, categories, keepHistory, marks } = nzbget
  const of = (queued: boolean) => downloads.all().filter((download) => isQueued(download) === queued)
  switch (method) {
    case 'version':
      return '21.0'
    case 'config':
      return [
        { Name: 'KeepHistory', Value: String(keepHistory) },
        ...categories.flatMap((name, at) => [
          { Name: `Category${at + 1}.Name`, Value: name },
          { Name: `Category${at + 1}.DestDir`, Value: '' },
        ]),
      ]
    case 'listgroups':
      return of(true).map((download) => groupOf(download, marks.get(download.id)))
    case 'history':
      return of(false).map((download) => historyOf(download, marks.get(download.id)))
    case 'append':
      return append(nzbget, params)
    case 'editqueue':
      return edit(nzbget, params)
    default:
      return undefined
  }
}

function append(
  nzbget: Nzbget,
  [name, content, category, , , , , , , parameters]: readonly unknown[],
): number {
  const text = Buffer.from(String(content), 'base64').toString()
  if (!text.includes('<nzb')) return 0
  nzbget.lastId += 1
  const id = String(nzbget.lastId)
  nzbget.downloads.add({ id, name: String(name).replace(/\.nzb$/, ''), category: String(category) })
  const [parameter, value] = Array.isArray(parameters) ? parameters.map(String) : []
  if (parameter === 'drone' && value !== undefined) nzbget.marks.set(id, value)
  return nzbget.lastId
}

function edit({ downloads }: Nzbget, [command, , ids]: readonly unknown[]): boolean {
  const inQueue = String(command).startsWith('Group')
  for (const id of Array.isArray(ids) ? ids.map(String) : []) {
    const download = downloads.find(id)
    if (download && isQueued(download) === inQueue) downloads.remove(id)
  }
  return true
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null

function common({ id, category, size }: FakeDownload, mark: string | undefined): Values {
  return {
    NZBID: Number(id),
    Kind: 'NZB',
    Category: category,
    FileSizeLo: size,
    FileSizeHi: 0,
    Parameters: mark === undefined ? [] : [{ Name: 'drone', Value: mark }],
  }
}

function groupOf(download: FakeDownload, mark: string | undefined): Values {
  return {
    ...common(download, mark),
    NZBName: download.name,
    Status: Object.entries(QUEUE).find(([state]) => state === download.state)?.[1],
    RemainingSizeLo: Math.round(download.size * (1 - download.progress)),
    RemainingSizeHi: 0,
    DownloadTimeSec: Math.round((download.size * download.progress) / 1_000_000),
  }
}

function historyOf(download: FakeDownload, mark: string | undefined): Values {
  return {
    ...common(download, mark),
    Name: download.name,
    Status: download.state === 'completed' ? 'SUCCESS/UNPACK' : download.message,
    HistoryTime: Math.floor(download.addedAt / 1000) + 60,
  }
}
