import { GAP } from '#server/domain/ranking/normalise.rules'
import { IS, isA } from '#server/domain/ranking/vocabulary.rules'
import type { Scene } from './features.rules'

/**
 * "Foundation, Second Foundation", "Second Foundation & Foundation": the series, without a volume, in a list
 * with the title. First volumes are often named like their series, so this may be two books. After a dash or
 * colon it is only the series.
 */
export function isInListWithSeries(scene: Scene): boolean {
  if (scene.labels.includes('volume')) return false
  return listsSeries(scene, 'before') || listsSeries(scene, 'after')
}

/** "and", or an article that the title omits, may be between the two. */
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
