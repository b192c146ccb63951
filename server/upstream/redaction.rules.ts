import { escapeMarkup } from './markup.rules'

const REDACTED = '***'
/** Shorter values occur by chance in any text, and are not secrets. */
const SHORTEST_SECRET = 4

/** Hides every occurrence of a secret, including its escaped forms in JSON, addresses and pages. */
export function redact(text: string, secrets: readonly string[]): string {
  return withoutForms(text, formsOf(partsOf(secrets)))
}

/** A text without any of the forms of secrets. */
export const withoutForms = (text: string, forms: readonly string[]): string =>
  forms.reduce((redacted, form) => redacted.replaceAll(form, REDACTED), text)

/** Headers such as `Bearer abc`, of which `abc` is a secret too; the words of a passphrase are none. */
const CREDENTIALS = /^(?:basic|bearer|token|key|apikey|geniekey) +(\S+)$/i

/** The secrets, and what is secret in them. */
export const partsOf = (secrets: readonly string[]): string[] =>
  secrets
    .flatMap((secret) => [secret, ...(CREDENTIALS.exec(secret)?.slice(1) ?? []), ...passwordOf(secret)])
    .filter((part) => part.length >= SHORTEST_SECRET)

/** How texts may be spelled, the longest first, so that no remainder of a longer one is left. */
export function formsOf(parts: readonly string[]): string[] {
  const forms = parts.flatMap((part) => [part, ...jsonForms(part), ...addressForms(part), escapeMarkup(part)])
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}

/** Some services also escape slashes, and some all letters that are not of ASCII, .NET with capital digits. */
function jsonForms(secret: string): string[] {
  const content = JSON.stringify(secret).slice(1, -1)
  const digits = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0')
  const ascii = (write: (unit: string) => string) =>
    content.replaceAll(/[\u007f-\uffff]/g, (unit) => String.raw`\u` + write(unit))
  const inCapitals = ascii((unit) => digits(unit).toUpperCase())
  return [content, content.replaceAll('/', String.raw`\/`), ascii(digits), inCapitals]
}

/** As in paths, forms and addresses inside other addresses; programs write the digits in either case. */
function addressForms(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed())
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  const inLowerCase = (form: string) => form.replaceAll(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase())
  const forms = [encoded, inForm, encodeURIComponent(encoded)]
  return [...forms, ...forms.map(inLowerCase)]
}

/** The password inside Basic credentials (RFC 7617). */
function passwordOf(secret: string): string[] {
  const encoded = /^basic +([a-z0-9+/]+={0,2})$/i.exec(secret)?.[1]
  if (encoded === undefined || encoded.replaceAll('=', '').length % 4 === 1) return []
  const pair = atob(encoded.replaceAll('=', ''))
  return pair.includes(':') ? [pair.slice(pair.indexOf(':') + 1)] : []
}

/**
 * Truncates to a number of characters as people count them, and replaces control characters and line breaks
 * with spaces.
 */
export function shorten(text: string, length: number): string {
  const characters = [...text.replace(/[\p{Cc}\s]+/gu, ' ').trim()]
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`
}
