/** The elements of a list that is written with commas; empty ones do not count. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The whole numbers of such a list; null when one is something else. */
export function numbersOf(text: string): number[] | null {
  const parts = listOf(text)
  return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : null
}
