import { causeOf } from '#contract/cause'
import type { CodeIn, Params } from '#contract/words/keys'
import { CausedError } from '#server/errors/app-error'
import { withCause } from '#server/errors/problem'
import { BodyTooLarge, readBounded, readBoundedText } from '#server/upstream/bounded-body'
import { NotAnArray, readJsonRows } from '#server/upstream/json-rows'
import { retryAfterIn } from '#server/upstream/retry-after.rules'
import { bind } from '#server/domain/bind'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { MAX_ROW_BYTES, MAX_ROWS } from '#server/domain/integrations/offer-bounds.rules'
import {
  prowlarrFailed,
  prowlarrNotTheApi,
  prowlarrTimedOut,
  prowlarrUnreachable,
  prowlarrWrongKey,
} from './prowlarr.errors'
import { messageOf } from './prowlarr.schemas'
import {
  askedInFront,
  createServiceHttp,
  failedWith,
  jsonOf,
  notTheApi as notTheServiceApi,
  sendTo,
  type Hide,
  type ServiceErrors,
  type ServiceHttpDependencies,
  type ServiceResponse,
} from './service-http'

/** The service's name in messages. */
export const service = 'Prowlarr'

/**
 * For responses such as history pages, which are parsed in one go. Parsing a larger one would block
 * noticeably.
 */
const MAX_ANSWER_BYTES = 4_000_000
/** For lists that are read row by row. */
const ROWS = { maxBytes: 64_000_000, maxRows: MAX_ROWS, maxRowBytes: MAX_ROW_BYTES }
/** Prowlarr's description of an indexer includes all its categories and settings. */
const LONG_ROWS = { ...ROWS, maxRowBytes: 1_000_000 }

/** NZB files of large releases are several megabytes. */
const MAX_FILE_BYTES = 32_000_000

/** Prowlarr's address and key. */
export interface ProwlarrAddress {
  baseUrl: string
  apiKey: string
}

interface ProwlarrQuestion {
  path: `/api/v1/${string}`
  query?: readonly (readonly [name: string, value: string])[]
  /** For the whole response, in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Whether old versions lack this path; a 404 is then returned as null. */
  optional?: boolean
}

export type ProwlarrHttp = ReturnType<typeof createProwlarrHttp>

type Context = ServiceHttpDependencies & Pick<ReturnType<typeof createServiceHttp>, 'call'>

const ERRORS: ServiceErrors = {
  unreachable: prowlarrUnreachable,
  timedOut: prowlarrTimedOut,
  notTheApi: prowlarrNotTheApi,
  failed: prowlarrFailed,
}

/**
 * Calls Prowlarr over HTTP. The key is sent only in a header, because addresses end up in logs. All errors are those of
 * `prowlarr.errors.ts`, or the reason of the caller's signal.
 */
export function createProwlarrHttp(dependencies: ServiceHttpDependencies) {
  const { call } = createServiceHttp(service, dependencies, ERRORS)
  return bind({ ...dependencies, call }, { get, rows, search, post, file })
}

const addressOf = (at: ProwlarrAddress, { path, query }: ProwlarrQuestion) =>
  endpoint(at.baseUrl, path, query)

function withKey(at: ProwlarrAddress, { timeoutMs, signal }: ProwlarrQuestion) {
  const headers = { accept: 'application/json', 'x-api-key': at.apiKey }
  return { timeoutMs, signal, headers, keys: [at.apiKey] }
}

function ask<T>(
  { call }: Context,
  at: ProwlarrAddress,
  question: ProwlarrQuestion,
  read: (response: ServiceResponse, hide: Hide) => Promise<T>,
): Promise<T> {
  return call(addressOf(at, question), withKey(at, question), async (response, hide) => {
    const absent = question.optional === true && response.status === 404
    if (response.status !== 200 && !absent) throw await refusal(response, hide)
    return read(response, hide)
  })
}

/** @returns the parsed JSON, and the time on Prowlarr's own clock if the response states it. */
function get(
  context: Context,
  at: ProwlarrAddress,
  question: ProwlarrQuestion,
): Promise<{ json: unknown; date: Date | null }> {
  return ask(context, at, question, async (response, hide) => {
    const text = hide(await readBoundedText(response, MAX_ANSWER_BYTES))
    return { json: response.status === 404 ? null : jsonOf(service, text, ERRORS), date: dateOf(response) }
  })
}

type OnRow = (text: string | null, hide: Hide) => void

/**
 * Reads a list, up to limits beyond any real one.
 * @param onRow called with the JSON text of each row as it arrives, or null for a row that is too long, and with what
 *   hides the key in it: links that are followed keep theirs.
 * @returns whether there were more rows.
 */
function rows(
  context: Context,
  at: ProwlarrAddress,
  question: ProwlarrQuestion & { longRows?: boolean },
  onRow: OnRow,
): Promise<{ cut: boolean }> {
  const limits = question.longRows === true ? LONG_ROWS : ROWS
  return ask(context, at, question, async (response, hide) => {
    try {
      return await readJsonRows(response, limits, (text) => onRow(text, hide))
    } catch (error) {
      if (!(error instanceof NotAnArray)) throw error
      throw error.found === 'cut_off'
        ? prowlarrUnreachable(causeOf('answer_cut_off', { service }))
        : notTheApi('not_a_list')
    }
  })
}

/** Searches one indexer, and reads the releases that it returns like {@link rows}. */
function search(
  context: Context,
  at: ProwlarrAddress,
  question: {
    query: string
    indexerId: number
    /** Empty for all. */
    categories: readonly number[]
    timeoutMs: number
    signal?: AbortSignal
  },
  onRow: OnRow,
): Promise<{ cut: boolean }> {
  const { indexerId, categories, ...rest } = question
  const query = [
    ['query', question.query],
    ['type', 'search'],
    ['indexerIds', String(indexerId)],
    ...categories.map((id) => ['categories', String(id)] as const),
  ] as const
  return rows(context, at, { ...rest, path: '/api/v1/search', query }, onRow).catch((error: unknown) => {
    throw error instanceof CausedError && error.coded.code === 'too_many_questions' ? limitedBy(error) : error
  })
}

/** Prowlarr limits nobody itself: it passes on that the indexer of a search does. */
const limitedBy = (error: CausedError): CausedError =>
  withCause(error, causeOf('answers_status', { service, text: 'Too Many Requests', status: 429 }))

/** Posts once, without retrying. @throws the error of fetch, or TimedOut. */
function post(
  context: Context,
  at: ProwlarrAddress,
  question: ProwlarrQuestion,
  body: unknown,
): Promise<PostAnswer> {
  const { headers, ...rest } = withKey(at, question)
  const sent = {
    ...rest,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  return sendTo(context, addressOf(at, question), sent, async (response, hide) => {
    const text = hide(await readBoundedText(response, 1_000_000))
    const { status, headers } = response
    return { status, text, location: headers.get('location'), retryAfter: retryAfterIn(headers) }
  })
}

/**
 * Fetches a file through one of Prowlarr's own links.
 * @returns an empty file if it is longer than any real one.
 */
function file({ call }: Context, at: ProwlarrAddress, address: URL, timeoutMs: number): Promise<FileAnswer> {
  const question = { timeoutMs, headers: { 'x-api-key': at.apiKey }, keys: [at.apiKey] }
  return call(address, question, async (response, hide) => {
    const { status, headers } = response
    try {
      const read = await readBounded(response, MAX_FILE_BYTES)
      const said = status === 200 ? '' : hide(new TextDecoder().decode(read.subarray(0, 10_000)))
      return {
        status,
        location: headers.get('location'),
        retryAfter: retryAfterIn(headers),
        file: read,
        said,
      }
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error
      return { status: 200, location: null, retryAfter: null, file: new Uint8Array(), said: '' }
    }
  })
}

interface Answer {
  status: number
  location: string | null
  /** Milliseconds that it asks to be left alone; null if it does not. */
  retryAfter: number | null
}

interface FileAnswer extends Answer {
  file: Uint8Array
  /** Its beginning as a text, if it is not the file. */
  said: string
}

export interface PostAnswer extends Answer {
  text: string
}

function dateOf(response: ServiceResponse): Date | null {
  const time = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(time) ? null : new Date(time)
}

/** The error for something found in place of Prowlarr's API. */
export function notTheApi(found: CodeIn<'found'>, params: Params = {}): CausedError {
  return notTheServiceApi(service, found, params, ERRORS)
}

/** The error for a redirect, with its target up to its path, which is probably the base URL. */
export function redirected(location: string | null): CausedError {
  const target = location === null ? null : (/^[^?#]*/.exec(location)?.[0] ?? null)
  const base = target?.split('/api/v1/', 1)[0]
  const coded = base
    ? causeOf('redirected_to', { service, address: base.slice(0, 200) })
    : causeOf('redirected', { service })
  return prowlarrNotTheApi(coded)
}

export function wrongKey(): CausedError {
  return prowlarrWrongKey(causeOf('wrong_key', { service }))
}

async function refusal(response: ServiceResponse, hide: Hide): Promise<CausedError> {
  const { status } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    return redirected(response.headers.get('location'))
  }
  if (status === 401) {
    await response.body?.cancel()
    return askedInFront(service, response, ERRORS) ?? wrongKey()
  }
  const text = messageOf(hide(await readBoundedText(response, 1_000_000)))
  if (text !== null && status !== 429)
    return prowlarrFailed(causeOf('answers_status', { service, text, status }))
  return failedWith(service, status, ERRORS)
}
