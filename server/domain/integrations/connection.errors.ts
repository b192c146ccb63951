import { defineCausedProblem } from '#server/errors/problem'

/** No connection: the name does not resolve, nothing listens, or the connection was lost. */
export const connectionUnreachable = defineCausedProblem('connection_unreachable', 503)
/** No complete response within the time limit. */
export const connectionTimedOut = defineCausedProblem('connection_timed_out', 503)
/** The response came from something else: a web page, a redirect, a wrong address. */
export const connectionNotTheApi = defineCausedProblem('connection_not_the_api', 502)
/** The service refuses the key, or the username and password. */
export const connectionRefused = defineCausedProblem('connection_refused', 502)
/** The service reported a failure, or does not support the call. */
export const connectionFailed = defineCausedProblem('connection_failed', 502)
/** The connection is disabled or lacks a required setting. */
export const connectionNotReady = defineCausedProblem('connection_not_ready', 400)
/** A media server has no audiobook library, or lacks one that was selected. */
export const connectionLacksLibrary = defineCausedProblem('connection_lacks_library', 502)
