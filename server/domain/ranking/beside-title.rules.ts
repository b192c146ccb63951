import type { TitleWindow } from './align.rules'
import type { Word } from './normalise.rules'
import { GAP } from './normalise.rules'
import type { Span } from './release-title.rules'
import {
  isArticle,
  isDescription,
  isLight,
  isLikelyPerson,
  looksLikeName,
  opensSubtitle,
} from './title-words.rules'
import type { Wanted } from './wanted.rules'

/** What a word of a release's title was understood as. */
export type Label = 'author' | 'narrator' | 'series' | 'volume' | 'tag' | 'joint'

/** Words outside the title that nothing explains, and what they mean for it. */
export interface Unexplained {
  /** The title is longer than the wanted one, or another title stands beside it. */
  otherTitle: string | null
  /** Reads like another author. */
  otherName: string | null
}

interface Chunk extends Span {
  words: Word[]
}

const LONG_SUBTITLE = 5

/** Weighs everything beside a title window that is not explained by its labels. */
export function besideTitle(
  words: readonly Word[],
  labels: readonly (Label | undefined)[],
  window: TitleWindow,
  wanted: Wanted,
  authorFound: boolean,
): Unexplained {
  const beside: Unexplained = { otherTitle: null, otherName: null }
  for (const chunk of chunksOf(words, labels, window)) {
    const meaning = meaningOf(chunk, words, labels, window, wanted, authorFound)
    const text = chunk.words.map(({ raw }) => raw).join(' ')
    if (meaning === 'title') beside.otherTitle ??= text
    if (meaning === 'name') beside.otherName ??= text
  }
  return beside
}

/** Runs of unexplained words without a division inside. */
function chunksOf(words: readonly Word[], labels: readonly (Label | undefined)[], window: Span): Chunk[] {
  const chunks: Chunk[] = []
  let open: Chunk | null = null
  for (const [at, word] of words.entries()) {
    const explained = labels[at] !== undefined || (at >= window.start && at < window.end)
    const divides = word.gap === GAP.comma || word.gap > GAP.hyphen || word.bracket !== words[at - 1]?.bracket
    if (explained || (divides && !isOr(open))) open = null
    if (explained) continue
    if (!open) {
      open = { start: at, end: at, words: [] }
      chunks.push(open)
    }
    open.words.push(word)
    open.end = at + 1
  }
  return chunks
}

/** "or, The Modern Prometheus": what follows is the same title again. */
function isOr(chunk: Chunk | null): boolean {
  return chunk?.words.length === 1 && chunk.words[0]?.key === 'or'
}

function meaningOf(
  chunk: Chunk,
  words: readonly Word[],
  labels: readonly (Label | undefined)[],
  window: TitleWindow,
  wanted: Wanted,
  authorFound: boolean,
): 'title' | 'name' | 'nothing' {
  const touches = touching(chunk, words, window)
  const heavy = chunk.words.filter(({ key }) => !isLight(key))
  if (heavy.length === 0) {
    const within = chunk.end === window.start ? leadsOn(chunk) : window.form.heavy === 0 && !isHarmless(chunk)
    return touches && within ? 'title' : 'nothing'
  }
  // "Quiet Power" has a word of the subtitle of "Quiet", and is another book.
  const isOwn = heavy.every(({ key }) => wanted.ownWords.has(key)) && !(touches && isShort(window))
  if (isOwn && !window.form.piece) return 'nothing'
  const after = chunk.start >= window.end
  if (touches) return after && isKindOfBook(chunk.words) ? 'nothing' : 'title'

  const windowInBrackets = (words[window.start]?.bracket ?? 0) > 0
  const inBrackets = (chunk.words[0]?.bracket ?? 0) > 0
  if (windowInBrackets && !inBrackets) return 'title'
  if (inBrackets) return 'nothing'
  if (window.form.piece && !after) return 'title'
  if (isNextTo(chunk, labels, 'volume')) return 'nothing'
  if (followsAuthor(chunk, words, labels)) return 'title'
  if (!after && isNamedBeside(chunk, words, labels)) return 'nothing'
  if (wanted.titleIsSeries && !isKindOfBook(chunk.words)) {
    return !authorFound && looksLikeName(chunk.words) ? 'name' : 'title'
  }
  if (!authorFound && looksLikeName(chunk.words))
    return colonBetween(chunk, words, window) ? 'nothing' : 'name'
  return after ? meaningBehind(chunk, words, labels, window) : meaningBefore(chunk, words, window)
}

/** Behind "Title - …" a subtitle, a narrator or the real title may follow. */
function meaningBehind(
  chunk: Chunk,
  words: readonly Word[],
  labels: readonly (Label | undefined)[],
  window: TitleWindow,
): 'title' | 'nothing' {
  if (isDescription(chunk.words) || opensSubtitle(chunk.words)) return 'nothing'
  // "The Lord of the Rings - The Fellowship of the Ring": behind a dash such words begin a title.
  const isTitle = words[chunk.start]?.gap === GAP.dash && chunk.words[0]?.key === 'the'
  if (chunk.words.length >= LONG_SUBTITLE && !isTitle) return 'nothing'
  const short = isShort(window)
  // "Title - Author - Narrator"
  if (isLikelyPerson(chunk.words)) return short && labels[chunk.start - 1] !== 'author' ? 'title' : 'nothing'
  const heavy = chunk.words.filter(({ key }) => !isLight(key))
  const gap = words[chunk.start]?.gap
  // "Title: The Nice and Accurate Prophecies, Witch": the subtitle goes on.
  if (gap === GAP.comma && chunk.start > window.end && labels[chunk.start - 1] === undefined) return 'nothing'
  const isSubtitle = gap === GAP.colon && chunk.start === window.end && heavy.length > 2
  return isSubtitle && !short ? 'nothing' : 'title'
}

/** Before a title stands its series, or another title: "Emma, Persuasion", "Befreit - Educated". */
function meaningBefore(chunk: Chunk, words: readonly Word[], window: TitleWindow): 'title' | 'nothing' {
  const inList = chunk.end === window.start && words[window.start]?.gap === GAP.comma
  if (inList) return 'title'
  return isShort(window) && !isLikelyPerson(chunk.words) && !isDescription(chunk.words) ? 'title' : 'nothing'
}

/** A title of one word is found by chance too easily to explain much beside it. */
const isShort = ({ form }: TitleWindow) => form.heavy < 2

/** Whether only a colon or a comma divides the words from the title. */
function colonBetween(chunk: Chunk, words: readonly Word[], window: Span): boolean {
  const gap = chunk.start >= window.end ? words[chunk.start]?.gap : words[window.start]?.gap
  return gap === GAP.colon || gap === GAP.comma
}

/** No division between the words and the title. A single word behind a tight hyphen is joined to it. */
function touching(chunk: Chunk, words: readonly Word[], window: Span): boolean {
  const border =
    chunk.end === window.start
      ? words[window.start]
      : chunk.start === window.end
        ? words[chunk.start]
        : undefined
  if (!border) return false
  const other = chunk.end === window.start ? words[chunk.end - 1] : words[window.end - 1]
  if (border.bracket !== other?.bracket) return false
  return border.gap === GAP.none || (border.gap === GAP.hyphen && chunk.words.length === 1)
}

/** "a novel", "A Throne of Glass Novel" */
function isKindOfBook(words: readonly Word[]): boolean {
  const last = words.at(-1)
  return (
    last !== undefined &&
    isDescription([last]) &&
    (words.length <= 1 || opensSubtitle(words) || isLight(words[0]?.key ?? ''))
  )
}

/** Words that go on behind the author without a division, and are no second name: "Emma Jane Austen Biography". */
function followsAuthor(
  chunk: Chunk,
  words: readonly Word[],
  labels: readonly (Label | undefined)[],
): boolean {
  const first = words[chunk.start]
  const before = words[chunk.start - 1]
  if (labels[chunk.start - 1] !== 'author' || first?.gap !== GAP.none || first.bracket !== before?.bracket)
    return false
  const from = chunk.words.findIndex(({ key }) => !isLight(key))
  return !looksLikeName(chunk.words.slice(from))
}

/** Somebody who wrote it as well: "Neil Gaiman, Dirk Maggs - …" */
function isNamedBeside(
  chunk: Chunk,
  words: readonly Word[],
  labels: readonly (Label | undefined)[],
): boolean {
  const goesOn = (words[chunk.start]?.gap ?? GAP.dash) <= GAP.comma
  return goesOn && labels[chunk.start - 1] === 'author' && looksLikeName(chunk.words)
}

/** "… of The Wheel of Time": the title is only the end of something longer. */
function leadsOn(chunk: Chunk): boolean {
  return chunk.words.some(({ key }) => !isArticle(key) && key !== 'by' && key !== 'von' && key !== 'par')
}

function isHarmless(chunk: Chunk): boolean {
  return chunk.words.every(({ key }) => key === 'by' || key === 'in' || key === 'von')
}

/** "Dirk Pitt 9", "Undying Mercenaries, Book 14": words with a volume behind them name a series. */
function isNextTo(chunk: Span, labels: readonly (Label | undefined)[], label: Label): boolean {
  return labels[chunk.end] === label
}
