import type { Word } from './normalise.rules'
import { GAP } from './normalise.rules'

/** Words beside a last name that may be given names. */
export interface GivenRun {
  keys: string[]
  /** How many keys each word yields; joined initials yield several. */
  sizes: number[]
  count: number
}

const MOST_GIVEN = 4

/** Those before the word at `at`, up to a separator. */
export function givenBefore(words: readonly Word[], at: number): GivenRun {
  let from = at
  for (; from > 0 && at - from < MOST_GIVEN; from--) {
    const gap = words[from]?.gap ?? GAP.dash
    if (gap >= GAP.colon || gap === GAP.comma) break
  }
  return runOf(words, from, at)
}

/** Those after the word at `at`, up to a separator; a comma or a hyphen may follow it directly. */
export function givenAfter(words: readonly Word[], at: number): GivenRun {
  let end = at + 1
  for (; end < words.length && end - at <= MOST_GIVEN; end++) {
    const gap = words[end]?.gap ?? GAP.dash
    if (gap >= GAP.colon || (gap === GAP.comma && end > at + 1) || (gap === GAP.hyphen && end > at + 1)) break
  }
  return runOf(words, at + 1, end)
}

function runOf(words: readonly Word[], from: number, end: number): GivenRun {
  const run: GivenRun = { keys: [], sizes: [], count: end - from }
  for (let at = from; at < end; at++) {
    const key = words[at]?.key ?? ''
    const before = run.keys.length
    if (key.length > MOST_INITIALS) run.keys.push(key)
    else run.keys.push(...splitInitials(key))
    run.sizes.push(run.keys.length - before)
  }
  return run
}

/** How many words the last `keys` keys of a run cover. */
export function wordsUsed(run: GivenRun, keys: number): number {
  let left = keys
  let count = 0
  for (let at = run.sizes.length - 1; at >= 0 && left > 0; at--, count++) left -= run.sizes[at] ?? 0
  return count
}

/** In one word. */
const MOST_INITIALS = 3

/** "RJ" and "JRR" are joined initials; something like a given name only if it contains no vowel. */
export function splitInitials(key: string): string[] {
  return key.length > 1 && key.length <= MOST_INITIALS && !/[aeiouy]/.test(key) && /^[a-z]+$/.test(key)
    ? [...key]
    : [key]
}
