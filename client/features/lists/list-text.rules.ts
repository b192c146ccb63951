/** Bytes that a body may have, with room for what stands beside the text. */
const MOST_BYTES = 1_040_000

/** Whether a text is too long to be sent: as JSON its quotes and line ends take two bytes each. */
export function isTooLong(text: string): boolean {
  return new TextEncoder().encode(JSON.stringify(text)).length > MOST_BYTES
}
