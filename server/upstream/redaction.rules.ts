import { escapeMarkup } from './markup.rules'

const REDACTED = '***'
/** Shorter values occur by chance in any text, and are not secrets. */
const SHORTEST_SECRET = 4

/** Hides every occurrence of a secret, including its escaped forms in JSON, addresses and pages. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets
    // `Bearer abc` makes `abc` a secret too.
    .flatMap((secret) => [secret, ...secret.split(' ').slice(1), ...passwordOf(secret)])
    .flatMap((secret) => [
      secret,
      ...jsonForms(secret),
      encodeURIComponent(secret.toWellFormed()),
      escapeMarkup(secret),
    ])
  // Longest first, so that no remainder of a longer one is left.
  return [...new Set(forms)]
    .filter((form) => form.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length)
    .reduce((redacted, form) => redacted.replaceAll(form, REDACTED), text)
}

/** Some services also escape slashes. */
function jsonForms(secret: string): string[] {
  const content = JSON.stringify(secret).slice(1, -1)
  return [content, content.replaceAll('/', String.raw`\/`)]
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
