import type { Fact } from './feature-names.rules'
import type { Chunk } from './chunks.rules'
import trained from './weights.json'

/**
 * Weights of facts, in logits; `bias` is that of a title with no words around it. The sum over one run of
 * words counts only if it is against the book: no words around a title make it likelier.
 */
export interface Model {
  bias: number
  weights: Readonly<Record<string, number>>
}

/** The weights written by `npm run train`. */
export const TRAINED: Model = trained

/** Minimum probability for accepting a release. */
export const ACCEPT = 0.33
/** Minimum probability for grabbing a release automatically. */
export const AUTOMATIC = 0.6

export interface Likelihood {
  /** The probability that it is the wanted book, 0 to 1. */
  probability: number
  /**
   * The probability if the author were named, 0 to 1, which shows what the words of the title say on their
   * own.
   */
  probabilityOfWords: number
}

/** The probability that a title with these facts is the wanted book. */
export function weigh(facts: readonly Fact[], { bias, weights }: Model = TRAINED): Likelihood {
  let sum = bias
  let ofAuthor = 0
  let chunk: Chunk | null = null
  let ofChunk = 0
  for (const fact of facts) {
    const effect = (weights[fact.name] ?? 0) * fact.value
    if (fact.name === 'author-none') ofAuthor += effect
    if (fact.chunk !== chunk) {
      sum += Math.min(0, ofChunk)
      chunk = fact.chunk
      ofChunk = 0
    }
    if (chunk) ofChunk += effect
    else sum += effect
  }
  sum += Math.min(0, ofChunk)
  return { probability: logistic(sum), probabilityOfWords: logistic(sum - ofAuthor) }
}

/** The words that count most against the book, with their weight in logits, or null if none do. */
export function heaviestOf(
  facts: readonly Fact[],
  { weights }: Model = TRAINED,
): { chunk: Chunk; logits: number } | null {
  const sums = new Map<Chunk, number>()
  for (const { name, value, chunk } of facts) {
    if (chunk) sums.set(chunk, (sums.get(chunk) ?? 0) + (weights[name] ?? 0) * value)
  }
  let heaviest: { chunk: Chunk; logits: number } | null = null
  for (const [chunk, logits] of sums) {
    if (logits < (heaviest?.logits ?? 0)) heaviest = { chunk, logits }
  }
  return heaviest
}

/** Converts logits to a probability. */
function logistic(logits: number): number {
  return 1 / (1 + Math.exp(-logits))
}
