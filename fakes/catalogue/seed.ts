/** FNV-1a: maps a text to a stable number. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

/** A repeatable generator of numbers from 0 to 1 (mulberry32): the same text always gives the same sequence. */
export function randomFrom(text: string): () => number {
  let state = hash(text)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Picks a value by a number from 0 to 1. */
export function pick<T>(values: readonly T[], random: number): T {
  const value = values[Math.floor(random * values.length)]
  if (value === undefined) throw new Error('Nothing to choose from')
  return value
}
