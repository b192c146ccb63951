const REDACTED = '***'
/** Shorter values occur by chance in any text, and are no secrets. */
const SHORTEST_SECRET = 4

/** Hides every occurrence of a secret, also in the forms that JSON and addresses give it. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [
    secret,
    // `Bearer abc` is as secret as `abc`.
    ...secret.split(' ').slice(1),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
  ])
  // The longest first, so that no remainder of a longer one is left.
  return [...new Set(forms)]
    .filter((form) => form.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length)
    .reduce((redacted, form) => redacted.replaceAll(form, REDACTED), text)
}

/** Cuts to a number of characters as people count them, control characters and line ends made spaces. */
export function shorten(text: string, length: number): string {
  const characters = [...text.replace(/[\p{Cc}\s]+/gu, ' ').trim()]
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`
}
