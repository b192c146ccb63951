import { GAP, type Word } from './normalise.rules'

/** Words next to a last name that may be given names. */
interface GivenRun {
  keys: string[]
  /** How many keys each word gives; joined initials give several. */
  sizes: number[]
  count: number
}

const MAX_GIVEN_NAMES = 4

/** The run before the word at `at`, up to a separator. */
export function givenBefore(words: readonly Word[], at: number): GivenRun {
  let from = at
  for (; from > 0 && at - from < MAX_GIVEN_NAMES; from--) {
    const gap = words[from]?.gap ?? GAP.dash
    if (gap >= GAP.colon || gap === GAP.comma) break
  }
  return runOf(words, from, at)
}

/** The run after the word at `at`, up to a separator; a comma or a hyphen may follow the word directly. */
export function givenAfter(words: readonly Word[], at: number): GivenRun {
  let end = at + 1
  for (; end < words.length && end - at <= MAX_GIVEN_NAMES; end++) {
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
    if (key.length > MAX_INITIALS) run.keys.push(key)
    else run.keys.push(...splitInitials(key))
    run.sizes.push(run.keys.length - before)
  }
  return run
}

/** How many words make up the last `keys` keys of a run. */
export function wordsUsed(run: GivenRun, keys: number): number {
  let left = keys
  let count = 0
  for (let at = run.sizes.length - 1; at >= 0 && left > 0; at--, count++) left -= run.sizes[at] ?? 0
  return count
}

/** Maximum number of initials in one word. */
const MAX_INITIALS = 3

/**
 * "RJ" and "JRR" are joined initials; a word that could be a given name is split only if it contains no
 * vowel.
 */
export function splitInitials(key: string): string[] {
  return key.length > 1 && key.length <= MAX_INITIALS && !/[aeiouy]/.test(key) && /^[a-z]+$/.test(key)
    ? [...key]
    : [key]
}
