import { cutCharacters } from '#server/domain/notifications/text-limits.rules'

export type Shortener = ReturnType<typeof createShortener>

/** Truncates parts of a body to their limits, and remembers which ones. */
export function createShortener() {
  const paths = new Set<string>()

  return {
    /** @param max in UTF-16 code units. */
    shorten(path: string, text: string, max: number): string {
      const cut = cutCharacters(text, max)
      if (cut !== text) paths.add(path)
      return cut
    },
    get shortened(): string[] {
      return [...paths]
    },
  }
}
