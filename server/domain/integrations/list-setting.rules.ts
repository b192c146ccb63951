/** The elements of a comma-separated list, without empty ones. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The integers of a comma-separated list, or null if an element is not an integer. */
export function numbersOf(text: string): number[] | null {
  const parts = listOf(text)
  return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : null
}
