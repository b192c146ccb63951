import { defineError } from '#server/errors'

/** No connection: the name does not resolve, nothing listens, or the connection broke off. */
export const catalogueUnreachable = defineError({
  code: 'catalogue_unreachable',
  status: 503,
  title: 'The catalogue cannot be reached',
})

/** No complete answer within the time limit. */
export const catalogueTimeout = defineError({
  code: 'catalogue_timeout',
  status: 504,
  title: 'The catalogue is too slow',
})

/** Something answered, but not in the catalogue's form: a web page, a captive portal, a wrong address. */
export const catalogueNotItsApi = defineError({
  code: 'catalogue_not_its_api',
  status: 502,
  title: 'The answer is not from the catalogue',
})

/** The catalogue answered that it failed or refuses. */
export const catalogueFailed = defineError({
  code: 'catalogue_failed',
  status: 502,
  title: 'The catalogue failed',
})
