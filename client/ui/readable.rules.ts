/** A time or a day as ISO 8601 writes them, in the midst of a sentence. */
const WRITTEN = /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?(?![\w-])/g

/**
 * A sentence of the server with its times as people write them.
 * @param words the words for an ISO time, and for an ISO day
 */
export function withReadableTimes(
  sentence: string,
  words: { time: (iso: string) => string; day: (iso: string) => string },
): string {
  return sentence.replace(WRITTEN, (iso) => {
    if (Number.isNaN(Date.parse(iso))) return iso
    return iso.includes('T') ? words.time(iso) : words.day(iso)
  })
}
