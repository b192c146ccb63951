import type { TitleWindow } from '#server/domain/ranking/align.rules'
import type { Word } from '#server/domain/ranking/normalise.rules'
import { heavyKeys } from '#server/domain/ranking/title-words.rules'
import type { Wanted } from '#server/domain/ranking/wanted.rules'
import type { Chunk, Label } from './chunks.rules'
import { chunksOf } from './chunks.rules'
import type { FeatureName } from './feature-names.rules'
import { SIDE_NAMES } from './feature-names.rules'
import { placeFacts } from './place-facts.rules'
import { isInListWithSeries } from './series-list.rules'
import { wordFacts } from './word-facts.rules'
import { IS, isA } from '#server/domain/ranking/vocabulary.rules'

/**
 * One fact and its amount. `chunk` is the run of words that it is about, or null for the match as a whole.
 */
export interface Fact {
  name: FeatureName
  value: number
  chunk: Chunk | null
}

/** A possible place of the title, with the meaning of all other words. */
export interface Scene {
  words: readonly Word[]
  labels: readonly (Label | undefined)[]
  window: TitleWindow
  wanted: Wanted
  /** How the wanted author is named; `other` if "by" introduces someone else. */
  author: 'full' | 'family' | 'other' | 'none'
}

/** Records a fact; its value is 1 if omitted. */
export type Note = (name: FeatureName, value?: number) => void

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
