import { GAP, type Word } from '#server/domain/ranking/normalise.rules'
import type { Span } from '#server/domain/ranking/release-title.rules'
import { IS, LIGHT, isA } from '#server/domain/ranking/vocabulary.rules'

/** The meaning of a word in a release's title. */
export type Label = 'author' | 'narrator' | 'series' | 'volume' | 'tag' | 'joint'

/** The side of the title on which words occur. */
export type Side = 'before' | 'after'

/** What separates words from the title; `apart` if other words do. */
export type Place = 'touching' | 'hyphen' | 'comma' | 'colon' | 'dash' | 'bracket' | 'apart'

/** A run of unexplained words without a separator inside. */
export interface Chunk extends Span {
  words: readonly Word[]
  /** How many of the words name something: neither small words nor codes. */
  heavy: number
  side: Side
  place: Place
}

/**
 * The runs of words that are explained neither by a label nor by the title, in order. Linear in the number of
 * words.
 */
export function chunksOf(
  words: readonly Word[],
  labels: readonly (Label | undefined)[],
  window: Span,
): Chunk[] {
  const chunks: Chunk[] = []
  let start = -1
  const close = (end: number) => {
    if (start >= 0) chunks.push(chunkAt(words, start, end, window))
    start = -1
  }
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) continue
    if (labels[at] !== undefined || (at >= window.start && at < window.end)) {
      close(at)
      continue
    }
    if (start >= 0 && divides(words, at) && !isSecondTitle(words, start, at)) close(at)
    if (start < 0) start = at
  }
  close(words.length)
  return chunks
}

function divides(words: readonly Word[], at: number): boolean {
  const word = words[at]
  if (!word) return true
  return word.gap === GAP.comma || word.gap > GAP.hyphen || word.bracket !== words[at - 1]?.bracket
}

/** "or, The Modern Prometheus": what follows is another title of the same book. */
function isSecondTitle(words: readonly Word[], start: number, at: number): boolean {
  return at === start + 1 && isA(words[start], IS.or)
}

function chunkAt(words: readonly Word[], start: number, end: number, window: Span): Chunk {
  const own = words.slice(start, end)
  const side = start < window.start ? 'before' : 'after'
  return {
    start,
    end,
    words: own,
    heavy: own.reduce((sum, word) => (isA(word, LIGHT) || isCode(word) ? sum : sum + 1), 0),
    side,
    place: placeOf(words, start, end, window),
  }
}

function placeOf(words: readonly Word[], start: number, end: number, window: Span): Place {
  const bracket = words[start]?.bracket ?? 0
  if (bracket > 0 && bracket !== words[window.start]?.bracket) return 'bracket'
  const border = end === window.start ? words[window.start] : start === window.end ? words[start] : undefined
  if (!border) return 'apart'
  switch (border.gap) {
    case GAP.none:
      return 'touching'
    case GAP.comma:
      return 'comma'
    case GAP.hyphen:
      return 'hyphen'
    case GAP.colon:
      return 'colon'
    default:
      return 'dash'
  }
}

/** Numbers, and letters with digits such as "DW08" and "64k": they name a file, not a book. */
export function isCode({ entry }: Word): boolean {
  return (entry.is & IS.code) !== 0
}
