/** Maximum nesting of objects and lists: no real data reaches a quarter of it. */
export const MAX_NESTING = 64

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Finds where JSON text is nested deeper than {@link MAX_NESTING}. Such a text parses, but traversing the
 * result overflows the stack. Stops at the first such place, in one pass.
 * @returns the position of the first bracket beyond the limit; -1 if there is none.
 */
export function findDeepNesting(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at)
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1
      if (depth > MAX_NESTING) return at
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1
  }
  return -1
}

/** @returns the position of the closing quote, or the end of a text without one. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === BACKSLASH) at += 1
    else if (sign === QUOTE) return at
  }
  return text.length
}
