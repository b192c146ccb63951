import type { AppError } from '#server/errors'
import { defineProblem } from '#server/problem'
import { PageError } from './page-error'

const notFound = defineProblem('not_found', 404, 'Not found')
const wrongMethod = defineProblem('method_not_allowed', 405, 'Method not allowed')
const badAddress = defineProblem('bad_address', 400, 'Bad address')

/** Nothing is at the address of the request. */
export function nothingHere(): AppError {
  return notFound({ why: 'nothing' })
}

/** The address is not under the base path, where everything is. */
export function outside(baseUrl: string): PageError {
  const where = `Everything of this server is below ${baseUrl}.`
  return new PageError(notFound({ why: 'outside', base: baseUrl }), {
    heading: 'There is nothing at this address',
    paragraphs: [
      where,
      `If the address in your browser does begin with ${baseUrl}, a reverse proxy strips that from the path: have it keep the prefix.`,
    ],
  })
}

/** The address exists for other methods. HEAD goes with GET. */
export function methodNotAllowed(methods: readonly string[]): AppError {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return wrongMethod({ methods: allowed }, { headers: { allow: allowed } })
}

/** The address cannot be parsed. */
export function unreadableAddress(): AppError {
  return badAddress()
}
