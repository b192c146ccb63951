import { defineProblem } from '#server/errors/problem'

/** No connection: the name does not resolve, nothing listens, or the connection was lost. */
export const catalogueUnreachable = defineProblem('catalogue_unreachable', 503)

/** No complete response within the time limit. */
export const catalogueTimeout = defineProblem('catalogue_timeout', 504)

/** The response came from something else: a web page, a captive portal, a wrong address. */
export const catalogueNotItsApi = defineProblem('catalogue_not_its_api', 502)

/** The catalogue reported a failure or refused the request. */
export const catalogueFailed = defineProblem('catalogue_failed', 502)

/** The catalogue has no sample of the book, or the region does not have the book. */
export const noSample = defineProblem('no_sample', 404)

/** The catalogue names a sample that cannot be fetched. */
export const sampleFailed = defineProblem('sample_failed', 502)
