import { causeOf, type Cause } from '#contract/cause'
import type { SearchIssueDto } from '#contract/books'
import type { SearchableIndexerDto } from '#contract/indexers'
import { inEnglish } from '#contract/words/english'
import type { Logger } from '#server/platform/log'
import { AppError, type CausedError } from '#server/errors/app-error'
import { causeFrom } from '#server/errors/problem'
import { connectionFailure } from '#server/upstream/connection-failure'
import { TimedOut } from '#server/async/timeout'
import { bind } from '#server/domain/bind'
import { failedBy, failedGrab, faultOf } from '#server/errors/fault'
import type { ConnectionOutcome } from '#server/domain/integrations/connections.types'
import type {
  FollowedLink,
  GrabOutcome,
  NotingAccess,
  SearchServiceDriver,
  OfferedRelease,
  SearchService,
} from '#server/domain/integrations/integrations.types'
import { MAX_ROWS, nameOf } from '#server/domain/integrations/offer-bounds.rules'
import { checkProwlarr, listSenders } from './prowlarr.check'
import { followLink } from './prowlarr.download'
import { prowlarrFailed, prowlarrNotConfigured } from './prowlarr.errors'
import * as history from './prowlarr.history'
import {
  createProwlarrHttp,
  notTheApi,
  redirected,
  service,
  wrongKey,
  type PostAnswer,
  type ProwlarrAddress,
  type ProwlarrHttp,
} from './prowlarr.http'
import { locateProwlarr } from './prowlarr.locate'
import {
  grabbedSchema,
  indexerSchema,
  messageOf,
  readRow,
  toProtocol,
  type SkippedRow,
} from './prowlarr.schemas'
import { ENTRIES, issue, readSettings } from './prowlarr.settings'
import { createTroubleFinder, type TroubleFinder } from './prowlarr.trouble'
import { readJson } from './service-http'

/** Prowlarr first fetches the torrent or NZB file from the indexer, with the same limits. */
const GRAB_TIMEOUT_MS = 90_000
const LIST_TIMEOUT_MS = 15_000
/** Statuses of proxies that gave up waiting; the request may still have succeeded. */
const GATEWAY_GAVE_UP = new Set([408, 502, 503, 504, 520, 522, 524])

/** Failures behind a Prowlarr that answers. */
const BEHIND_IT = ['no_download_client', 'download_client_failed']
/** Whether a failure is Prowlarr's own, whatever was asked. Others may be the fault of one indexer or client. */
const isItsOwn = (cause: Cause) => faultOf(cause) === 'connection' && !BEHIND_IT.includes(cause.code)

interface ProwlarrDependencies {
  fetch: typeof globalThis.fetch
  clock: () => Date
  log: Logger
  userAgent: string
  /** In milliseconds; overrides the defaults. */
  timeouts?: { search?: number; grab?: number }
}

interface Context extends ProwlarrDependencies {
  http: ProwlarrHttp
  findTrouble: TroubleFinder
  access: NotingAccess
}

type SearchedIndexer = Parameters<SearchService['search']>[0]

/** Searches all of Prowlarr's indexers, and sends releases to its download clients. */
export function createProwlarr(dependencies: ProwlarrDependencies): SearchServiceDriver {
  const { clock } = dependencies
  const http = createProwlarrHttp(dependencies)
  const tools = { ...dependencies, http, findTrouble: createTroubleFinder({ http, clock }) }
  return {
    kind: 'search_service',
    name: service,
    entries: ENTRIES,
    address: 'prowlarr_base_url',
    issue,
    test(settings) {
      const { at, chosen } = readSettings(settings)
      return checkProwlarr({ http, searchable: (...asked) => listSearchable(http, ...asked) }, at, chosen)
    },
    locate: () => locateProwlarr(dependencies),
    senders(settings) {
      const { at, categories } = readSettings(settings)
      return listSenders(http, at, categories)
    },
    search: (access) => ({
      name: service,
      notReady: () => prowlarrNotConfigured(causeOf('to_be_set_up', { service })),
      configured: async () => (await access.settings()).ready,
      ...bind(
        { ...tools, access },
        { searchable, indexers, search: searchIndexer, grab, download, wasGrabbed, downloadOf },
      ),
      async ttl() {
        const ttl = (await access.settings()).values['prowlarr_source_ttl']
        return typeof ttl === 'number' ? ttl : 86_400
      },
      searchTimeout: async () => readSettings((await access.settings()).values).searchTimeout,
    }),
    searchIssue,
  }
}

/**
 * Why nothing can be searched. Missing settings are reported before the source being disabled.
 * @param missing names of the required settings that have no value.
 */
function searchIssue(enabled: boolean, missing: readonly string[]): SearchIssueDto | null {
  if (missing.length > 0) return { code: 'prowlarr_incomplete', settings: [...missing] }
  return enabled ? null : { code: 'prowlarr_off', settings: [] }
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
  await http.rows(at, question, (text, hide) => rows.push(text === null ? undefined : readJson(hide(text))))
  const readable = rows.flatMap((row) => indexerSchema.safeParse(row).data ?? [])
  // Nonsense is not a Prowlarr without indexers.
  if (readable.length === 0 && rows.length > 0) throw notTheApi('not_a_list')
  return readable.map(({ id, name, protocol, enable, supportsSearch }) => ({
    id,
    name: nameOf(name?.trim() || `Indexer ${id}`),
    protocol: toProtocol(protocol),
    enabled: enable !== false && supportsSearch !== false,
    chosen: chosen.length === 0 || chosen.includes(id),
  }))
}

async function searchable({ http, access }: Context): Promise<SearchableIndexerDto[]> {
  const { at, chosen } = readSettings((await access.settings()).values)
  if (at.baseUrl === '' || at.apiKey === '') {
    throw prowlarrNotConfigured(causeOf('nothing_entered', { service }))
  }
  return recordingOutcome(access, 'itself', () => listSearchable(http, at, chosen))
}

async function indexers(context: Context): ReturnType<SearchService['indexers']> {
  const { at, chosen } = await ready(context)
  const all = await recordingOutcome(context.access, 'itself', () => listSearchable(context.http, at, chosen))
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
  const { at, categories, searchTimeout } = await ready(context)
  const began = performance.now()
  const releases: OfferedRelease[] = []
  const leftOut: SkippedRow[] = []
  const timeoutMs = timeouts?.search ?? searchTimeout
  const question = { query, indexerId: indexer.id, categories, timeoutMs, signal }
  const { cut } = await recordingOutcome(access, 'an_indexer', () =>
    http.search(at, question, (row, hide) => {
      const read = readRow(row, indexer, hide)
      if ('release' in read) releases.push(read.release)
      else leftOut.push(read.leftOut)
    }),
  )
  logSkipped(context, indexer, leftOut, cut)
  if (releases.length === 0 && leftOut[0]) throw notTheApi('unreadable_list', leftOut[0])
  if (releases.length > 0) return releases
  const trouble = await findTrouble(at, { indexerId: indexer.id, query, askedAgo: performance.now() - began })
  if (trouble !== null) throw prowlarrFailed(trouble)
  return []
}

/** Logs which parts of a response were skipped. */
function logSkipped(
  { log }: Context,
  indexer: SearchedIndexer,
  leftOut: readonly SkippedRow[],
  cut: boolean,
): void {
  const [first] = leftOut
  if (first) {
    log.warn('Skipped {count} unreadable releases from {indexer}; first reason: {reason}', {
      count: leftOut.length,
      indexer: indexer.name,
      reason: inEnglish('leftOut', first.reason, first),
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
  context: Context,
  { guid, indexerId }: Parameters<SearchService['grab']>[0],
): ReturnType<SearchService['grab']> {
  const { http, access, timeouts } = context
  const stored = await access.settings()
  if (!stored.ready) return failedBy(notConfigured())
  const { at } = readSettings(stored.values)
  const began = performance.now()
  const question = { path: '/api/v1/search', timeoutMs: timeouts?.grab ?? GRAB_TIMEOUT_MS } as const
  const grabbed = await http.post(at, question, { guid, indexerId }).then(
    (answer) => readGrabAnswer(answer, guid),
    (error: unknown) => readGrabFailure(error),
  )
  const outcome = await recordOutcome(access, grabbed)
  if (outcome.state !== 'rejected' || outcome.cause.code !== 'release_not_taken') return outcome
  const trouble = await troubleBehind(context, at, { indexerId, askedAgo: performance.now() - began })
  return trouble ? failedGrab(outcome.status, trouble) : outcome
}

/** The trouble of an indexer that did not hand out a release: Prowlarr refuses in the same words as for one gone. */
async function troubleBehind(
  { findTrouble }: Context,
  at: ProwlarrAddress,
  asked: { indexerId: number; askedAgo: number },
): Promise<Cause | null> {
  try {
    return await findTrouble(at, { ...asked, query: '' })
  } catch (error) {
    if (error instanceof AppError) return causeFrom(error)
    throw error
  }
}

const unknown = (cause: Cause): GrabOutcome => ({ state: 'unknown', cause })
const failed = ({ coded }: CausedError, status: number) => failedGrab(status, coded)

/** Reads Prowlarr's response to a posted release. */
function readGrabAnswer(answer: PostAnswer, guid: string): GrabOutcome {
  const { status } = answer
  if (status === 200) return readSuccess(answer.text, guid)
  if (GATEWAY_GAVE_UP.has(status)) return unknown(causeOf('no_answer_through', { service, status }))
  if (status >= 300 && status < 400) return failed(redirected(answer.location), status)
  if (status === 401) return failed(wrongKey(), status)
  if (status === 429) {
    return failedGrab(status, causeOf('too_many_questions', { service, status }), answer.retryAfter)
  }
  const text = messageOf(answer.text)
  if (status >= 500) return readServerError(status, text)
  if (text === null) return failed(notTheApi('status_alone', { status }), status)
  if (status === 404) return { state: 'forgotten' }
  if (status === 409) {
    return failedGrab(status, causeOf('release_not_taken', { service, text }))
  }
  if (status === 400) return failedGrab(status, causeOf('release_refused', { service, text }))
  return failedGrab(status, causeOf('refused', { service, text }))
}

/** Reads the failure of a call that got no response. */
function readGrabFailure(error: unknown): GrabOutcome {
  if (error instanceof TimedOut) return unknown(causeOf('no_answer_in_time', { service }))
  const { failure, neverSent } = connectionFailure(error)
  if (!neverSent) return unknown(causeOf('no_whole_answer', { service, failure }))
  return failedGrab(503, causeOf('unreachable', { service, failure }))
}

function readSuccess(text: string, guid: string): GrabOutcome {
  const start = text.trimStart()
  if (start.startsWith('<')) return failed(notTheApi('web_page'), 200)
  const json = readJson(start)
  if (json === undefined) return unknown(causeOf('answer_unreadable', { service }))
  if (grabbedSchema.safeParse(json).data?.guid === guid) return { state: 'grabbed' }
  return unknown(causeOf('answer_of_another_release', { service }))
}

/** Prowlarr passes on its download client's message, or says that it has no client. */
function readServerError(status: number, text: string | null): GrabOutcome {
  if (text === null) return unknown(causeOf('failed_with_status', { service, status }))
  if (/client isn.t configured|no download client/i.test(text)) {
    return failedGrab(status, causeOf('no_download_client', { service, text }))
  }
  return failedGrab(status, causeOf('download_client_failed', { service, text }))
}

async function download(
  context: Context,
  release: Parameters<SearchService['download']>[0],
): ReturnType<SearchService['download']> {
  const { access } = context
  const stored = await access.settings()
  if (!stored.ready) return failedBy(notConfigured())
  return recordOutcome(access, await followLink(context, readSettings(stored.values), release))
}

async function wasGrabbed(context: Context, release: Parameters<SearchService['wasGrabbed']>[0]) {
  const stored = await context.access.settings()
  return stored.ready ? history.wasGrabbed(context, readSettings(stored.values).at, release) : 'unknown'
}

async function downloadOf(context: Context, release: Parameters<SearchService['downloadOf']>[0]) {
  const stored = await context.access.settings()
  if (!stored.ready) return history.UNKNOWN_DOWNLOAD
  return history.downloadOf(context, readSettings(stored.values).at, release)
}

/**
 * Calls Prowlarr and records whether it responded.
 * @param asks whether the call goes to Prowlarr itself, or through one of its indexers, whose failures are
 *   not Prowlarr's.
 */
async function recordingOutcome<T>(
  access: NotingAccess,
  asks: 'itself' | 'an_indexer',
  work: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await work()
    await access.note({ ok: true })
    return answer
  } catch (error) {
    if (error instanceof AppError && (asks === 'itself' || isItsOwn(causeFrom(error)))) {
      await access.note({ cause: causeFrom(error) })
    }
    throw error
  }
}

async function recordOutcome<T extends GrabOutcome | FollowedLink>(
  access: NotingAccess,
  became: T,
): Promise<T> {
  const outcome = outcomeOf(became)
  if (outcome) await access.note(outcome)
  return became
}

/** What the outcome of a grab, or of following a link, says about Prowlarr; null if it says nothing. */
function outcomeOf(became: GrabOutcome | FollowedLink): ConnectionOutcome | null {
  switch (became.state) {
    case 'grabbed':
    case 'forgotten':
    case 'file':
    case 'magnet':
      return { ok: true }
    case 'postponed':
      return isItsOwn(became.cause) ? { cause: became.cause } : null
    default:
      return null
  }
}

function notConfigured(): CausedError {
  return prowlarrNotConfigured(causeOf('not_set_up', { service }))
}
