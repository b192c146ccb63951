/** Maximum bytes of the text: the limit of the body, less room for what surrounds the text in it. */
const MAX_BYTES = 1_040_000

/** Whether a text is too long to send: as JSON, quotes and line ends take two bytes each. */
export function isTooLong(text: string): boolean {
  return new TextEncoder().encode(JSON.stringify(text)).length > MAX_BYTES
}
