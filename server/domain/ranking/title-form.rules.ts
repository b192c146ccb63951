import { GAP, type Gap, type Word } from './normalise.rules'
import { wordWeight } from './title-words.rules'
import { IS, LIGHT, isA } from './vocabulary.rules'

/** One spelling of a title. */
export interface TitleForm {
  words: readonly Word[]
  /** Weight of each word: zero for articles, and little for other small words. */
  weights: readonly number[]
  total: number
  /** Number of words that are not small. */
  heavy: number
  /** The first words, up to one that has weight and is not an article. The title starts at one of them. */
  leads: readonly Word[]
  /**
   * Whether it is only a piece of the title. A piece proves less, so everything else in a release must be
   * explained.
   */
  piece: boolean
}

/** Prepares a title for searching. */
export function titleForm(words: readonly Word[], piece: boolean): TitleForm {
  const loose = words.map((word): Word => ({ ...word, gap: widthOf(word.gap), bracket: 0 }))
  const heavyWords = loose.filter((word) => !isA(word, LIGHT))
  const weights = loose.map((word, at) => {
    if (isA(word, IS.volume) && !Number.isNaN(loose[at + 1]?.entry.value ?? NaN)) return 0
    return heavyWords.length === 0 ? 1 : wordWeight(word)
  })
  const weighing = weights.findIndex((weight, at) => weight > 0 && !isA(loose[at], IS.article))
  return {
    words: loose,
    weights,
    leads: weighing < 0 ? loose : loose.slice(0, weighing + 1),
    total: weights.reduce((sum, weight) => sum + weight, 0),
    heavy: heavyWords.length,
    piece,
  }
}

const widthOf = (gap: Gap): Gap => (gap > GAP.colon ? GAP.dash : gap)
