/** @param text numbers separated by commas, as somebody typed them */
export function idsIn(text: string): number[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^\d{1,9}$/.test(part))
    .map(Number)
}

/** Numbers in one order, so that the same choice is the same text. */
export function textOf(ids: readonly number[]): string {
  return [...new Set(ids)].toSorted((one, other) => one - other).join(',')
}
