import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, type ReceivedRequest } from '#fakes/fake-server'

/** The fields of an `/Items` row that are read; additional and malformed ones are passed through. */
export interface FakeRow {
  Id: string
  Name?: string
  Type?: string
  [field: string]: unknown
}

export interface MediaBrowserOptions {
  port?: number
  /** Which of the two programs it is. */
  program?: 'Jellyfin' | 'Emby'
  /** Rows of audiobooks, oldest first. */
  rows?: readonly unknown[]
}

export const KEY = 'media-key'
const SERVER_ID = 'server-1'
const LIBRARY = 'lib-audiobooks'
const MOVIES = { Name: 'Movies', CollectionType: 'movies', ItemId: 'lib-movies', Locations: ['/movies'] }

interface MediaBrowser {
  program: 'Jellyfin' | 'Emby'
  isJellyfin: boolean
  rows: unknown[]
  /** In the folder, but not scanned yet. */
  files: unknown[]
  mayAdminister: boolean
  onPage: ((start: number) => void) | null
}

/**
 * Starts a Jellyfin 12 or an Emby 4.9 with an audiobook library. Each accepts its key only in its own header.
 * A scan finds new files (`put`); it responds at once, without a body.
 */
export async function startMediaBrowser({ port, program = 'Jellyfin', rows = [] }: MediaBrowserOptions = {}) {
  const media: MediaBrowser = {
    program,
    isJellyfin: program === 'Jellyfin',
    rows: [...rows],
    files: [],
    mayAdminister: true,
    onPage: null,
  }
  const server = await startFakeServer((request, response) => answer(media, request, response), port)

  return {
    ...server,
    /** Puts files in the folder for the next scan to find. */
    put: (...added: readonly unknown[]) => void media.files.push(...added),
    /** Removes the first row. */
    removeFirst: () => void media.rows.shift(),
    /** Called with the offset of each page before it is written. */
    beforePage(call: ((start: number) => void) | null) {
      media.onPage = call
    },
    /** Revokes the key's administrator rights. */
    demote() {
      media.mayAdminister = false
    },
  }
}

function answer(media: MediaBrowser, request: ReceivedRequest, response: ServerResponse): void {
  const { program, isJellyfin, mayAdminister } = media
  const { path, method } = request
  if (path.startsWith('/web')) {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!DOCTYPE html><title>${program}</title>`)
    return
  }
  if (!hasKey(media, request)) return void response.writeHead(401).end()
  if (path === '/System/Info') {
    const version = isJellyfin ? '12.1.0' : '4.9.1.2'
    const system = { ServerName: 'Attic', Version: version, Id: SERVER_ID }
    return sendJson(response, isJellyfin ? { ...system, ProductName: 'Jellyfin Server' } : system)
  }
  if (path === '/Items') return page(media, request, response)
  if (!mayAdminister) return void response.writeHead(403).end()
  if (path === '/Library/VirtualFolders') {
    return sendJson(response, [MOVIES, audiobooks(media), { Name: 'Broken' }])
  }
  if (path === '/Library/Refresh' && method === 'POST') {
    media.rows = [...media.rows, ...media.files]
    media.files = []
    return void response.writeHead(204).end()
  }
  response.writeHead(404).end()
}

function hasKey({ isJellyfin }: MediaBrowser, { headers }: ReceivedRequest): boolean {
  return isJellyfin
    ? headers.authorization === `MediaBrowser Token="${KEY}"`
    : headers['x-emby-token'] === KEY
}

const audiobooks = ({ isJellyfin }: MediaBrowser) => ({
  Name: 'Audiobooks',
  CollectionType: isJellyfin ? 'books' : 'audiobooks',
  ItemId: LIBRARY,
  Locations: ['/audiobooks'],
})

/** The type of a row that states one. */
function typeOf(row: unknown): string | null {
  return typeof row === 'object' && row !== null && 'Type' in row ? String(row.Type) : null
}

function page(
  { isJellyfin, onPage, rows }: MediaBrowser,
  { query }: ReceivedRequest,
  response: ServerResponse,
): void {
  const type = isJellyfin ? 'AudioBook' : 'MusicAlbum'
  const start = Number(query.get('StartIndex') ?? 0)
  onPage?.(start)
  const isAsked = query.get('ParentId') === LIBRARY && query.get('Recursive') === 'true'
  const wanted = query.get('IncludeItemTypes')?.split(',') ?? []
  const found = isAsked ? rows.filter((row) => wanted.includes(typeOf(row) ?? type)) : []
  const sorted = query.get('SortOrder') === 'Descending' ? found.toReversed() : found
  const items = sorted
    .slice(start, start + Number(query.get('Limit') ?? found.length))
    .map((row) =>
      typeof row === 'object' && row !== null ? { Type: type, ServerId: SERVER_ID, ...row } : row,
    )
  sendJson(response, { Items: items, TotalRecordCount: found.length, StartIndex: start })
}
