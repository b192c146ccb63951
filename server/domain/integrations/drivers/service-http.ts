import type { z } from 'zod'
import { causeOf, type Cause } from '#contract/cause'
import type { CodeIn, Params } from '#contract/words/keys'
import { AppError, CausedError } from '#server/errors/app-error'
import { inOneLine } from '#server/domain/integrations/offer-bounds.rules'
import { boundedText } from '#server/upstream/bounded-text.rules'
import { BodyTooLarge, readBoundedText } from '#server/upstream/bounded-body'
import { connectionFailure } from '#server/upstream/connection-failure'
import { parseJson } from '#server/upstream/parse-json'
import { createRedaction } from '#server/upstream/redact-answer'
import { retryAfterIn } from '#server/upstream/retry-after.rules'
import { TimedOut, withTimeout } from '#server/async/timeout'
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
  /** Passwords that sign in the call, wherever they are sent: no answer repeats them to anyone. */
  secrets?: readonly string[]
  /** Keys and tokens that do. */
  keys?: readonly string[]
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | FormData | URLSearchParams
  /** For the whole response, in milliseconds. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

/** A service's response with any status, without the secrets of the call; redirects do not count as responses. */
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

type CausedProblem = (coded: Cause, cause?: unknown) => CausedError

/** What a driver's errors are called; those of `connection.errors.ts` unless it declares its own. */
export interface ServiceErrors {
  unreachable: CausedProblem
  timedOut: CausedProblem
  notTheApi: CausedProblem
  failed: CausedProblem
}

const ERRORS: ServiceErrors = {
  unreachable: connectionUnreachable,
  timedOut: connectionTimedOut,
  notTheApi: connectionNotTheApi,
  failed: connectionFailed,
}

/** Hides the secrets of a call in the text of its answer. */
export type Hide = (text: string) => string

/** A response of which the body is still to be read. The target of a redirect is without the secrets of the call. */
export type ServiceResponse = Pick<Response, 'status' | 'headers' | 'body'>

/**
 * Reads an answer of any status.
 * @param hide to be called with every text of the body before anything else reads it.
 */
type Read<T> = (response: ServiceResponse, hide: Hide) => Promise<T>

/** Makes one call to a service and reads its answer as text. */
export type AskService = (address: URL, question: ServiceQuestion) => Promise<ServiceAnswer>

/**
 * Makes one call to a service that administrators have set up. Does not follow redirects, which would forward the request
 * to another host.
 * @throws TimedOut, the reason of the caller's signal, or whatever fetching or reading fails with.
 */
export function sendTo<T>(
  { fetch, userAgent, timeoutMs = TIMEOUT_MS }: ServiceHttpDependencies,
  address: URL,
  question: ServiceQuestion,
  read: Read<T>,
): Promise<T> {
  const { method, headers, body } = question
  return withTimeout(question.timeoutMs ?? timeoutMs, question.signal, async (signal) => {
    const response = await fetch(address, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { 'user-agent': userAgent, ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
    })
    const hide: Hide = createRedaction(question.secrets ?? [], [
      ...(question.keys ?? []),
      ...cookiesOf(headers),
    ])
    return read(shownResponse(response, hide), hide)
  })
}

/** The sessions that a call is sent with, which the service may have set itself. */
const cookiesOf = (headers: ServiceQuestion['headers'] = {}): string[] =>
  (headers['cookie'] ?? '').split('; ').map((cookie) => cookie.slice(cookie.indexOf('=') + 1))

/** The response with its target as it may be shown. */
function shownResponse({ status, headers: received, body }: Response, hide: Hide): ServiceResponse {
  const headers = new Headers(received)
  const location = headers.get('location')
  if (location !== null) headers.set('location', hide(location))
  return { status, headers, body }
}

/**
 * Calls a service over HTTP, with coded errors.
 * @param service its name in messages.
 * @returns functions that make a call; they throw the driver's errors, or the reason of the caller's signal.
 */
export function createServiceHttp(
  service: string,
  dependencies: ServiceHttpDependencies,
  errors: ServiceErrors = ERRORS,
) {
  /** @param read checks the status, redirects included, and limits the size. */
  async function call<T>(address: URL, question: ServiceQuestion, read: Read<T>): Promise<T> {
    try {
      return await sendTo(dependencies, address, question, (response, hide) =>
        readAsking(response, (answer) => read(answer, hide)),
      )
    } catch (error) {
      question.signal?.throwIfAborted()
      const limit = question.timeoutMs ?? dependencies.timeoutMs ?? TIMEOUT_MS
      throw toCodedError(service, error, limit, errors)
    }
  }
  const ask: AskService = (address, question) =>
    call(address, question, (response, hide) => readAnswer(service, address, response, hide))
  return { call, ask }
}

/** Reads an answer; its failure says how long the service asks to be left alone. */
async function readAsking<T>(
  response: ServiceResponse,
  read: (response: ServiceResponse) => Promise<T>,
): Promise<T> {
  try {
    return await read(response)
  } catch (error) {
    if (error instanceof CausedError) error.retryAfter = retryAfterIn(response.headers)
    throw error
  }
}

async function readAnswer(
  service: string,
  address: URL,
  response: ServiceResponse,
  hide: Hide,
): Promise<ServiceAnswer> {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw redirected(service, address, headers.get('location'))
  }
  const text = hide(await readBoundedText(response, MAX_ANSWER_BYTES))
  if (status === 429 || (status === 503 && headers.has('retry-after'))) throw failedWith(service, status)
  return { status, headers, text }
}

/**
 * Parses a response as JSON.
 * @throws AppError `connection_not_the_api`, or that of the driver, if it is invalid; without the text, which may
 *   contain anything.
 */
export function jsonOf(service: string, text: string, errors = ERRORS): unknown {
  const json = readJson(text)
  if (json !== undefined) return json
  throw notTheApi(service, text.trimStart().startsWith('<') ? 'web_page' : 'not_json', {}, errors)
}

/** Parses JSON from another service; undefined if it is invalid. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * An answer in the shape that the API promises.
 * @param found what any other answer is called.
 * @throws AppError `connection_not_the_api`.
 */
export function inShape<T>(
  service: string,
  shape: z.ZodType<T>,
  answer: unknown,
  found: CodeIn<'found'> = 'not_json',
): T {
  const { success, data } = shape.safeParse(answer)
  if (!success) throw notTheApi(service, found)
  return data
}

/** The error for something found in place of a service's API. */
export function notTheApi(
  service: string,
  found: CodeIn<'found'>,
  params: Params = {},
  errors = ERRORS,
): CausedError {
  return errors.notTheApi(causeOf('not_the_api', { service, found, ...params }))
}

/**
 * The error for a status without a message from the service: something in front of it responded, or the address is
 * wrong.
 */
export function failedWith(service: string, status: number, errors = ERRORS): CausedError {
  if (status === 404 || status === 405) return notTheApi(service, 'status', { status }, errors)
  if (status === 403) return errors.failed(causeOf('forbidden', { service, status }))
  if (status === 429) return errors.failed(causeOf('too_many_questions', { service, status }))
  return errors.failed(causeOf('fails', { service, status }))
}

/**
 * The error for a sign-in that something in front of a service asks for by HTTP, as browsers show it; null for any other
 * response. Only for services that never ask in this way themselves.
 */
export function askedInFront(
  service: string,
  { status, headers }: Pick<ServiceAnswer, 'status' | 'headers'>,
  errors = ERRORS,
): CausedError | null {
  const scheme = /^\s*(?:basic|digest|negotiate|ntlm)\b/i
  const isAsked = status === 407 || (status === 401 && scheme.test(headers.get('www-authenticate') ?? ''))
  return isAsked ? errors.failed(causeOf('sign_in_in_front', { service, status })) : null
}

/** The error for a failure that a service reports. @param message its own; may be empty. */
export function answersWith(service: string, message: string): CausedError {
  const text = saidBy(message)
  return connectionFailed(
    text === '' ? causeOf('fails_unexplained', { service }) : causeOf('answers', { service, text }),
  )
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
  const line = inOneLine(boundedText(text)).replace(/\.$/, '')
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

function toCodedError(service: string, error: unknown, timeoutMs: number, errors: ServiceErrors): unknown {
  if (error instanceof AppError) return error
  if (error instanceof TimedOut) {
    return errors.timedOut(causeOf('timed_out', { service, seconds: timeoutMs / 1000 }))
  }
  if (error instanceof BodyTooLarge) return notTheApi(service, 'too_long', {}, errors)
  const { failure } = connectionFailure(error)
  return errors.unreachable(causeOf('unreachable_address', { service, failure }), error)
}
