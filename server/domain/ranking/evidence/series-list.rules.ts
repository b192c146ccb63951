import { GAP } from '#server/domain/ranking/normalise.rules'
import { IS, isA } from '#server/domain/ranking/vocabulary.rules'
import type { Scene } from './features.rules'

/**
 * "Foundation, Second Foundation", "Second Foundation & Foundation": the series without a volume, in one list with the
 * title. First volumes are called like their series, so that this may be two books. Behind a dash or colon it is the
 * series alone.
 */
export function isInListWithSeries(scene: Scene): boolean {
  if (scene.labels.includes('volume')) return false
  return listsSeries(scene, 'before') || listsSeries(scene, 'after')
}

/** Between the two may stand "and", and an article that the title does without. */
function listsSeries({ words, labels, window }: Scene, side: 'before' | 'after'): boolean {
  const step = side === 'before' ? -1 : 1
  let isList = false
  for (let at = side === 'before' ? window.start - 1 : window.end; ; at += step) {
    const word = words[at]
    const border = side === 'before' ? words[at + 1] : word
    if (!word || !border || border.gap > GAP.comma) return false
    isList ||= border.gap === GAP.comma
    if (labels[at] === 'series') return isList && word.bracket === words[window.start]?.bracket
    if (!isA(word, IS.and | IS.leadingArticle)) return false
    isList ||= isA(word, IS.and)
  }
}
