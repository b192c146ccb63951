import type { Library, LibraryItem } from '#server/domain/integrations/library.types'
import { createLibraryFeature } from '#server/domain/library/feature'
import type { LibraryConnections, SoughtFacts } from '#server/domain/library/library.types'
import { libraryMatcher } from '#server/domain/ranking/library-matcher.rules'
import type { AuditEntry } from '#server/domain/audit/audit.service'
import type { Database } from '#server/db/database'
import { silentLog } from '#tests/support/records'

export function item(id: string, changes: Partial<LibraryItem> = {}): LibraryItem {
  return {
    id,
    addedAt: null,
    title: 'The Salt Road',
    subtitle: null,
    authors: ['Ada Moor'],
    narrators: [],
    series: [],
    asin: null,
    isbn: null,
    language: null,
    durationMin: 600,
    url: `http://shelf.invalid/item/${id}`,
    ...changes,
  }
}

export function book(asin: string, changes: Partial<SoughtFacts> = {}): SoughtFacts {
  return {
    asin,
    title: 'The Salt Road',
    subtitle: null,
    authors: ['Ada Moor'],
    series: [],
    language: 'en',
    edition: 'unabridged',
    runtimeMin: 600,
    ...changes,
  }
}

/** A media server, and the calls to it. */
interface Server {
  pages: LibraryItem[][]
  newest: LibraryItem[]
  walks: number
  scans: number
  mayScan: boolean
  /** Thrown after that many pages. */
  breaksAfter: { pages: number; error: Error } | null
  /** Whether the connection is switched on. */
  connected: boolean
  /** Whether the connection is deleted. */
  removed: boolean
  /** Whether a deleted connection is remembered. */
  kept: boolean
  noted: unknown[]
  /** Called before each page. */
  beforePage: () => Promise<void>
}

/** A media server with an empty library, which may scan. */
const emptyServer = (): Server => ({
  pages: [],
  newest: [],
  walks: 0,
  scans: 0,
  mayScan: true,
  breaksAfter: null,
  connected: true,
  removed: false,
  kept: false,
  noted: [],
  beforePage: () => Promise.resolve(),
})

const opened = (server: Server): Library => ({
  async *walk(signal: AbortSignal) {
    server.walks += 1
    for (const [at, page] of server.pages.entries()) {
      if (server.breaksAfter?.pages === at) throw server.breaksAfter.error
      await server.beforePage()
      signal.throwIfAborted()
      yield page
    }
  },
  newest: () => Promise.resolve(server.newest),
  scan() {
    server.scans += 1
    return Promise.resolve(server.mayScan)
  },
})

/** @param library the server as it was last opened. */
const connectionsTo = (
  server: Server,
  opened: () => { library: Library; contents: string },
): LibraryConnections => ({
  libraries: () =>
    Promise.resolve(server.connected && !server.removed ? [{ id: 'c1', name: 'Shelf', ...opened() }] : []),
  libraryIds: () => Promise.resolve(server.removed ? [] : ['c1']),
  keptLibraryIds: () => Promise.resolve(server.removed && !server.kept ? [] : ['c1']),
  note(_id, outcome) {
    server.noted.push(outcome)
    return Promise.resolve()
  },
})

/**
 * The library feature with a media server that is a list of pages.
 * @param observed what tests observe: the rules, and the yields to other work.
 */
export function libraryOver(
  database: () => Database,
  observed: Partial<Pick<Parameters<typeof createLibraryFeature>[0], 'matcher'>> = {},
) {
  const server = emptyServer()
  let now = new Date('2026-03-01T12:00:00Z')
  let changes = 0
  let library = opened(server)
  let contents = 'everything'
  const audited: AuditEntry[] = []
  const create = () =>
    createLibraryFeature({
      database: database(),
      connections: connectionsTo(server, () => ({ library, contents })),
      matcher: () => Promise.resolve(libraryMatcher),
      audit: {
        record(entry) {
          audited.push(entry)
          return Promise.resolve()
        },
      },
      ...observed,
      announce: () => void changes++,
      clock: () => now,
      log: silentLog,
    })
  return {
    server,
    audited,
    create,
    /** Reopens the connection as after a change of its settings. @param selected what they select now. */
    reopen(selected = contents) {
      library = opened(server)
      contents = selected
    },
    changes: () => changes,
    pass(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000)
    },
  }
}
