import { defineCausedProblem } from '#server/problem'

/** No connection: the name does not resolve, nothing listens, or the connection broke off. */
export const connectionUnreachable = defineCausedProblem(
  'connection_unreachable',
  503,
  'The service cannot be reached',
)
/** No complete answer within the time limit. */
export const connectionTimedOut = defineCausedProblem('connection_timed_out', 503, 'The service is too slow')
/** Something answered, but not in the form of the service: a web page, a redirect, a wrong address. */
export const connectionNotTheApi = defineCausedProblem(
  'connection_not_the_api',
  502,
  'The answer is not from the API of the service',
)
/** It refuses the key, or the username and password. */
export const connectionRefused = defineCausedProblem(
  'connection_refused',
  502,
  'The service refuses the credentials',
)
/** It answered that it failed, or that it does not do what was asked for. */
export const connectionFailed = defineCausedProblem('connection_failed', 502, 'The service failed')
/** It is switched off, or something that it needs is not set. */
export const connectionNotReady = defineCausedProblem(
  'connection_not_ready',
  400,
  'The connection is not set up',
)
/** A media server has no library of audiobooks, or none of those that were chosen. */
export const connectionLacksLibrary = defineCausedProblem(
  'connection_lacks_library',
  502,
  'There is no such library',
)
