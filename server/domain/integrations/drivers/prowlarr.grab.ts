import { causeOf, type Cause } from '#contract/cause'
import type { CausedError } from '#server/errors'
import { parseJson } from '#server/upstream/parse-json'
import { connectionFailure } from '#server/upstream/connection-failure'
import { TimeLimitExceeded } from '#server/upstream/time-limit'
import type { GrabOutcome } from '#server/domain/integrations/integrations.types'
import { notTheApi, redirected, service, wrongKey, type PostAnswer } from './prowlarr.http'
import { grabbedSchema, messageOf } from './prowlarr.schemas'

/** Statuses of proxies that gave up waiting; the request may still have succeeded. */
const GATEWAY_GAVE_UP = new Set([408, 502, 503, 504, 520, 522, 524])

const unknown = (cause: Cause): GrabOutcome => ({ state: 'unknown', cause })
const impossible = (status: number, code: string, cause: Cause): GrabOutcome => {
  return { state: 'impossible', status, code, cause }
}
const failed = (status: number, { code, coded }: CausedError) => impossible(status, code, coded)

/** Reads Prowlarr's answer to a posted release. */
export function readGrabAnswer(answer: PostAnswer, guid: string): GrabOutcome {
  const { status } = answer
  if (status === 200) return readSuccess(answer.text, guid)
  if (GATEWAY_GAVE_UP.has(status)) return unknown(causeOf('no_answer_through', { service, status }))
  if (status >= 300 && status < 400) return failed(status, redirected(answer.location))
  if (status === 401) return failed(status, wrongKey())
  const text = messageOf(answer.text)
  if (status >= 500) return readServerError(status, text)
  if (text === null) return failed(status, notTheApi('status_alone', { status }))
  if (status === 404) return { state: 'forgotten' }
  if (status === 409) {
    return { state: 'rejected', status, cause: causeOf('release_not_taken', { service, text }) }
  }
  if (status === 400)
    return { state: 'rejected', status, cause: causeOf('release_refused', { service, text }) }
  return impossible(status, 'prowlarr_failed', causeOf('refused', { service, text }))
}

/** Reads the failure that came instead of an answer. */
export function readGrabFailure(error: unknown): GrabOutcome {
  if (error instanceof TimeLimitExceeded) return unknown(causeOf('no_answer_in_time', { service }))
  const { failure, neverSent } = connectionFailure(error)
  if (!neverSent) return unknown(causeOf('no_whole_answer', { service, failure }))
  return impossible(503, 'prowlarr_unreachable', causeOf('unreachable', { service, failure }))
}

function readSuccess(text: string, guid: string): GrabOutcome {
  const start = text.trimStart()
  if (start.startsWith('<')) return failed(200, notTheApi('web_page'))
  let json: unknown
  try {
    json = parseJson(start)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return unknown(causeOf('answer_unreadable', { service }))
  }
  if (grabbedSchema.safeParse(json).data?.guid === guid) return { state: 'grabbed' }
  return unknown(causeOf('answer_of_another_release', { service }))
}

/** Prowlarr passes on its download client's message, or that there is none. */
function readServerError(status: number, text: string | null): GrabOutcome {
  if (text === null) return unknown(causeOf('failed_with_status', { service, status }))
  if (/client isn.t configured|no download client/i.test(text)) {
    return impossible(status, 'no_download_client', causeOf('no_download_client', { service, text }))
  }
  return impossible(status, 'download_client_failed', causeOf('download_client_failed', { service, text }))
}
