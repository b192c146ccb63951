import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, type ReceivedRequest } from '#fakes/fake-server'

/** A row of `/Items`, as far as anybody reads it; more and broken fields are passed on as they are. */
export interface FakeRow {
  Id: string
  Name?: string
  Type?: string
  [field: string]: unknown
}

export interface MediaBrowserOptions {
  port?: number
  /** Which of the two it is. */
  program?: 'Jellyfin' | 'Emby'
  /** Of the audiobooks, oldest first. */
  rows?: readonly unknown[]
}

export const KEY = 'media-key'
export const SERVER_ID = 'server-1'
export const LIBRARY = 'lib-audiobooks'
const MOVIES = { Name: 'Movies', CollectionType: 'movies', ItemId: 'lib-movies', Locations: ['/movies'] }

/**
 * Starts a Jellyfin 12 or an Emby 4.9 with a library of audiobooks. Each takes its key in its own header alone. New
 * files (`put`) are found by a scan, which answers at once and without a body.
 */
export async function startMediaBrowser(options: MediaBrowserOptions = {}) {
  const { program = 'Jellyfin' } = options
  const isJellyfin = program === 'Jellyfin'
  const version = isJellyfin ? '12.1.0' : '4.9.1.2'
  const type = isJellyfin ? 'AudioBook' : 'MusicAlbum'
  let rows: unknown[] = [...(options.rows ?? [])]
  let files: unknown[] = []
  let mayAdminister = true
  let onPage: ((start: number) => void) | null = null

  const audiobooks = {
    Name: 'Audiobooks',
    CollectionType: isJellyfin ? 'books' : 'audiobooks',
    ItemId: LIBRARY,
    Locations: ['/audiobooks'],
  }

  const knows = ({ headers }: ReceivedRequest) =>
    isJellyfin ? headers.authorization === `MediaBrowser Token="${KEY}"` : headers['x-emby-token'] === KEY

  function page({ query }: ReceivedRequest, response: ServerResponse): void {
    const start = Number(query.get('StartIndex') ?? 0)
    onPage?.(start)
    const isAsked = query.get('ParentId') === LIBRARY && query.get('Recursive') === 'true'
    const wanted = query.get('IncludeItemTypes')?.split(',') ?? []
    const found = isAsked && wanted.includes(type) ? rows : []
    const sorted = query.get('SortOrder') === 'Descending' ? found.toReversed() : found
    const items = sorted
      .slice(start, start + Number(query.get('Limit') ?? found.length))
      .map((row) =>
        typeof row === 'object' && row !== null ? { Type: type, ServerId: SERVER_ID, ...row } : row,
      )
    sendJson(response, { Items: items, TotalRecordCount: found.length, StartIndex: start })
  }

  const server = await startFakeServer((request, response) => {
    const { path, method } = request
    if (path.startsWith('/web')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!DOCTYPE html><title>${program}</title>`)
      return
    }
    if (!knows(request)) return void response.writeHead(401).end()
    if (path === '/System/Info') {
      const system = { ServerName: 'Attic', Version: version, Id: SERVER_ID }
      return sendJson(response, isJellyfin ? { ...system, ProductName: 'Jellyfin Server' } : system)
    }
    if (path === '/Items') return page(request, response)
    if (!mayAdminister) return void response.writeHead(403).end()
    if (path === '/Library/VirtualFolders')
      return sendJson(response, [MOVIES, audiobooks, { Name: 'Broken' }])
    if (path === '/Library/Refresh' && method === 'POST') {
      rows = [...rows, ...files]
      files = []
      return void response.writeHead(204).end()
    }
    return void response.writeHead(404).end()
  }, options.port)

  return {
    ...server,
    /** Puts files in the folder; a scan finds them. */
    put: (...added: readonly unknown[]) => void files.push(...added),
    /** Removes the first row. */
    removeFirst: () => void rows.shift(),
    /** Called with the place of each page before it is written. */
    beforePage(call: ((start: number) => void) | null) {
      onPage = call
    },
    /** Takes the right to administer from the key. */
    demote() {
      mayAdminister = false
    },
  }
}
