import format, { type CompiledMessage } from 'icu-minify/format'
import type { Params } from './keys'

const plurals = new Map<string, Intl.PluralRules>()
const numbers = new Map<string, Intl.NumberFormat>()

/** What formats values; a message holds no dates, which are values in words. */
const formatters = {
  getPluralRules: (language: string) => kept(plurals, language, () => new Intl.PluralRules(language)),
  getNumberFormat: (language: string) => kept(numbers, language, () => new Intl.NumberFormat(language)),
  getDateTimeFormat: (...asked: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...asked),
}

/**
 * Fills values into a message. What is filled in is never read as a message itself; a value that is not there is
 * empty, and a colon with nothing behind it is left out.
 * @param language BCP 47 name of the language of the message, whose plural forms it has.
 */
export function fill(message: CompiledMessage, params: Readonly<Params>, language = 'en'): string {
  if (typeof message === 'string') return message
  const filled = String(format<string>(message, language, orEmpty(params), { formatters }))
  return filled.replace(/\s*: $/, '')
}

/** An older program or an old row may lack a value that the words of today ask for. */
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
