/** @param text ids separated by commas, as typed */
export function idsIn(text: string): number[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^\d{1,9}$/.test(part))
    .map(Number)
}

/** Ids in a fixed order, so that the same selection is the same text. */
export function textOf(ids: readonly number[]): string {
  return [...new Set(ids)].toSorted((one, other) => one - other).join(',')
}
