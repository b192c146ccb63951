import { GAP } from '#server/domain/ranking/normalise.rules'
import { heavyKeys } from '#server/domain/ranking/title-words.rules'
import { chunksOf, type Chunk } from './chunks.rules'
import { SIDE_NAMES, type Fact } from './feature-names.rules'
import { placeFacts, type Note, type Scene } from './place-facts.rules'
import { wordFacts } from './word-facts.rules'
import { IS, isA } from '#server/domain/ranking/vocabulary.rules'

/** All facts about a place. Linear in the number of words. */
export function factsOf(scene: Scene): Fact[] {
  const facts: Fact[] = []
  const chunks = chunksOf(scene.words, scene.labels, scene.window)
  let heavy = 0
  for (const chunk of chunks) {
    if (repeatsTitle(chunk, scene)) continue
    const note: Note = (name, value = 1) => facts.push({ name, value, chunk })
    if (chunk.heavy > 0) {
      heavy++
      placeFacts(chunk, scene, note)
      wordFacts(chunk, scene, note)
    } else if (chunk.place === 'touching' || chunk.place === 'hyphen') {
      lightFacts(chunk, scene, note)
    }
  }
  matchFacts(scene, heavy, (name, value = 1) => facts.push({ name, value, chunk: null }))
  return facts
}

/** "Dune - Frank Herbert - Dune" */
function repeatsTitle({ words }: Chunk, { window: { form } }: Scene): boolean {
  return !form.piece && form.heavy > 0 && heavyKeys(words) === heavyKeys(form.words)
}

/** Small words and codes count only if they touch the title: "… of The Wheel of Time". */
function lightFacts({ words, side }: Chunk, { window }: Scene, note: Note): void {
  const small = words.filter(({ key }) => !/\d/.test(key))
  if (small.length < words.length) note('code-touching')
  const leadsOn = small.some((word) => !isA(word, IS.article | IS.byline | IS.by))
  if (leadsOn && (side === 'before' || window.form.heavy === 0)) note(SIDE_NAMES[side].small)
}

function matchFacts(scene: Scene, heavyChunks: number, note: Note): void {
  const { window, author, words, labels } = scene
  if (window.share < 1) note('title-incomplete', Math.min(1, (1 - window.share) * 2))
  if (window.form.piece) note('title-piece')
  if (author === 'none') note('author-none')
  if (author === 'family') note('author-family-only')
  if (isInListWithSeries(scene)) note('series-in-list')
  if (heavyChunks === 0) return
  if (window.form.heavy < 2) note('title-short')
  if (heavyChunks > 1) note('several-chunks', Math.min(3, heavyChunks - 1))
  if (labels.includes('narrator')) note('narrator-known')
  if (labels.includes('volume')) note('volume-known')
  if ((words[window.start]?.bracket ?? 0) > 0) note('title-in-list')
}

/**
 * "Foundation, Second Foundation", "Second Foundation & Foundation": the series, without a volume, in a list
 * with the title. First volumes are often named like their series, so this may be two books. After a dash or
 * colon it is only the series.
 */
function isInListWithSeries(scene: Scene): boolean {
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
