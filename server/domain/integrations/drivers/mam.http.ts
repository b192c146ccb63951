import { causeOf } from '#contract/cause'
import type { CausedError } from '#server/errors/app-error'
import { defineCausedProblem } from '#server/errors/problem'
import { readBoundedText } from '#server/upstream/bounded-body'
import { redactAnswer } from '#server/upstream/redact-answer'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { createServiceHttp, readJson, type ServiceErrors, type ServiceHttpDependencies } from './service-http'

/** The service's name in messages. */
export const service = 'MyAnonamouse'

/** MyAnonamouse does not accept the session. */
const mamSignedOut = defineCausedProblem('mam_signed_out', 502, 'MyAnonamouse')
const mamUnreachable = defineCausedProblem('mam_unreachable', 503, 'MyAnonamouse')
const mamTimedOut = defineCausedProblem('mam_timed_out', 503, 'MyAnonamouse')
const mamNotTheApi = defineCausedProblem('mam_not_the_api', 502, 'MyAnonamouse')
export const mamFailed = defineCausedProblem('mam_failed', 502, 'MyAnonamouse')

/** A hundred rows are about 200 kB. */
const MAX_ANSWER_BYTES = 4_000_000
const TIMEOUT_MS = 30_000

interface MamQuestion {
  baseUrl: string
  /** Value of the `mam_id` cookie. */
  session: string
  /** Those that it has replaced, of which the tracker may still accept the last. */
  formerSessions: readonly string[]
  path: `/${string}`
  query?: readonly (readonly [name: string, value: string])[]
  signal?: AbortSignal | undefined
}

const ERRORS: ServiceErrors = {
  // Its address is seldom changed, so messages do not name it.
  unreachable: (coded, error) => mamUnreachable({ ...coded, code: 'unreachable' }, error),
  timedOut: mamTimedOut,
  notTheApi: notMam,
  failed: mamFailed,
}

/** Calls MyAnonamouse over HTTP, with a session that each response may replace. */
export function createMamHttp(dependencies: ServiceHttpDependencies) {
  const { call } = createServiceHttp(service, { timeoutMs: TIMEOUT_MS, ...dependencies }, ERRORS)

  /**
   * @param onSession called with the session that replaces the one sent, whatever else the response contains.
   * @throws the errors above, or the reason of the caller's signal.
   */
  return (question: MamQuestion, onSession: (session: string) => Promise<void>): Promise<unknown> => {
    const { baseUrl, session, formerSessions, path, query, signal } = question
    const headers = { accept: 'application/json', cookie: `mam_id=${session}` }
    return call(
      endpoint(baseUrl, path, query),
      { headers, signal, keys: [session, ...formerSessions] },
      async (response, hide) => {
        const renewed = renewedSession(response.headers)
        if (renewed !== null && renewed !== session) await onSession(renewed)
        const text = await readBoundedText(response, MAX_ANSWER_BYTES)
        return read(response.status, redactAnswer(hide(text), [], renewed === null ? [] : [renewed]))
      },
    )
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
  const json = readJson(text)
  if (json !== undefined) return json
  throw /login|sign(ed)? in/i.test(text) ? signedOut('session_ended') : notMam()
}

export function notMam(): CausedError {
  return mamNotTheApi(causeOf('not_the_service', { service, setting: 'mam_base_url' }))
}

/** The error for a session that the tracker refuses in words of its own, such as one that is for browsers. */
export function sessionRefused(text: string): CausedError {
  return mamSignedOut(causeOf('session_refused', { service, text, setting: 'mam_session_id' }))
}

function signedOut(
  code: 'session_elsewhere' | 'session_invalid' | 'session_redirected' | 'session_ended',
): CausedError {
  return mamSignedOut(causeOf(code, { service, setting: 'mam_session_id' }))
}
