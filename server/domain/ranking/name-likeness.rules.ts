import { isSameGivenName } from './given-names.rules'
import { similarity } from './normalise.rules'
import { soundOf } from './romanisation.rules'

const MIN_LIKENESS = 0.79
/** Below this similarity, two words are not transcriptions of the same name. */
const MIN_TO_SOUND_ALIKE = 0.5

/** Similarity of two folded given names, 0 to 1; an initial counts like the full name. */
export function likenessOfGiven(one: string, other: string): number {
  if (one === '' || other === '') return 0
  if (one.length === 1 || other.length === 1) return one[0] === other[0] ? 1 : 0
  return isSameGivenName(one, other) ? 1 : likenessOf(one, other)
}

/**
 * Similarity of two folded names, 0 to 1. A misspelling changes at most one letter in five, and never the
 * first one: "John" is not "Joan". Transcriptions of a name may differ more.
 */
export function likenessOf(one: string, other: string): number {
  if (one === other) return 1
  if (one[0] !== other[0] || one.length < 4 || other.length < 4) return 0
  if (Math.abs(one.length - other.length) > 2) return 0
  const likeness = similarity(one, other)
  if (likeness >= MIN_LIKENESS) return likeness
  return likeness >= MIN_TO_SOUND_ALIKE && one.length > 4 && soundOf(one) === soundOf(other) ? 1 : 0
}
