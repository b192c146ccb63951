import { causeOf } from '#contract/cause'
import type { CodeIn, Params } from '#contract/words/keys'
import { AppError } from '#server/errors'
import { BodyTooLarge, readBoundedText } from '#server/upstream/bounded-body'
import { connectionFailure } from '#server/upstream/connection-failure'
import { parseJson } from '#server/upstream/parse-json'
import { TimeLimitExceeded, withTimeLimit } from '#server/upstream/time-limit'
import {
  connectionFailed,
  connectionNotTheApi,
  connectionRefused,
  connectionTimedOut,
  connectionUnreachable,
} from '#server/domain/integrations/connection.errors'

const TIMEOUT_MS = 20_000
/** A thousand downloads are about two megabytes. */
const MAX_ANSWER_BYTES = 16_000_000

interface ServiceQuestion {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | FormData | URLSearchParams
  /** For the whole response, in milliseconds. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

/** A service's response with any status; redirects do not count as responses. */
export interface ServiceAnswer {
  status: number
  headers: Headers
  text: string
}

export interface ServiceHttpDependencies {
  fetch: typeof globalThis.fetch
  userAgent: string
  /** In milliseconds; overrides the default. */
  timeoutMs?: number
}

/** Makes one call to a service. */
export type AskService = (address: URL, question?: ServiceQuestion) => Promise<ServiceAnswer>

/**
 * Calls a service that administrators have set up over HTTP. Limits the size of responses. Does not follow
 * redirects, which would forward the request to another host.
 * @param service its name in messages.
 * @returns a function that makes a call; throws the errors of `connection.errors.ts`, or the reason of the
 *   caller's signal.
 */
export function createServiceHttp(
  service: string,
  { fetch, userAgent, timeoutMs = TIMEOUT_MS }: ServiceHttpDependencies,
): AskService {
  return async (address, question = {}) => {
    const limit = question.timeoutMs ?? timeoutMs
    try {
      return await withTimeLimit(limit, question.signal, async (signal) => {
        const response = await fetch(address, {
          method: question.method ?? (question.body === undefined ? 'GET' : 'POST'),
          headers: { 'user-agent': userAgent, ...question.headers },
          ...(question.body === undefined ? {} : { body: question.body }),
          redirect: 'manual',
          signal,
        })
        if (response.status >= 300 && response.status < 400) {
          await response.body?.cancel()
          throw redirected(service, address, response.headers.get('location'))
        }
        const text = await readBoundedText(response, MAX_ANSWER_BYTES)
        return { status: response.status, headers: response.headers, text }
      })
    } catch (error) {
      question.signal?.throwIfAborted()
      throw toCodedError(service, error, limit)
    }
  }
}

/**
 * Parses a response as JSON.
 * @throws AppError `connection_not_the_api` if it is invalid. The error omits the text, which may contain
 *   anything.
 */
export function jsonOf(service: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw notTheApi(service, text.trimStart().startsWith('<') ? 'web_page' : 'not_json')
  }
}

/** The error for something found in place of a service's API. */
export function notTheApi(service: string, found: CodeIn<'found'>, params: Params = {}): AppError {
  return connectionNotTheApi(causeOf('not_the_api', { service, found, ...params }))
}

/**
 * The error for a status without a message from the service: something in front of it responded, or the
 * address is wrong.
 */
export function failedWith(service: string, status: number): AppError {
  if (status === 404 || status === 405) return notTheApi(service, 'status', { status })
  if (status === 403) return connectionFailed(causeOf('forbidden', { service, status }))
  return connectionFailed(causeOf('fails', { service, status }))
}

/** The error for a refused username and password. */
export function wrongLogin(service: string): AppError {
  return connectionRefused(causeOf('wrong_login', { service }))
}

/** The error for a refused key. @param place where the service shows its key. */
export function wrongServiceKey(service: string, place: string): AppError {
  return connectionRefused(causeOf('wrong_service_key', { service, place }))
}

/** A service's message on one line, no longer than people read. */
export function saidBy(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/\.$/, '')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

/** The error for a redirect, with its target up to its path. */
function redirected(service: string, asked: URL, location: string | null): AppError {
  const target = location !== null && URL.canParse(location, asked) ? new URL(location, asked) : null
  const coded = target
    ? causeOf('redirected_to', { service, address: `${target.origin}${target.pathname}`.slice(0, 200) })
    : causeOf('redirected', { service })
  return connectionNotTheApi(coded)
}

function toCodedError(service: string, error: unknown, timeoutMs: number): unknown {
  if (error instanceof AppError) return error
  if (error instanceof TimeLimitExceeded) {
    return connectionTimedOut(causeOf('timed_out', { service, seconds: timeoutMs / 1000 }))
  }
  if (error instanceof BodyTooLarge) return notTheApi(service, 'too_long')
  const { failure } = connectionFailure(error)
  return connectionUnreachable(causeOf('unreachable_address', { service, failure }), error)
}
