import { defineError } from '#server/errors'

/** It is switched off, or something that it needs is not set. */
export const prowlarrNotConfigured = defineError({
  code: 'prowlarr_not_configured',
  status: 400,
  title: 'Prowlarr is not configured',
})
/** No connection: the name does not resolve, nothing listens, or the connection broke off. */
export const prowlarrUnreachable = defineError({
  code: 'prowlarr_unreachable',
  status: 503,
  title: 'Prowlarr cannot be reached',
})
/** No complete answer within the time limit. */
export const prowlarrTimedOut = defineError({
  code: 'prowlarr_timed_out',
  status: 503,
  title: 'Prowlarr is too slow',
})
/** Something answered, but not in Prowlarr's form: a web page, a redirect, a wrong address. */
export const prowlarrNotTheApi = defineError({
  code: 'prowlarr_not_the_api',
  status: 502,
  title: 'The answer is not from Prowlarr’s API',
})
export const prowlarrWrongKey = defineError({
  code: 'prowlarr_wrong_key',
  status: 502,
  title: 'Prowlarr refuses the API key',
})
/** Prowlarr answered that it, or the indexer that was asked, failed. */
export const prowlarrFailed = defineError({
  code: 'prowlarr_failed',
  status: 502,
  title: 'Prowlarr failed',
})
