import { parseJson } from '#server/upstream/parse-json'
import { connectionFailure } from '#server/upstream/connection-failure'
import { TimeLimitExceeded } from '#server/upstream/time-limit'
import type { GrabOutcome } from '#server/domain/integrations/integrations.types'
import { notTheApi, redirected, wrongKey, type PostAnswer } from './prowlarr.http'
import { grabbedSchema, messageOf } from './prowlarr.schemas'

/** Statuses of proxies that gave up waiting: what they waited for may have happened. */
const GATEWAY_GAVE_UP = new Set([408, 502, 503, 504, 520, 522, 524])

/** Reads what Prowlarr said to a release that was posted to it. */
export function readGrabAnswer(answer: PostAnswer, guid: string): GrabOutcome {
  const { status } = answer
  if (status === 200) return readSuccess(answer.text, guid)
  if (GATEWAY_GAVE_UP.has(status)) {
    return { state: 'unknown', reason: `No answer of Prowlarr came through (status ${status}).` }
  }
  if (status >= 300 && status < 400) {
    return {
      state: 'impossible',
      status,
      code: 'prowlarr_not_the_api',
      reason: redirected(answer.location).message,
    }
  }
  if (status === 401) {
    return { state: 'impossible', status, code: 'prowlarr_wrong_key', reason: wrongKey().message }
  }
  const message = messageOf(answer.text)
  if (status >= 500) return readServerError(status, message)
  if (message === null) {
    const reason = notTheApi(`status ${status} without Prowlarr’s words`).message
    return { state: 'impossible', status, code: 'prowlarr_not_the_api', reason }
  }
  if (status === 404) return { state: 'forgotten' }
  if (status === 409) {
    return {
      state: 'rejected',
      status,
      reason: `Prowlarr could not hand it over: ${message}. It is gone at the indexer, or the download client refuses it, such as one that it has already.`,
    }
  }
  if (status === 400)
    return { state: 'rejected', status, reason: `Prowlarr refuses the release: ${message}.` }
  return { state: 'impossible', status, code: 'prowlarr_failed', reason: `Prowlarr refuses: ${message}.` }
}

/** Reads what came instead of an answer. */
export function readGrabFailure(error: unknown): GrabOutcome {
  if (error instanceof TimeLimitExceeded) {
    return { state: 'unknown', reason: 'Prowlarr did not answer in time.' }
  }
  const { reason, neverSent } = connectionFailure(error)
  if (!neverSent) return { state: 'unknown', reason: `No whole answer of Prowlarr came: ${reason}.` }
  return {
    state: 'impossible',
    status: 503,
    code: 'prowlarr_unreachable',
    reason: `Prowlarr cannot be reached: ${reason}.`,
  }
}

function readSuccess(text: string, guid: string): GrabOutcome {
  const start = text.trimStart()
  if (start.startsWith('<')) {
    const reason = notTheApi('a web page').message
    return { state: 'impossible', status: 200, code: 'prowlarr_not_the_api', reason }
  }
  let json: unknown
  try {
    json = parseJson(start)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { state: 'unknown', reason: 'Prowlarr’s answer cannot be read.' }
  }
  if (grabbedSchema.safeParse(json).data?.guid === guid) return { state: 'grabbed' }
  return { state: 'unknown', reason: 'Prowlarr’s answer is about something else than the release.' }
}

/** Prowlarr passes on what its download client said, or that there is none. */
function readServerError(status: number, message: string | null): GrabOutcome {
  if (message === null) return { state: 'unknown', reason: `Prowlarr failed with status ${status}.` }
  if (/client isn.t configured|no download client/i.test(message)) {
    return {
      state: 'impossible',
      status,
      code: 'no_download_client',
      reason: `${message}. Add one in Prowlarr under Settings → Download Clients.`,
    }
  }
  return {
    state: 'impossible',
    status,
    code: 'download_client_failed',
    reason: `Prowlarr could not use its download client: ${message}. Test it in Prowlarr under Settings → Download Clients.`,
  }
}
