import type { AppError } from '#server/errors/app-error'
import { defineProblem } from '#server/errors/problem'
import { PageError, pageText } from '#server/errors/page-error'

const notFound = defineProblem('not_found', 404)
const wrongMethod = defineProblem('method_not_allowed', 405)
const badAddress = defineProblem('bad_address', 400)

/** There is nothing at the request's address. */
export function addressNotFound(): AppError {
  return notFound({ why: 'nothing' })
}

/** The address is not under the base path, where everything is. */
export function outsideBasePath(base: string): PageError {
  return new PageError(notFound({ why: 'outside', base }), {
    heading: pageText('outside.heading'),
    paragraphs: [pageText('outside.where', { base }), pageText('outside.proxy', { base })],
  })
}

/** The address exists for other methods. Where GET is allowed, so is HEAD. */
export function methodNotAllowed(methods: readonly string[]): AppError {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return wrongMethod({ methods: allowed }, { headers: { allow: allowed } })
}

/** The address cannot be parsed. */
export function unreadableAddress(): AppError {
  return badAddress()
}
