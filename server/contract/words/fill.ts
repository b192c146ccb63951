import format, { type CompiledMessage } from 'icu-minify/format'
import type { Params } from './keys'

const plurals = new Map<string, Intl.PluralRules>()
const numbers = new Map<string, Intl.NumberFormat>()

/** The formatters for values. Messages do not format dates, which are passed as text. */
const formatters = {
  getPluralRules: (language: string) => kept(plurals, language, () => new Intl.PluralRules(language)),
  getNumberFormat: (language: string) => kept(numbers, language, () => new Intl.NumberFormat(language)),
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
}

/**
 * Fills values into a message. Values are never parsed as messages; a missing value is empty, and a trailing
 * colon is dropped.
 * @param language BCP 47 name of the message's language, for its plural forms.
 */
export function fill(message: CompiledMessage, params: Readonly<Params>, language = 'en'): string {
  if (typeof message === 'string') return message
  const filled = String(format<string>(message, language, orEmpty(params), { formatters }))
  return filled.endsWith(': ') ? filled.slice(0, -2).trimEnd() : filled
}

/** An older program or row may lack a value that today's texts use. */
const orEmpty = (params: Readonly<Params>): Params =>
  new Proxy(params, {
    has: () => true,
    get: (values, name) => (typeof name === 'string' && Object.hasOwn(values, name) ? values[name] : ''),
  })

function kept<Value>(all: Map<string, Value>, language: string, make: () => Value): Value {
  const known = all.get(language)
  if (known) return known
  const made = make()
  all.set(language, made)
  return made
}
