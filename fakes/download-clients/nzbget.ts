import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer } from '#fakes/fake-server'
import { createFakeDownloads, type FakeDownload, type Pace } from './downloads'

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
  /** Those that are set up in it. */
  categories?: readonly string[]
  /** What it lets its user do. */
  access?: 'all' | 'add'
  pace?: Pace | null
}

type Values = Record<string, unknown>

/** Starts an NZBGet; what it has can be changed at any time. */
export async function startNzbgetFake({
  port = 0,
  username = 'nzbget',
  password = 'tegbzn6789',
  categories = ['audiobooks'],
  access = 'all',
  pace = null,
}: NzbgetFakeOptions = {}) {
  const downloads = createFakeDownloads({ pace })
  /** Ids that other programs have left with a download. */
  const marks = new Map<string, string>()
  let last = 0

  const isQueued = ({ state }: FakeDownload) => state in QUEUE

  function append([name, content, category, , , , , , , parameters]: readonly unknown[]): number {
    const text = Buffer.from(String(content), 'base64').toString()
    if (!text.includes('<nzb')) return 0
    last += 1
    downloads.add({
      id: String(last),
      name: String(name).replace(/\.nzb$/, ''),
      category: String(category),
    })
    const [parameter, value] = Array.isArray(parameters) ? parameters.map(String) : []
    if (parameter === 'drone' && value !== undefined) marks.set(String(last), value)
    return last
  }

  function edit([command, , ids]: readonly unknown[]): boolean {
    const inQueue = String(command).startsWith('Group')
    for (const id of Array.isArray(ids) ? ids.map(String) : []) {
      const download = downloads.find(id)
      if (download && isQueued(download) === inQueue) downloads.remove(id)
    }
    return true
  }

  function run(method: string, params: readonly unknown[]): unknown {
    const of = (queued: boolean) => downloads.all().filter((download) => isQueued(download) === queued)
    switch (method) {
      case 'version':
        return '21.0'
      case 'config':
        return categories.flatMap((name, at) => [
          { Name: `Category${at + 1}.Name`, Value: name },
          { Name: `Category${at + 1}.DestDir`, Value: '' },
        ])
      case 'listgroups':
        return of(true).map((download) => groupOf(download, marks.get(download.id)))
      case 'history':
        return of(false).map((download) => historyOf(download, marks.get(download.id)))
      case 'append':
        return append(params)
      case 'editqueue':
        return edit(params)
      default:
        return undefined
    }
  }

  const server = await startFakeServer(({ path, headers, body }, response: ServerResponse) => {
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    if (headers.authorization !== basic) return void response.writeHead(401).end()
    if (path !== '/jsonrpc') return void response.writeHead(404).end()
    const question: unknown = JSON.parse(body)
    if (!isValues(question)) return void response.writeHead(400).end()
    const params = Array.isArray(question['params']) ? question['params'] : []
    const method = String(question['method'])
    const isDenied = access === 'add' && method !== 'version' && method !== 'append'
    const result = isDenied ? undefined : run(method, params)
    const said = isDenied
      ? { code: 401, message: 'Access denied' }
      : { code: 1, message: 'Invalid procedure' }
    const error = { name: 'JSONRPCError', ...said }
    sendJson(response, { version: '1.1', ...(result === undefined ? { error } : { result }) })
  }, port)

  return {
    ...server,
    baseUrl: server.url,
    username,
    password,
    downloads,
    /** Leaves an id with a download, as Prowlarr does. */
    mark(id: string, mark: string): void {
      marks.set(id, mark)
    },
    /** Has nothing any more and counts from one again, as after a reset or with an older backup. */
    loseQueue(): void {
      for (const { id } of downloads.all()) downloads.remove(id)
      marks.clear()
      last = 0
    },
    /** It has no sessions. */
    restart: () => undefined,
  }
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
