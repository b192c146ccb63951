import { defineError } from '#server/errors'

/** No connection: the name does not resolve, nothing listens, or the connection broke off. */
export const connectionUnreachable = defineError({
  code: 'connection_unreachable',
  status: 503,
  title: 'The service cannot be reached',
})
/** No complete answer within the time limit. */
export const connectionTimedOut = defineError({
  code: 'connection_timed_out',
  status: 503,
  title: 'The service is too slow',
})
/** Something answered, but not in the form of the service: a web page, a redirect, a wrong address. */
export const connectionNotTheApi = defineError({
  code: 'connection_not_the_api',
  status: 502,
  title: 'The answer is not from the API of the service',
})
/** It refuses the key, or the user name and password. */
export const connectionRefused = defineError({
  code: 'connection_refused',
  status: 502,
  title: 'The service refuses the credentials',
})
/** It answered that it failed, or that it does not do what was asked for. */
export const connectionFailed = defineError({
  code: 'connection_failed',
  status: 502,
  title: 'The service failed',
})
/** It is switched off, or something that it needs is not set. */
export const connectionNotReady = defineError({
  code: 'connection_not_ready',
  status: 400,
  title: 'The connection is not set up',
})
/** A media server has no library of audiobooks, or none of those that were chosen. */
export const connectionLacksLibrary = defineError({
  code: 'connection_lacks_library',
  status: 502,
  title: 'There is no such library',
})
