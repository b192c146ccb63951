import { defineError, type AppError } from '#server/errors'
import { PageError } from './page-error'

const NOT_FOUND = { code: 'not_found', status: 404, title: 'Not found' }
const notFound = defineError(NOT_FOUND)
const wrongMethod = defineError({ code: 'method_not_allowed', status: 405, title: 'Method not allowed' })
const badAddress = defineError({ code: 'bad_address', status: 400, title: 'Bad address' })

/** Nothing is at the address of the request. */
export function nothingHere(): AppError {
  return notFound('There is nothing at this address.')
}

/** The address is not below the base path, where everything is. */
export function outside(baseUrl: string): PageError {
  const where = `Everything of this server is below ${baseUrl}.`
  return new PageError(NOT_FOUND, `There is nothing at this address. ${where}`, {
    heading: 'There is nothing at this address',
    paragraphs: [
      where,
      `If the address in your browser does begin with ${baseUrl}, a reverse proxy strips that from the path: have it keep the prefix.`,
    ],
  })
}

/** The address is there, for other methods. HEAD goes with GET. */
export function methodNotAllowed(methods: readonly string[]): AppError {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return wrongMethod(`This address takes ${allowed}.`, { headers: { allow: allowed } })
}

/** The address itself cannot be understood. */
export function unreadableAddress(): AppError {
  return badAddress('The address is not a path and query with valid percent-encoding.')
}
