import type { ReleaseMetadataDto } from '#contract/releases'
import { AND_SIGN, GAP, type Word } from './normalise.rules'
import type { ReadTitle, Span } from './release-title.rules'
import { textOf } from './labels.rules'
import { looksLikeName } from './title-words.rules'
import { IS, isA } from './vocabulary.rules'

interface GuessedTitle {
  title: string | null
  authors: string[]
  narrators: string[]
}

/**
 * Guesses from the form of a title alone, for display: "Title by Author, Author [ENG / M4B]" and "Author -
 * [Series 01] - Title (read by Narrator)". Which side of a dash is the author is a guess.
 */
export function guessTitle(read: ReadTitle, volumes: readonly Span[]): GuessedTitle {
  const { words } = read
  const narrators: string[] = []
  for (const span of read.narration) addNames(narrators, words, { start: span.names, end: span.end })
  let by = words.length - 1
  while (by > 0 && !(isA(words[by], IS.byline) && !isWithin(by, read.narration))) by--
  const runs = runsOf(read, volumes)
  if (by > 0) {
    const rest = runs.find(({ start, end }) => by >= start && by < end)
    if (rest && by > rest.start && by + 1 < rest.end) {
      const authors: string[] = []
      addNames(authors, words, { start: by + 1, end: rest.end })
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

/** The file types of a release as one text, best known first, or null if it names none. */
export function filetypeOf(formats: readonly string[], other: string | null): ReleaseMetadataDto['filetype'] {
  const named = formats.filter((format) => format !== 'unknown_audio')
  if (named.length > 0) return named.join(' ')
  return other === 'ebook' ? 'ebook' : null
}

/** Runs of words between separators that are not tags, a volume or narrators. */
function runsOf({ words, tags, narration }: ReadTitle, volumes: readonly Span[]): Span[] {
  const runs: Span[] = []
  let open: Span | null = null
  let bracket = -1
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) continue
    const divides = word.gap >= GAP.dash || word.bracket !== bracket
    bracket = word.bracket
    if (tags[at] || isWithin(at, narration)) {
      open = null
      continue
    }
    if (divides || !open) {
      open = { start: at, end: at }
      runs.push(open)
    }
    open.end = at + 1
  }
  if (volumes.length === 0) return runs
  const plain = runs.filter(({ end }) => !isWithin(end - 1, volumes))
  return plain.length > 0 ? plain : runs
}

function isWithin(at: number, spans: readonly Span[]): boolean {
  for (const { start, end } of spans) if (at >= start && at < end) return true
  return false
}

/** Adds the names of a list that is separated by commas and "and". */
function addNames(found: string[], words: readonly Word[], { start, end }: Span): void {
  let begins = true
  for (let at = start; at < end; at++) {
    const word = words[at]
    if (!word) continue
    begins ||= word.gap === GAP.comma || word.key === AND_SIGN
    if (word.key === AND_SIGN) continue
    if (begins) found.push(word.raw)
    else found[found.length - 1] += ` ${word.raw}`
    begins = false
  }
}

const wordsIn = (words: readonly Word[], { start, end }: Span) => words.slice(start, end)

const text = (words: readonly Word[], { start, end }: Span) => textOf(words, start, end)
