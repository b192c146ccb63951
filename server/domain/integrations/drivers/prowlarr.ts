import { causeOf } from '#contract/cause'
import type { SearchableIndexerDto } from '#contract/indexers'
import type { Logger } from '#server/log'
import type { CausedError } from '#server/errors'
import { bind } from '#server/domain/bind'
import { prowlarrFailed, prowlarrNotConfigured } from './prowlarr.errors'
import type {
  FollowedLink,
  GrabOutcome,
  IndexerAccess,
  IndexerSourceDriver,
  OfferedRelease,
  SearchService,
} from '#server/domain/integrations/integrations.types'
import { MAX_ROWS, nameOf } from '#server/domain/integrations/offer-bounds.rules'
import { searchIssueOf } from './prowlarr.issue'
import { checkProwlarr } from './prowlarr.check'
import { followLink, searchQuery } from './prowlarr.download'
import { readGrabAnswer, readGrabFailure } from './prowlarr.grab'
import { locateProwlarr } from './prowlarr.locate'
import { createGrabHistory, NOT_TOLD } from './prowlarr.history'
import {
  createProwlarrHttp,
  notTheApi,
  service,
  type ProwlarrAddress,
  type ProwlarrHttp,
} from './prowlarr.http'
import { readJson, readRow, toProtocol } from './prowlarr.normalise'
import { noted, outcomeOf } from './prowlarr.outcome'
import { indexerSchema } from './prowlarr.schemas'
import { ENTRIES, issue, readSettings } from './prowlarr.settings'
import { createTroubleFinder } from './prowlarr.trouble'

/** Prowlarr waits 15 s for an indexer and tries up to three times. */
const SEARCH_TIMEOUT_MS = 60_000
/** Prowlarr first fetches the torrent or NZB file from the indexer, with the same limits. */
const GRAB_TIMEOUT_MS = 90_000
const LIST_TIMEOUT_MS = 15_000

export interface ProwlarrDependencies {
  fetch: typeof globalThis.fetch
  clock: () => Date
  log: Logger
  userAgent: string
  /** In milliseconds; overrides the defaults. */
  timeouts?: { search?: number; grab?: number }
}

interface Context extends ProwlarrDependencies {
  http: ProwlarrHttp
  findTrouble: ReturnType<typeof createTroubleFinder>
  access: IndexerAccess
}

type SearchedIndexer = Parameters<SearchService['search']>[0]

/** Searches all of Prowlarr's indexers, and sends releases to its download clients. */
export function createProwlarr(dependencies: ProwlarrDependencies): IndexerSourceDriver {
  const { clock } = dependencies
  const http = createProwlarrHttp(dependencies)
  const tools = { ...dependencies, http, findTrouble: createTroubleFinder({ http, clock }) }
  const history = createGrabHistory({ http, clock })
  return {
    kind: 'indexer-source',
    name: service,
    entries: ENTRIES,
    address: 'prowlarr_base_url',
    issue,
    test(settings) {
      const { at, chosen } = readSettings(settings)
      return checkProwlarr({ http, searchable: (...asked) => listSearchable(http, ...asked) }, at, chosen)
    },
    locate: () => locateProwlarr(dependencies),
    search: (access) => ({
      name: service,
      notReady: () => prowlarrNotConfigured(causeOf('to_be_set_up', { service })),
      configured: async () => (await access.settings()).ready,
      ...bind({ ...tools, access }, { searchable, indexers, search: searchIndexer, grab, download }),
      async wasGrabbed(release) {
        const stored = await access.settings()
        return stored.ready ? history.wasGrabbed(readSettings(stored.values).at, release) : 'unknown'
      },
      async downloadOf(release) {
        const stored = await access.settings()
        return stored.ready ? history.downloadOf(readSettings(stored.values).at, release) : NOT_TOLD
      },
      async ttl() {
        const ttl = (await access.settings()).values['prowlarr_source_ttl']
        return typeof ttl === 'number' ? ttl : 86_400
      },
    }),
    searchIssue: searchIssueOf,
  }
}

/** @throws AppError `prowlarr_not_configured`. */
async function ready({ access }: Context) {
  const stored = await access.settings()
  if (!stored.ready) throw notConfigured()
  return readSettings(stored.values)
}

async function listSearchable(
  http: ProwlarrHttp,
  at: ProwlarrAddress,
  chosen: readonly number[],
): Promise<SearchableIndexerDto[]> {
  const rows: unknown[] = []
  const question = { path: '/api/v1/indexer', timeoutMs: LIST_TIMEOUT_MS, longRows: true } as const
  await http.rows(at, question, (text) => rows.push(readJson(text)))
  return rows.flatMap((row): SearchableIndexerDto[] => {
    const { data } = indexerSchema.safeParse(row)
    if (!data) return []
    const { id, name, protocol, enable, supportsSearch } = data
    return [
      {
        id,
        name: nameOf(name?.trim() || `Indexer ${id}`),
        protocol: toProtocol(protocol),
        enabled: enable !== false && supportsSearch !== false,
        chosen: chosen.length === 0 || chosen.includes(id),
      },
    ]
  })
}

async function searchable({ http, access }: Context): Promise<SearchableIndexerDto[]> {
  const { at, chosen } = readSettings((await access.settings()).values)
  if (at.baseUrl === '' || at.apiKey === '') {
    throw prowlarrNotConfigured(causeOf('nothing_entered', { service }))
  }
  return noted(access, 'itself', () => listSearchable(http, at, chosen))
}

async function indexers(context: Context): ReturnType<SearchService['indexers']> {
  const { at, chosen } = await ready(context)
  const all = await noted(context.access, 'itself', () => listSearchable(context.http, at, chosen))
  return all
    .filter((indexer) => indexer.enabled && indexer.chosen)
    .map(({ id, name, protocol }) => ({ id, name, protocol }))
}

async function searchIndexer(
  context: Context,
  indexer: SearchedIndexer,
  query: string,
  signal: AbortSignal,
): Promise<OfferedRelease[]> {
  const { http, access, timeouts, findTrouble } = context
  const { at, categories } = await ready(context)
  const began = performance.now()
  const releases: OfferedRelease[] = []
  const leftOut: string[] = []
  const question = {
    path: '/api/v1/search',
    query: searchQuery(query, indexer.id, categories),
    timeoutMs: timeouts?.search ?? SEARCH_TIMEOUT_MS,
    signal,
  } as const
  const { cut } = await noted(access, 'an_indexer', () =>
    http.rows(at, question, (row) => {
      const read = readRow(row, indexer, at.apiKey)
      if ('release' in read) releases.push(read.release)
      else leftOut.push(read.leftOut)
    }),
  )
  tellLeftOut(context, indexer, leftOut, cut)
  if (releases.length === 0 && leftOut.length > 0) {
    throw notTheApi('unreadable_list', { reason: leftOut[0] ?? '' })
  }
  if (releases.length > 0) return releases
  const trouble = await findTrouble(at, {
    indexerId: indexer.id,
    query,
    askedAgo: performance.now() - began,
  })
  if (trouble !== null) throw prowlarrFailed(trouble)
  return []
}

/** Logs which parts of an answer were skipped. */
function tellLeftOut(
  { log }: Context,
  indexer: SearchedIndexer,
  leftOut: readonly string[],
  cut: boolean,
): void {
  if (leftOut.length > 0) {
    log.warn('Skipped {count} unreadable releases from {indexer}; first reason: {reason}', {
      count: leftOut.length,
      indexer: indexer.name,
      reason: leftOut[0],
    })
  }
  if (cut) {
    log.warn('Read the first {count} releases from {indexer} and skipped the rest', {
      count: MAX_ROWS,
      indexer: indexer.name,
    })
  }
}

async function grab(
  { http, access, timeouts }: Context,
  { guid, indexerId }: Parameters<SearchService['grab']>[0],
): ReturnType<SearchService['grab']> {
  const stored = await access.settings()
  if (!stored.ready) {
    const { status, code, coded } = notConfigured()
    return { state: 'impossible', status, code, cause: coded }
  }
  const question = { path: '/api/v1/search', timeoutMs: timeouts?.grab ?? GRAB_TIMEOUT_MS } as const
  const grabbed = http.post(readSettings(stored.values).at, question, { guid, indexerId }).then(
    (answer) => readGrabAnswer(answer, guid),
    (error: unknown) => readGrabFailure(error),
  )
  return andNoted(access, await grabbed)
}

async function download(
  { http, access }: Context,
  release: Parameters<SearchService['download']>[0],
): ReturnType<SearchService['download']> {
  const stored = await access.settings()
  if (stored.ready) return andNoted(access, await followLink(http, readSettings(stored.values), release))
  const { status, code, coded } = notConfigured()
  return { state: 'impossible', status, code, cause: coded }
}

async function andNoted<T extends GrabOutcome | FollowedLink>(access: IndexerAccess, became: T): Promise<T> {
  const outcome = outcomeOf(became)
  if (outcome) await access.note(outcome)
  return became
}

function notConfigured(): CausedError {
  return prowlarrNotConfigured(causeOf('not_set_up', { service }))
}
