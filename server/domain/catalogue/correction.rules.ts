import { foldText } from '#server/domain/books/search-text.rules'
import { sameWords } from './catalogue.rules'

/** A part of a word that is shorter begins too many others. */
const SHORTEST_BEGINNING = 3
/** Words whose beginnings are asked for: the longest ones say most. */
const MOST_WORDS = 2

/** As it is written, without the punctuation around it. */
const WORD = /[\p{L}\p{N}](?:\S*[\p{L}\p{M}\p{N}])?/gu

const wordsOf = (text: string): string[] => foldText(text).split(' ').filter(Boolean)

/**
 * What suggestions are asked for where a query found nothing: the query, and the beginnings of its longest words, as most
 * mistakes are behind them.
 */
export function promptsFor(query: string): string[] {
  const longest = wordsOf(query).toSorted((one, other) => other.length - one.length)
  const beginnings = longest.slice(0, MOST_WORDS).flatMap((word) => {
    const letters = [...word]
    return [2 / 3, 1 / 2].map((part) => letters.slice(0, Math.ceil(letters.length * part)).join(''))
  })
  return [...new Set([sameWords(query), ...beginnings])].filter(
    (text) => [...text].length >= SHORTEST_BEGINNING,
  )
}

/**
 * The query as the names and titles of the catalogue write it: words with a letter or two wrong become theirs, and a name
 * that was turned round stands in its usual order.
 * @param suggested names, titles and plain words, the likeliest first
 * @returns null where none of them is near
 */
export function corrected(query: string, suggested: readonly string[]): string | null {
  const asked = wordsOf(query)
  const corrections = suggested.flatMap((text) => correctionBy(text, asked) ?? [])
  return corrections.toSorted((one, other) => other.explained - one.explained)[0]?.words ?? null
}

interface Correction {
  words: string
  /** How many of the words asked it has. */
  explained: number
}

function correctionBy(text: string, asked: readonly string[]): Correction | null {
  const left = [...asked]
  const taken: string[] = []
  const kept = (text.match(WORD) ?? []).filter((written) => {
    const word = foldText(written)
    const at = left.findIndex((each) => isNear(each, word))
    if (at >= 0) taken.push(...left.splice(at, 1))
    return at >= 0
  })
  const isOtherWord = kept.some((written, at) => foldText(written) !== taken[at])
  const isOtherOrder = left.length === 0 && taken.some((word, at) => word !== asked[at])
  if (!isOtherWord && !isOtherOrder) return null
  return { words: [...kept, ...left].join(' '), explained: taken.length }
}

/** Whether one word is another with few mistakes: none in a short one, one up to seven letters, else two. */
function isNear(asked: string, word: string): boolean {
  const mistakes = asked.length < 4 ? 0 : asked.length < 8 ? 1 : 2
  return Math.abs(asked.length - word.length) <= mistakes && mistakesBetween(asked, word) <= mistakes
}

/** How many letters are missing, added, wrong or changed places with the next one. */
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
