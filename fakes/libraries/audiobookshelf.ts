import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, type ReceivedRequest } from '#fakes/fake-server'

/** An item as the server keeps it; lists write people and series as one text each. */
export interface FakeItem {
  id: string
  title: string
  subtitle?: string | null
  authors?: readonly string[]
  narrators?: readonly string[]
  /** As in a list: "Harbour Songs #1". */
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
  /** Before each page, in milliseconds. */
  pageDelayMs?: number
  items?: readonly FakeItem[]
  /** Items that are made up on the way: `count` of them, each only while its page is written. */
  generated?: { count: number; item: (at: number) => FakeItem }
  /** Of whoever the key acts for. */
  userType?: 'root' | 'admin' | 'user'
  version?: string
}

/** The library that holds audiobooks, and another one that must not be looked at. */
export const LIBRARY = { id: 'lib-audiobooks', name: 'Audiobooks', mediaType: 'book' }
const PODCASTS = { id: 'lib-podcasts', name: 'Podcasts', mediaType: 'podcast' }
export const KEY = 'abs-key'

/**
 * Starts an Audiobookshelf with one library. New files (`put`) are found by a scan, which answers at once and goes
 * on by itself, as the real one's does.
 */
export async function startAudiobookshelf(options: AudiobookshelfOptions = {}) {
  const { version = '2.36.0', generated } = options
  let userType = options.userType ?? 'root'
  let items = [...(options.items ?? [])]
  let files: FakeItem[] = []
  let scans = 0
  let onPage: ((page: number) => void) | null = null

  const total = () => items.length + (generated?.count ?? 0)
  /** Oldest first; what was made up comes before what was put in. */
  const at = (index: number): FakeItem | undefined =>
    generated && index < generated.count ? generated.item(index) : items[index - (generated?.count ?? 0)]

  async function page({ query }: ReceivedRequest, response: ServerResponse): Promise<void> {
    await sleep(options.pageDelayMs ?? 0)
    const limit = Number(query.get('limit') ?? 0) || total()
    const number = Number(query.get('page') ?? 0)
    onPage?.(number)
    const results: unknown[] = []
    for (let index = number * limit; index < Math.min((number + 1) * limit, total()); index++) {
      const item = at(query.get('desc') === '1' ? total() - 1 - index : index)
      if (item) results.push(listed(item))
    }
    sendJson(response, { results, total: total(), limit, page: number, mediaType: 'book', minified: true })
  }

  const server = await startFakeServer(async (request, response) => {
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
    if (path === '/api/libraries') return sendJson(response, { libraries: [PODCASTS, LIBRARY] })
    if (path === `/api/libraries/${LIBRARY.id}/items`) return page(request, response)
    if (path === `/api/libraries/${LIBRARY.id}/scan` && method === 'POST') {
      if (userType === 'user') return sendText(response, 403, 'Forbidden')
      scans += 1
      items = [...items, ...files]
      files = []
      return sendText(response, 200, 'OK')
    }
    return sendText(response, 404, path.startsWith('/api/libraries/') ? 'Library not found' : 'Not Found')
  }, options.port)

  return {
    ...server,
    /** Adds to the library. */
    add: (...added: FakeItem[]) => void items.push(...added),
    /** Puts files in the folder; a scan finds them. */
    put: (...added: FakeItem[]) => void files.push(...added),
    remove(id: string) {
      items = items.filter((item) => item.id !== id)
    },
    change(id: string, changes: Partial<FakeItem>) {
      items = items.map((item) => (item.id === id ? { ...item, ...changes } : item))
    },
    actAs(type: 'root' | 'admin' | 'user') {
      userType = type
    },
    /** Called with the number of each page before it is written. */
    beforePage(call: ((page: number) => void) | null) {
      onPage = call
    },
    scans: () => scans,
  }
}

export type AudiobookshelfFake = Awaited<ReturnType<typeof startAudiobookshelf>>

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

/** The row of a list. */
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
