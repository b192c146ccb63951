import { defineCausedProblem } from '#server/problem'

/** It is disabled, or a required setting is missing. */
export const prowlarrNotConfigured = defineCausedProblem(
  'prowlarr_not_configured',
  400,
  'Prowlarr is not configured',
)
/** No connection: the name does not resolve, nothing listens, or the connection broke. */
export const prowlarrUnreachable = defineCausedProblem(
  'prowlarr_unreachable',
  503,
  'Prowlarr cannot be reached',
)
/** No complete answer within the time limit. */
export const prowlarrTimedOut = defineCausedProblem('prowlarr_timed_out', 503, 'Prowlarr is too slow')
/** Something other than Prowlarr answered: a web page, a redirect, a wrong address. */
export const prowlarrNotTheApi = defineCausedProblem(
  'prowlarr_not_the_api',
  502,
  'The answer is not from Prowlarr’s API',
)
export const prowlarrWrongKey = defineCausedProblem('prowlarr_wrong_key', 502, 'Prowlarr refuses the API key')
/** Prowlarr reported that it, or the indexer asked, failed. */
export const prowlarrFailed = defineCausedProblem('prowlarr_failed', 502, 'Prowlarr failed')
