import { LEXICONS } from './lexicon/languages'
import { GAP, sameWord, similarity, type Word } from './normalise.rules'
import { isDivision, type Span } from './release-title.rules'
import type { TitleForm } from './title-form.rules'
import { IS, isA } from './vocabulary.rules'

/** Where the wanted title occurs in a release's title, and how much of it. */
export interface TitleWindow extends Span {
  form: TitleForm
  /** Weight of the words found, divided by the weight of all words; 0 to 1. */
  share: number
}

/** A misspelled word counts for less than the correct one, and only if it is at least this long. */
const MISSPELT_SHARE = 0.9
const MISSPELT_LENGTH = 6
const MISSPELT_LIKENESS = 0.83

/**
 * Maximum number of places to examine. A title names its book once or twice, and each place is compared with
 * all words.
 */
const MAX_WINDOWS = 6

/** The first places where a title form occurs with at least `ratio` of its weight (0 to 1). */
export function findTitle(words: readonly Word[], form: TitleForm, ratio: number): TitleWindow[] {
  const windows: TitleWindow[] = []
  for (let start = 0; start < words.length && windows.length < MAX_WINDOWS; start++) {
    const word = words[start]
    // A title written as one word starts with the same letter as one of its words.
    if (!word || !mayBegin(word, form)) continue
    if (gluedTitle(word, form)) {
      windows.push({ start, end: start + 1, form, share: 1 })
      continue
    }
    const window = alignAt(words, start, form, ratio)
    const last = windows.at(-1)
    // "I promessi sposi" counts once, not again from its second word.
    if (window && !(last && last.end === window.end && last.share >= window.share)) windows.push(window)
  }
  return windows
}

/** How much of a title's weight occurs anywhere among the words; 0 to 1. */
export function coverage(words: readonly Word[], form: TitleForm): number {
  let found = 0
  for (const [at, aim] of form.words.entries()) {
    if (words.some((word) => word.key === aim.key)) found += form.weights[at] ?? 0
  }
  return form.total === 0 ? 0 : found / form.total
}

/** "TheCorrespondent" */
function gluedTitle(word: Word, form: TitleForm): boolean {
  if (word.key.length < 6 || form.words.length < 2) return false
  let at = 0
  for (const aim of form.words) {
    if (word.key.startsWith(aim.key, at)) at += aim.key.length
    else if (at > 0 || !isA(aim, IS.article)) return false
  }
  return at === word.key.length
}

/** Whether a place is worth examining: its word starts like one of the first heavy words of the title. */
function mayBegin(word: Word, { leads }: TitleForm): boolean {
  for (const aim of leads) {
    if (word.initial === aim.initial || word.entry.value === aim.entry.value || aim.alt !== aim.key)
      return true
  }
  return false
}

function alignAt(words: readonly Word[], start: number, form: TitleForm, ratio: number): TitleWindow | null {
  const { words: wanted, weights, total } = form
  const mayMiss = total * (1 - ratio) + 1e-9
  let missed = 0
  let found = 0
  let at = start
  let end = start
  let j = 0
  while (j < wanted.length) {
    const weight = weights[j] ?? 0
    const step = stepAt(words, at, form, j)
    if (step) {
      for (let k = j; k < j + step.wanted; k++) found += (weights[k] ?? 0) * step.likeness
      j += step.wanted
      at += step.found
      end = at
      continue
    }
    // Nothing before the first word of the title belongs to it.
    if (end > start && maySkip(words, at, wanted[j])) {
      at++
      continue
    }
    if (weight > 0 && (end === start || isNumber(wanted[j]))) return null
    missed += weight
    if (missed > mayMiss) return null
    at = end
    j++
  }
  if (end === start || found === 0) return null
  const share = Math.min(1, found / total)
  if (share + 1e-9 < ratio) return null
  return { start: withLeadingArticle(words, start), end, form, share }
}

const isNumber = (word: Word | undefined) => word !== undefined && !Number.isNaN(word.entry.value)

interface Step {
  wanted: number
  found: number
  likeness: number
}

const SAME_WORD: Step = { wanted: 1, found: 1, likeness: 1 }

/** How one or two words of the title match at a place; null if they do not match. */
function stepAt(words: readonly Word[], at: number, form: TitleForm, j: number): Step | null {
  const { words: wanted, heavy } = form
  const word = words[at]
  const aim = wanted[j]
  if (!word || !aim) return null
  if (sameWord(word, aim)) return SAME_WORD
  // All other equivalents start with the same letter.
  if (word.initial !== aim.initial) return null
  if (sameSpelling(word.key, aim.key)) return SAME_WORD
  const next = words[at + 1]
  if (next && !isDivisionOrBracket(word, next) && isGlued(word.key, next.key, aim.key)) {
    return { wanted: 1, found: 2, likeness: 1 }
  }
  const nextAim = wanted[j + 1]
  if (nextAim && isGlued(aim.key, nextAim.key, word.key)) return { wanted: 2, found: 1, likeness: 1 }
  const letters = spelledOut(words, at, aim.key)
  if (letters > 0) return { wanted: 1, found: letters, likeness: 1 }
  const ownLetters = spelledOut(wanted, j, word.key)
  if (ownLetters > 0) return { wanted: ownLetters, found: 1, likeness: 1 }
  // In a title of one word, a typo makes it a different title.
  if (heavy > 1 && isMisspelt(word.key, aim.key)) return { wanted: 1, found: 1, likeness: MISSPELT_SHARE }
  return null
}

const isDivisionOrBracket = (one: Word, other: Word) => other.gap > 2 || one.bracket !== other.bracket

/** "Spider-Man" and "Spiderman"; "Ender.s" and "Ender's". */
function isGlued(first: string, second: string, whole: string): boolean {
  return whole.length === first.length + second.length && whole.startsWith(first) && whole.endsWith(second)
}

/** How many single letters, starting at `at`, spell a word ("S.P.Q.R."); 0 if they do not. */
function spelledOut(words: readonly Word[], at: number, whole: string): number {
  if (whole.length < 3 || words[at]?.key.length !== 1) return 0
  for (let i = 0; i < whole.length; i++) {
    const word = words[at + i]
    if (!word || word.key !== whole[i] || (i > 0 && word.gap !== GAP.none)) return 0
  }
  return words[at + whole.length]?.key.length === 1 ? 0 : whole.length
}

/** "Colour" and "color", "grey" and "gray". */
function sameSpelling(one: string, other: string): boolean {
  // Compares two letters first, since most pairs of words differ in them.
  if (one.length < 4 || Math.abs(one.length - other.length) > 1) return false
  if (one[0] !== other[0] || one[1] !== other[1]) return false
  return respelt(one) === respelt(other)
}

const SPELLINGS = Object.values(LEXICONS).flatMap(({ spellings }) =>
  Object.entries(spellings).map(([written, same]) => [new RegExp(written), same] as const),
)
const respelt = (key: string) => SPELLINGS.reduce((word, [written, same]) => word.replace(written, same), key)

function isMisspelt(one: string, other: string): boolean {
  if (one.length < MISSPELT_LENGTH || other.length < MISSPELT_LENGTH || one[0] !== other[0]) return false
  if (Math.abs(one.length - other.length) > 1 || /\d/.test(one)) return false
  // A plural is a different word, not a typo.
  if (`${one}s` === other || `${other}s` === one) return false
  return similarity(one, other) >= MISSPELT_LIKENESS
}

/** Articles, "and", and "book" before a number may occur inside a title. */
function maySkip(words: readonly Word[], at: number, aim: Word | undefined): boolean {
  const word = words[at]
  if (!word) return false
  if (isA(word, IS.article)) return true
  return isA(word, IS.volume) && isNumber(aim)
}

/** The start of a title whose first word, apart from an article, is at `start`. */
function withLeadingArticle(words: readonly Word[], start: number): number {
  const before = words[start - 1]
  const first = words[start]
  if (!before || !first || isDivision(first.gap) || before.bracket !== first.bracket) return start
  return isA(before, IS.leadingArticle) ? start - 1 : start
}
