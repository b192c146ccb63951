import type { ReleaseMetadataDto } from '#contract/releases'
import type { Word } from './normalise.rules'
import { AND_SIGN, GAP } from './normalise.rules'
import type { ReadTitle, Span } from './release-title.rules'
import { textOf } from './labels.rules'
import { looksLikeName } from './title-words.rules'
import { IS, isA } from './vocabulary.rules'

export interface GuessedTitle {
  title: string | null
  authors: string[]
  narrators: string[]
}

/**
 * What a title says by its form alone, for showing: "Title by Author, Author [ENG / M4B]" and
 * "Author - [Series 01] - Title (read by Narrator)". Which side of a dash is the author is a guess.
 */
export function guessTitle(read: ReadTitle, volumes: readonly Span[]): GuessedTitle {
  const { words } = read
  const narrators: string[] = []
  for (const span of read.narration) narrators.push(...names(words, { start: span.names, end: span.end }))
  const isRead = (at: number) => read.narration.some(({ start, end }) => at >= start && at < end)
  const by = words.findLastIndex((word, at) => isA(word, IS.byline) && at > 0 && !isRead(at))
  const runs = runsOf(read, volumes, isRead)
  if (by > 0) {
    const rest = runs.find(({ start, end }) => by >= start && by < end)
    if (rest && by > rest.start && by + 1 < rest.end) {
      const authors = names(words, { start: by + 1, end: rest.end })
      return { title: text(words, { start: rest.start, end: by }), authors, narrators }
    }
  }
  const [first] = runs
  const last = runs.at(-1)
  if (!first || !last) return { title: null, authors: [], narrators }
  if (first === last) return { title: text(words, first), authors: [], narrators }
  if (looksLikeName(wordsIn(words, first))) {
    return { title: text(words, last), authors: [text(words, first)], narrators }
  }
  return looksLikeName(wordsIn(words, last))
    ? { title: text(words, first), authors: [text(words, last)], narrators }
    : { title: text(words, last), authors: [], narrators }
}

/** The file types of a release as one text, the best known first; null where none is named. */
export function filetypeOf(formats: readonly string[], other: string | null): ReleaseMetadataDto['filetype'] {
  const named = formats.filter((format) => format !== 'unknown_audio')
  if (named.length > 0) return named.join(' ')
  return other === 'ebook' ? 'ebook' : null
}

/** Stretches between divisions that are neither tags nor a volume of a series nor narrators. */
function runsOf(read: ReadTitle, volumes: readonly Span[], isRead: (at: number) => boolean): Span[] {
  const { words, tags } = read
  const isVolume = (at: number) => volumes.some(({ start, end }) => at >= start && at < end)
  const runs: Span[] = []
  let open: Span | null = null
  for (const [at, word] of words.entries()) {
    const divides = word.gap >= GAP.dash || word.bracket !== words[at - 1]?.bracket
    if (divides || tags[at] || isRead(at)) open = null
    if (tags[at] || isRead(at)) continue
    if (!open) {
      open = { start: at, end: at }
      runs.push(open)
    }
    open.end = at + 1
  }
  const plain = runs.filter(({ end }) => !isVolume(end - 1))
  return plain.length > 0 ? plain : runs
}

function names(words: readonly Word[], span: Span): string[] {
  const found: string[][] = []
  for (const [at, { raw, key, gap }] of wordsIn(words, span).entries()) {
    if (at === 0 || gap === GAP.comma || key === AND_SIGN) found.push([])
    if (key !== AND_SIGN) found.at(-1)?.push(raw)
  }
  return found.map((parts) => parts.join(' ')).filter((name) => name !== '')
}

const wordsIn = (words: readonly Word[], { start, end }: Span) => words.slice(start, end)

const text = (words: readonly Word[], { start, end }: Span) => textOf(words, start, end)
