import { foldText } from '#server/domain/search-text.rules'
import { sameWords } from './catalogue.rules'

/** A shorter prefix matches too many words. */
const SHORTEST_BEGINNING = 3
/** Number of words to look up by prefix. The longest words are the most specific. */
const MAX_WORDS = 2

/** A word as written, without the punctuation around it. */
const WORD = /[\p{L}\p{N}](?:\S*[\p{L}\p{M}\p{N}])?/gu

const wordsOf = (text: string): string[] => foldText(text).split(' ').filter(Boolean)

/**
 * What to request suggestions for after a search without results: the query, and prefixes of its longest
 * words, because most typos come after the first letters.
 */
export function promptsFor(query: string): string[] {
  const longest = wordsOf(query).toSorted((one, other) => other.length - one.length)
  const beginnings = longest.slice(0, MAX_WORDS).flatMap((word) => {
    const letters = [...word]
    return [2 / 3, 1 / 2].map((part) => letters.slice(0, Math.ceil(letters.length * part)).join(''))
  })
  return [...new Set([sameWords(query), ...beginnings])].filter(
    (text) => [...text].length >= SHORTEST_BEGINNING,
  )
}

/**
 * Corrects a query to the spelling of names and titles in the catalogue. Also recognises a name whose parts
 * were swapped.
 * @param suggested names, titles and plain words, likeliest first
 * @returns null if none is close
 */
export function corrected(query: string, suggested: readonly string[]): string | null {
  const typed = wordsOf(query)
  const corrections = suggested.flatMap((text) => correctionBy(text, typed) ?? [])
  return corrections.toSorted((one, other) => other.explained - one.explained)[0]?.words ?? null
}

interface Correction {
  words: string
  /** How many of the query's words the correction accounts for. */
  explained: number
}

function correctionBy(text: string, typed: readonly string[]): Correction | null {
  const left = [...typed]
  const taken: string[] = []
  const kept = (text.match(WORD) ?? []).filter((written) => {
    const word = foldText(written)
    const at = left.findIndex((each) => isNear(each, word))
    if (at >= 0) taken.push(...left.splice(at, 1))
    return at >= 0
  })
  const isOtherWord = kept.some((written, at) => foldText(written) !== taken[at])
  const isOtherOrder = left.length === 0 && taken.some((word, at) => word !== typed[at])
  if (!isOtherWord && !isOtherOrder) return null
  return { words: [...kept, ...left].join(' '), explained: taken.length }
}

/**
 * Whether two words are equal apart from a few typos: none in a short word, one in up to seven letters,
 * otherwise two.
 */
function isNear(typed: string, word: string): boolean {
  const mistakes = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
  return Math.abs(typed.length - word.length) <= mistakes && mistakesBetween(typed, word) <= mistakes
}

/** Edit distance: the number of letters missing, added, wrong or swapped with the next one. */
function mistakesBetween(one: string, other: string): number {
  const from = [...one]
  const to = [...other]
  let before: number[] = []
  let last = [0, ...to.map((_, at) => at + 1)]
  from.forEach((letter, row) => {
    const next = [row + 1]
    to.forEach((target, column) => {
      const same = letter === target ? 0 : 1
      const isSwapped = row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === target
      next.push(
        Math.min(
          (last[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (last[column] ?? 0) + same,
          isSwapped ? (before[column - 1] ?? 0) + 1 : Infinity,
        ),
      )
    })
    before = last
    last = next
  })
  return last.at(-1) ?? 0
}
