import { causeOf } from '#contract/cause'
import { AppError } from '#server/errors'
import { parseJson } from '#server/upstream/parse-json'
import { BodyTooLarge, readBoundedText } from '#server/upstream/bounded-body'
import { connectionFailure } from '#server/upstream/connection-failure'
import { TimeLimitExceeded, withTimeLimit } from '#server/upstream/time-limit'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { mamFailed, mamNotTheApi, mamSignedOut, mamTimedOut, mamUnreachable } from './mam.errors'

/** The service's name in messages. */
export const service = 'MyAnonamouse'

/** A hundred rows are about 200 kB. */
const MAX_ANSWER_BYTES = 4_000_000
const TIMEOUT_MS = 30_000

interface MamQuestion {
  baseUrl: string
  /** Value of the `mam_id` cookie. */
  session: string
  path: `/${string}`
  query?: readonly (readonly [name: string, value: string])[]
  signal?: AbortSignal | undefined
}

/** Calls MyAnonamouse over HTTP. Does not follow redirects, which would send the session to another host. */
export function createMamHttp(dependencies: {
  fetch: typeof globalThis.fetch
  userAgent: string
  timeoutMs?: number
}) {
  const { fetch, userAgent, timeoutMs = TIMEOUT_MS } = dependencies

  /**
   * @param onSession called with the session that replaces the one sent, whatever else the response contains.
   * @throws AppError as `indexers.errors.ts` declares for MyAnonamouse, or the reason of the caller's signal.
   */
  return async (question: MamQuestion, onSession: (session: string) => Promise<void>): Promise<unknown> => {
    try {
      return await withTimeLimit(timeoutMs, question.signal, async (signal) => {
        const response = await fetch(endpoint(question.baseUrl, question.path, question.query), {
          headers: {
            accept: 'application/json',
            cookie: `mam_id=${question.session}`,
            'user-agent': userAgent,
          },
          redirect: 'manual',
          signal,
        })
        const renewed = renewedSession(response.headers)
        if (renewed !== null && renewed !== question.session) await onSession(renewed)
        return read(response.status, await readBoundedText(response, MAX_ANSWER_BYTES))
      })
    } catch (error) {
      question.signal?.throwIfAborted()
      throw toCodedError(error, timeoutMs)
    }
  }
}

/** The session that a response sets, or null if it sets none or clears it. */
function renewedSession(headers: Headers): string | null {
  for (const cookie of headers.getSetCookie()) {
    const value = /^\s*mam_id=([^;]*)/.exec(cookie)?.[1]?.trim() ?? ''
    if (value !== '' && value !== 'deleted' && !/;\s*max-age=0/i.test(cookie)) return value
  }
  return null
}

function read(status: number, text: string): unknown {
  if (status === 403 || status === 401) {
    throw signedOut(/address mismatch|ASN/i.test(text) ? 'session_elsewhere' : 'session_invalid')
  }
  if (status >= 300 && status < 400) throw signedOut('session_redirected')
  if (status === 429) throw mamFailed(causeOf('too_many_questions', { service, status }))
  if (status !== 200) throw mamFailed(causeOf('fails_try_later', { service, status }))
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    if (/login|sign(ed)? in/i.test(text)) throw signedOut('session_ended')
    throw notMam()
  }
}

export function notMam(): AppError {
  return mamNotTheApi(causeOf('not_the_service', { service, setting: 'mam_base_url' }))
}

function signedOut(
  code: 'session_elsewhere' | 'session_invalid' | 'session_redirected' | 'session_ended',
): AppError {
  return mamSignedOut(causeOf(code, { service, setting: 'mam_session_id' }))
}

function toCodedError(error: unknown, timeoutMs: number): unknown {
  if (error instanceof AppError) return error
  if (error instanceof TimeLimitExceeded) {
    return mamTimedOut(causeOf('timed_out', { service, seconds: timeoutMs / 1000 }))
  }
  if (error instanceof BodyTooLarge) return notMam()
  const { failure } = connectionFailure(error)
  return mamUnreachable(causeOf('unreachable', { service, failure }), error)
}
