import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, type ReceivedRequest } from '#fakes/fake-server'

/** A stored item; lists give people and series as one text each. */
export interface FakeItem {
  id: string
  title: string
  subtitle?: string | null
  authors?: readonly string[]
  narrators?: readonly string[]
  /** In the form used in lists: "Harbour Songs #1". */
  series?: string
  asin?: string | null
  isbn?: string | null
  language?: string | null
  /** Seconds. */
  duration?: number
  /** 0 for an ebook. */
  tracks?: number
  missing?: boolean
  /** Milliseconds. */
  addedAt?: number
  description?: string
}

export interface AudiobookshelfOptions {
  port?: number
  /** Milliseconds before each page. */
  pageDelayMs?: number
  items?: readonly FakeItem[]
  /** Generated items: `count` of them, each created only while its page is written. */
  generated?: { count: number; item: (at: number) => FakeItem }
  /** The role of the key's user. */
  userType?: 'root' | 'admin' | 'user'
  version?: string
  /** The id under which the audiobook library is listed; it is found only under its own. */
  listedId?: string
}

/** The audiobook library, and another one that must not be read. */
export const LIBRARY = { id: 'lib-audiobooks', name: 'Audiobooks', mediaType: 'book' }
const PODCASTS = { id: 'lib-podcasts', name: 'Podcasts', mediaType: 'podcast' }
export const KEY = 'abs-key'

interface Shelf {
  options: AudiobookshelfOptions
  version: string
  userType: 'root' | 'admin' | 'user'
  items: FakeItem[]
  /** In the folder, but not scanned yet. */
  files: FakeItem[]
  scans: number
  onPage: ((page: number) => void) | null
}

/**
 * Starts an Audiobookshelf with one library. A scan finds new files (`put`); it responds at once and
 * continues in the background, as in the real server.
 */
export async function startAudiobookshelf(options: AudiobookshelfOptions = {}) {
  const shelf: Shelf = {
    options,
    version: options.version ?? '2.36.0',
    userType: options.userType ?? 'root',
    items: [...(options.items ?? [])],
    files: [],
    scans: 0,
    onPage: null,
  }
  const server = await startFakeServer((request, response) => answer(shelf, request, response), options.port)

  return {
    ...server,
    /** Adds to the library. */
    add: (...added: FakeItem[]) => void shelf.items.push(...added),
    /** Puts files in the folder for the next scan to find. */
    put: (...added: FakeItem[]) => void shelf.files.push(...added),
    remove(id: string) {
      shelf.items = shelf.items.filter((item) => item.id !== id)
    },
    change(id: string, changes: Partial<FakeItem>) {
      shelf.items = shelf.items.map((item) => (item.id === id ? { ...item, ...changes } : item))
    },
    actAs(type: 'root' | 'admin' | 'user') {
      shelf.userType = type
    },
    /** Called with the number of each page before it is written. */
    beforePage(call: ((page: number) => void) | null) {
      shelf.onPage = call
    },
    scans: () => shelf.scans,
  }
}

function answer(shelf: Shelf, request: ReceivedRequest, response: ServerResponse): void | Promise<void> {
  const { version, userType } = shelf
  const { path, method, headers } = request
  if (path === '/status') return sendJson(response, { app: 'audiobookshelf', serverVersion: version })
  if (headers.authorization !== `Bearer ${KEY}`) return sendText(response, 401, 'Unauthorized')
  if (path === '/api/authorize' && method === 'POST') {
    return sendJson(response, {
      user: { id: 'u1', username: 'keeper', type: userType, isActive: true },
      userDefaultLibraryId: LIBRARY.id,
      serverSettings: { version },
    })
  }
  if (path === '/api/libraries') {
    const { listedId = LIBRARY.id } = shelf.options
    return sendJson(response, { libraries: [PODCASTS, { ...LIBRARY, id: listedId }] })
  }
  if (path === `/api/libraries/${LIBRARY.id}/items`) return page(shelf, request, response)
  if (path === `/api/libraries/${LIBRARY.id}/scan` && method === 'POST') return scan(shelf, response)
  sendText(response, 404, path.startsWith('/api/libraries/') ? 'Library not found' : 'Not Found')
}

function scan(shelf: Shelf, response: ServerResponse): void {
  if (shelf.userType === 'user') return sendText(response, 403, 'Forbidden')
  shelf.scans += 1
  shelf.items = [...shelf.items, ...shelf.files]
  shelf.files = []
  sendText(response, 200, 'OK')
}

async function page(shelf: Shelf, { query }: ReceivedRequest, response: ServerResponse): Promise<void> {
  await sleep(shelf.options.pageDelayMs ?? 0)
  const total = shelf.items.length + (shelf.options.generated?.count ?? 0)
  const limit = Number(query.get('limit') ?? 0) || total
  const number = Number(query.get('page') ?? 0)
  shelf.onPage?.(number)
  const results: unknown[] = []
  for (let index = number * limit; index < Math.min((number + 1) * limit, total); index++) {
    const item = itemAt(shelf, query.get('desc') === '1' ? total - 1 - index : index)
    if (item) results.push(listed(item))
  }
  sendJson(response, { results, total, limit, page: number, mediaType: 'book', minified: true })
}

/** Oldest first; generated items come before added ones. */
function itemAt({ options: { generated }, items }: Shelf, index: number): FakeItem | undefined {
  const madeUp = generated?.count ?? 0
  return index < madeUp ? generated?.item(index) : items[index - madeUp]
}

export type AudiobookshelfFake = Awaited<ReturnType<typeof startAudiobookshelf>>

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

/** The item as a row of a list. */
function listed(item: FakeItem): unknown {
  const { tracks = 12 } = item
  return {
    id: item.id,
    libraryId: LIBRARY.id,
    mediaType: 'book',
    addedAt: item.addedAt ?? 1_760_000_000_000,
    isMissing: item.missing === true,
    isInvalid: false,
    media: {
      metadata: {
        title: item.title,
        titleIgnorePrefix: item.title,
        subtitle: item.subtitle ?? null,
        authorName: (item.authors ?? []).join(', '),
        narratorName: (item.narrators ?? []).join(', '),
        seriesName: item.series ?? '',
        genres: [],
        description: item.description ?? null,
        isbn: item.isbn ?? null,
        asin: item.asin ?? null,
        language: item.language ?? null,
        explicit: false,
        abridged: false,
      },
      numTracks: tracks,
      numAudioFiles: tracks,
      duration: tracks > 0 ? (item.duration ?? 36_000) : 0,
      ...(tracks === 0 && { ebookFormat: 'epub' }),
    },
  }
}
