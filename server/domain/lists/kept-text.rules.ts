/**
 * Prepares text from outside for storage: on one line, without characters that databases refuse, and
 * truncated between characters.
 * @param most in UTF-16 code units.
 */
export function keptText(text: string, most: number): string {
  // Blanks are counted once, so a little more than the maximum is looked at.
  return text
    .slice(0, 4 * most)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
}
