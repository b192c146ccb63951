import { DrizzleQueryError } from 'drizzle-orm'

/** SQLSTATE class of values that do not fit; PostgreSQL quotes them in the message. */
const DATA_EXCEPTION = /^22...$/
/** Name and password in an address, which `fetch` for one repeats when it refuses them. */
const CREDENTIALS = /(\w:\/\/)[^\s/@]+@/g

/**
 * An error as it may be logged or shown: what a query was given can be a name, a password's hash or a secret.
 * Drizzle puts it at the end of its message; PostgreSQL into properties such as `detail`. Addresses
 * are shown without passwords. Of every error, only name, message, stack, code and cause are kept.
 * @returns a copy; anything but an error is returned as it is.
 */
export function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const message = shownMessage(error)
  const shown = new Error(message)
  shown.name = error.name
  // A stack begins with the message that it was made with.
  shown.stack =
    error.message !== '' && error.stack?.includes(error.message)
      ? error.stack.replace(error.message, () => message)
      : `${error.name}: ${message}`
  if (error.cause !== undefined) shown.cause = withoutParameters(error.cause)
  return 'code' in error && error.code !== undefined ? Object.assign(shown, { code: error.code }) : shown
}

function shownMessage(error: Error): string {
  return wordsOf(error).replaceAll(CREDENTIALS, '$1…@')
}

function wordsOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`
  if (error instanceof AggregateError) return messageOfMany(error)
  const isDataException = 'code' in error && typeof error.code === 'string' && DATA_EXCEPTION.test(error.code)
  return isDataException ? error.message.replaceAll(/".*"/gs, '"…"') : error.message
}

/** Tries at several addresses fail with an error that has no words of its own. */
function messageOfMany({ message, errors }: AggregateError): string {
  const each = errors.map((error: unknown) => (error instanceof Error ? shownMessage(error) : String(error)))
  return [...(message === '' ? [] : [message]), ...each].join('; ')
}
