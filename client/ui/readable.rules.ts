/** An ISO 8601 time or date within a sentence. */
const WRITTEN = /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?(?![\w-])/g

/**
 * A sentence from the server with its times in readable form.
 * @param words format an ISO time, and an ISO date
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
