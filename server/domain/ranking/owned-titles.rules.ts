import { tagOf } from './lexicon.rules'
import { GAP, repair, wordsOf, type Word } from './normalise.rules'
import { isDescription, isLeadingArticle, isLight, isSeriesWord } from './title-words.rules'
import { readVolumes } from './volume.rules'

/** One way to write a title. */
interface TitleKey {
  /** Folded words, separated by spaces. */
  key: string
  /** Whether it is the full title, with only a kind of book, a series, a volume or an edition left out. */
  whole: boolean
}

/** What the title of a book or file says. */
export interface TitleReading {
  keys: readonly TitleKey[]
  /** Volume numbers in the title. */
  volumes: readonly number[]
  /** As in "Part 1 of 2". */
  part: number | null
  /** The kinds of recording that the title names: abridged, unabridged, dramatised. */
  editions: ReadonlySet<string>
  /** Whether the title is of a book about a book: a summary, a study guide. */
  derived: boolean
}

/** Larger numbers are part of a name ("Fahrenheit 451"). */
const LARGEST_VOLUME = 99
/** A text in more pieces than this is not a title. */
const MAX_PIECES = 6

/**
 * Parses a title as media servers and catalogues write it: with a subtitle, series, volume and edition around
 * it.
 * @param names series and authors, which may precede or follow the title.
 */
export function readTitle(
  title: string,
  subtitle: string | null,
  names: readonly string[] = [],
): TitleReading {
  const words = wordsOf(repair(title))
  const under = wordsOf(repair(subtitle ?? ''))
  const plain = words.filter(({ bracket }) => bracket === 0)
  const kept = plain.length > 0 ? plain : words
  const known = new Set(names.map((name) => keyOf(wordsOf(repair(name)))))
  const { part } = readVolumes(words, () => false)
  const keys: TitleKey[] = []
  const add = (some: readonly Word[], whole: boolean) => {
    const key = keyOf(some)
    const there = keys.findIndex((entry) => entry.key === key)
    if (key === '' || (there >= 0 && keys[there]?.whole === true)) return
    if (there >= 0) keys.splice(there, 1)
    keys.push({ key, whole })
  }
  add(kept, true)
  if (kept.length < words.length) add(words, true)
  if (under.length > 0) add([...kept, ...under], true)
  addPieces(kept, known, add)
  return {
    keys,
    volumes: [...volumesIn(words), ...volumesIn(under)],
    part: part?.part ?? null,
    editions: editionsIn([...words, ...under]),
    derived: [...words, ...under].some(({ key }) => tagOf(key)?.kind === 'derived'),
  }
}

/**
 * Adds each end of a title that is separated by colons and dashes, as a full title if the rest names no other
 * book.
 */
function addPieces(
  words: readonly Word[],
  known: ReadonlySet<string>,
  add: (some: readonly Word[], whole: boolean) => void,
): void {
  const pieces = piecesOf(words)
  const bare = withoutVolume(words)
  if (bare.length > 0 && bare.length < words.length) add(bare, true)
  if (pieces.length < 2 || pieces.length > MAX_PIECES) return
  const isAside = (piece: readonly Word[]) =>
    known.has(keyOf(piece)) ||
    known.has(keyOf(withoutVolume(piece))) ||
    withoutVolume(piece).every(({ key }) => isLight(key) || isSeriesWord(key)) ||
    (volumesIn(piece).length > 0 && withoutVolume(piece).length < piece.length) ||
    isDescription(piece)
  const named = pieces.filter((piece) => !isAside(piece))
  const [only] = named
  if (named.length === 1 && only) return add(only, true)
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (first) add(withoutVolume(first), false)
  if (last) add(withoutVolume(last), false)
  if (named.length > 1 && named.length < pieces.length) add(named.flat(), true)
}

function piecesOf(words: readonly Word[]): Word[][] {
  const pieces: Word[][] = []
  for (const word of words) {
    const current = pieces.at(-1)
    if (!current || word.gap >= GAP.colon) pieces.push([word])
    else current.push(word)
  }
  return pieces
}

/** The words without a volume at the start or end: "Overlord, Vol. 3", "03 The Tide". */
function withoutVolume(words: readonly Word[]): readonly Word[] {
  const { volumes } = readVolumes(words, () => false)
  const mark = volumes.find(({ start, end }) => end === words.length || start === 0)
  if (!mark || mark.from > LARGEST_VOLUME) return words
  const rest = mark.end === words.length ? words.slice(0, mark.start) : words.slice(mark.end)
  return rest.length > 0 || mark.explicit ? rest : words
}

function volumesIn(words: readonly Word[]): number[] {
  const { volumes } = readVolumes(words, () => false)
  return volumes
    .filter(({ start, end, from }) => from <= LARGEST_VOLUME && (end === words.length || start === 0))
    .flatMap(({ from, to }) => Array.from({ length: Math.min(to - from, 20) + 1 }, (_, at) => from + at))
}

function editionsIn(words: readonly Word[]): Set<string> {
  return new Set(
    words.flatMap(({ key }) => {
      const tag = tagOf(key)
      return tag?.kind === 'edition' ? [tag.value] : []
    }),
  )
}

/** The words of a typed title, in the form used in keys. */
export function searchedWords(typed: string): string[] {
  return keyOf(wordsOf(repair(typed)))
    .split(' ')
    .filter((word) => word !== '')
}

/** Folded words without a leading article and without trailing edition words. */
function keyOf(words: readonly Word[]): string {
  const keys = words.map(({ key }) => key)
  while (keys.length > 1 && isEditionWord(keys.at(-1) ?? '')) keys.pop()
  const rest = keys.length > 1 && isLeadingArticle(keys[0] ?? '') ? keys.slice(1) : keys
  return rest.join(' ').slice(0, 300)
}

function isEditionWord(key: string): boolean {
  const tag = tagOf(key)
  return (tag?.kind === 'edition' || tag?.kind === 'medium') && !tag.soft
}
