import type { TitleWindow } from './align.rules'
import type { Label } from './evidence/chunks.rules'
import { GAP, type Word } from './normalise.rules'
import { findPerson, type FoundName, type Person } from './people.rules'
import { endOfNames, type Span } from './release-title.rules'
import { IS, entryOf, isA } from './vocabulary.rules'

/** Extends a name to include its suffix. */
export function withSuffix(words: readonly Word[], { start, end }: Span): Span {
  return { start, end: isA(words[end], IS.nameSuffix) ? end + 1 : end }
}

/** A file name often repeats the name of its folder, so each name is found at most this often. */
const MAX_REPEATS = 3

/** Finds people by their full names, anywhere. A last name alone is checked only near the title. */
export function findPeople(words: readonly Word[], people: readonly Person[], ratio: number): FoundName[] {
  const found: FoundName[] = []
  for (const person of people) {
    let from = 0
    for (let times = 0; times < MAX_REPEATS && from < words.length; times++) {
      const next = findFrom(words, person, ratio, from)
      if (!next) break
      found.push(next)
      from = next.end
    }
  }
  return found
}

function findFrom(words: readonly Word[], person: Person, ratio: number, from: number): FoundName | null {
  const rest = from === 0 ? words : words.slice(from)
  // For someone with a single name, that name is the full name.
  const found = findPerson(rest, person, ratio, person.given.length === 0 ? divisionsOf(rest) : NO_EDGE)
  if (!found || from === 0) return found
  return { ...found, start: found.start + from, end: found.end + from }
}
const NO_EDGE = () => false

const divisionsOf = (words: readonly Word[]) => (index: number) => {
  const word = words[index]
  return !word || index === 0 || word.gap !== GAP.none || word.bracket !== words[index - 1]?.bracket
}

/**
 * A last name alone names a person if nothing next to it could be another given name. `ratio` (0 to 1) is the
 * required similarity; words of `window` are not part of names.
 */
export function familyOnly(
  words: readonly Word[],
  people: readonly Person[],
  ratio: number,
  labels: readonly (Label | undefined)[],
  window: TitleWindow | null,
): FoundName | null {
  const isEdge = (index: number, side: 'before' | 'after') => {
    const word = words[index]
    const other = side === 'before' ? index - 1 : index
    if (other < 0 || other >= words.length || !word) return true
    if (words[index]?.gap !== GAP.none || word.bracket !== words[index - 1]?.bracket) return true
    const inTitle = window !== null && other >= window.start && other < window.end
    if (!inTitle) return labels[other] !== undefined || isA(words[other], IS.byline)
    // Next to a short title, a last name may be the title's next word, except before the title's article.
    const beforeArticle = side === 'after' && window.start + 1 < window.end && isThe(words[window.start])
    return window.form.heavy >= 2 || beforeArticle
  }
  if (!words.some(({ key }) => people.some(({ family }) => family === key))) return null
  const outside = window
    ? words.map((word, at) => (at >= window.start && at < window.end ? HIDDEN : word))
    : words
  for (const person of people) {
    const found = findPerson(outside, person, ratio, isEdge)
    if (found) return found
  }
  return null
}

const HIDDEN: Word = { key: '', alt: '', initial: 0, gap: GAP.none, bracket: 0, raw: '', entry: entryOf('') }
const isThe = (word: Word | undefined) => word !== undefined && isA(word, IS.leadingArticle)

/** The last "by" followed by names; a narrator's "read by" does not count. */
export function bylineSpan(words: readonly Word[], author: FoundName | null): Span | null {
  for (let at = words.length - 2; at > 0; at--) {
    if (!isA(words[at], IS.byline) || isA(words[at - 1], IS.narration)) continue
    const end = endOfNames(words, at + 1)
    if (end === at + 1 && words[at + 1] === undefined) continue
    return { start: at, end: Math.max(end, author && author.start === at + 1 ? author.end : end) }
  }
  return null
}
