import type { TitleWindow } from '#server/domain/ranking/align.rules'
import { GAP, type Word } from '#server/domain/ranking/normalise.rules'
import type { Wanted } from '#server/domain/ranking/wanted.rules'
import { looksLikeName } from '#server/domain/ranking/title-words.rules'
import type { Chunk, Label } from './chunks.rules'
import { SIDE_NAMES, type FeatureName } from './feature-names.rules'
import { IS, isA } from '#server/domain/ranking/vocabulary.rules'

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

const SOME_WORDS = 3
const MANY_WORDS = 5

/**
 * Notes the position of the words: on which side they are, how they are separated, and what they are next to.
 */
export function placeFacts(chunk: Chunk, scene: Scene, note: Note): void {
  const { labels, window, words, wanted } = scene
  const { side, start, end, heavy } = chunk
  const names = SIDE_NAMES[side]
  note(names[chunk.place])
  if (heavy >= MANY_WORDS) note(names['many-words'])
  else if (heavy >= SOME_WORDS) note(names['some-words'])
  else if (heavy === 2) note(names['two-words'])
  if (window.form.heavy < 2) note(names['short-title'])
  if (window.form.piece) note(names['piece-of-title'])
  if (wanted.titleIsSeries) note(names['title-is-series'])
  if (labels[end] === 'volume') note(names['leads-to-volume'])
  if (labels[start - 1] === 'volume') note(names['follows-volume'])
  if (labels[end] === 'series' || labels[start - 1] === 'series') note(names['beside-series'])
  if (isOutermost(chunk, scene)) note(names.outermost)
  if (isBeyondAuthor(chunk, scene)) note(names['beyond-author'])
  if ((words[window.start]?.bracket ?? 0) > 0 && (words[start]?.bracket ?? 0) === 0) note('title-in-brackets')
  besideAuthor(chunk, scene, note)
  if (words[start]?.gap === GAP.comma && start > 0 && isUnexplained(labels, start - 1, scene))
    note('list-goes-on')
}

/** Whether the words are the first or last of the whole name, not counting tags. */
function isOutermost({ side, start, end }: Chunk, { labels }: Scene): boolean {
  const step = side === 'before' ? -1 : 1
  for (let at = side === 'before' ? start - 1 : end; at >= 0 && at < labels.length; at += step) {
    if (labels[at] !== 'tag') return false
  }
  return true
}

/** "Other Title - Author - Title": the author is between these words and the title. */
export function isBeyondAuthor({ side, start, end }: Chunk, { labels, window }: Scene): boolean {
  const from = side === 'before' ? end : window.end
  const to = side === 'before' ? window.start : start
  for (let at = from; at < to; at++) if (labels[at] === 'author') return true
  return false
}

function isUnexplained(labels: readonly (Label | undefined)[], at: number, { window }: Scene): boolean {
  return labels[at] === undefined && (at < window.start || at >= window.end)
}

/** Notes words directly next to the author, and co-authors. */
function besideAuthor(chunk: Chunk, { words, labels }: Scene, note: Note): void {
  const { start, end } = chunk
  const behind = labels[start - 1] === 'author'
  const ahead = labels[end] === 'author'
  if (!behind && !ahead) return
  const border = behind ? words[start] : words[end]
  const sameBracket = border?.bracket === words[behind ? start - 1 : end - 1]?.bracket
  if (!border || !sameBracket || border.gap > GAP.comma) return
  const from = chunk.words.findIndex((word) => !isA(word, IS.and | IS.byline))
  const to = chunk.words.findLastIndex((word) => !isA(word, IS.and | IS.byline))
  if (looksLikeName(chunk.words.slice(Math.max(0, from), to + 1))) note('beside-author-in-list')
  else if (border.gap === GAP.none) note(behind ? 'runs-on-from-author' : 'runs-into-author')
}
