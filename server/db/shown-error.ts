import { DrizzleQueryError } from 'drizzle-orm'

/** SQLSTATE class of invalid values, which PostgreSQL quotes in the message. */
const DATA_EXCEPTION = /^22...$/
/** Username and password in an address, which `fetch` echoes when it rejects them. */
const CREDENTIALS = /(\w:\/\/)[^\s/@]+@/g

/**
 * An error that is safe to log or show: query parameters may be names, password hashes or secrets. Drizzle
 * appends them to its message; PostgreSQL puts them into properties such as `detail`. Passwords in addresses
 * are hidden. Keeps only name, message, stack, code and cause of each error.
 * @returns a copy; anything but an error is returned unchanged.
 */
export function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const message = shownMessage(error)
  const shown = new Error(message)
  shown.name = error.name
  // A stack begins with the original message.
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

/** If a name has several addresses and all fail, the error has no message. */
function messageOfMany({ message, errors }: AggregateError): string {
  const each = errors.map((error: unknown) => (error instanceof Error ? shownMessage(error) : String(error)))
  return [...(message === '' ? [] : [message]), ...each].join('; ')
}
