import { defineCausedProblem } from '#server/errors/problem'

/** Prowlarr is disabled or lacks a required setting. */
export const prowlarrNotConfigured = defineCausedProblem('prowlarr_not_configured', 400, 'Prowlarr')
/** No connection: the name does not resolve, nothing listens, or the connection was lost. */
export const prowlarrUnreachable = defineCausedProblem('prowlarr_unreachable', 503, 'Prowlarr')
/** No complete response within the time limit. */
export const prowlarrTimedOut = defineCausedProblem('prowlarr_timed_out', 503, 'Prowlarr')
/** The response came from something else: a web page, a redirect, a wrong address. */
export const prowlarrNotTheApi = defineCausedProblem('prowlarr_not_the_api', 502, 'Prowlarr')
export const prowlarrWrongKey = defineCausedProblem('prowlarr_wrong_key', 502, 'Prowlarr')
/** Prowlarr reported that it failed, or that the queried indexer did. */
export const prowlarrFailed = defineCausedProblem('prowlarr_failed', 502, 'Prowlarr')
