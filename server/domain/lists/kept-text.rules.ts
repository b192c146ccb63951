/**
 * A text from elsewhere as it is kept: in one line, without what no database takes, and cut where it is too long, but never
 * within a character.
 * @param most in UTF-16 code units.
 */
export function keptText(text: string, most: number): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
}
