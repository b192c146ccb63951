import { givenAfter, givenBefore, splitInitials, wordsUsed } from './given-runs.rules'
import { likenessOf, likenessOfGiven } from './name-likeness.rules'
import { LEXICONS, everyWord } from './lexicon/languages'
import { AND_SIGN, GAP, initialOf, similarity, wordsOf, type Word } from './normalise.rules'
import { isRomanisable, romanised } from './romanisation.rules'
import { isLight } from './title-words.rules'
import { IS, entryOf } from './vocabulary.rules'

/** A person's name as words that can be compared. */
export interface Person {
  /** As written, without roles. */
  name: string
  /** All but the last name, in order; an initial is one letter. */
  given: readonly string[]
  family: string
  /** The last name joined with its particle ("leguin", "vandyke"), otherwise the last name. */
  compound: string
  /** The full name as one word. */
  joined: string
  /**
   * The first letters of `family`, `compound` and `joined`, as UTF-16 units. A word that starts with any
   * other letter matches none of them.
   */
  initials: readonly number[]
  /** The same person in Latin letters; null if the name already is. */
  latin: Person | null
}

/** Titles and suffixes that are not part of a name: "Dr", "Jr". */
const TITLES = everyWord('titles', 'nameSuffixes')
const ROLES = [...new Set(Object.values(LEXICONS).flatMap(({ roles }) => roles.split(' ')))].filter(Boolean)
const ROLE = new RegExp(`(?:[-–,]\\s*|\\()(?:${ROLES.join('|')})(?![\\p{L}\\p{N}]).*$`, 'isu')
/** Roles in place of a name, and names that stand for many people. */
const NOBODY: ReadonlySet<string> = new Set(
  Object.values(LEXICONS).flatMap(({ nobody }) => nobody.split('|').filter((name) => name !== '')),
)

/**
 * Parses a name ("J. R. R. Tolkien", "Tolkien, J.R.R.", "Jane Doe - editor"); null if the text names no one.
 */
export function personOf(name: string): Person | null {
  const plain = name.replace(ROLE, '').trim()
  if (NOBODY.has(plain.toLowerCase())) return null
  const words = wordsOf(plain).filter(({ key }) => key !== AND_SIGN)
  const comma = words.findIndex(({ gap }) => gap === GAP.comma)
  const ordered = comma > 0 ? [...words.slice(comma), ...words.slice(0, comma)] : words
  const keys = ordered.map(({ key }) => key)
  const kept = keys.filter((key) => !TITLES.has(key))
  const parts = kept.length > 0 ? kept : keys
  if (parts.length === 0) return null
  const inLatin = parts.some(isRomanisable) ? personIn(plain, parts.map(romanised), null) : null
  return personIn(plain, parts, inLatin)
}

function personIn(name: string, parts: readonly string[], latin: Person | null): Person {
  const family = parts.at(-1) ?? ''
  const particle = parts.at(-2) ?? ''
  const compound = (entryOf(particle).is & IS.particle) !== 0 ? particle + family : family
  const joined = parts.join('')
  const initials = [...new Set([family, compound, joined].map(initialOf))]
  const given = parts.slice(0, -1).flatMap(splitInitials)
  return { name, given, family, compound, joined, initials, latin }
}

/** Separators between two names. One-letter words are initials. */
const BETWEEN_NAMES = new RegExp(
  `[;&]|(?<![\\p{L}\\p{N}])(?:${[...everyWord('and', 'with')].filter((word) => word.length > 1).join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
)

/** More people than any release names, and more characters than any name has. */
const MAX_PEOPLE = 60
const MAX_NAME = 100

/** The people of a list, in which one entry may name several ("Jane Doe & John Smith"). */
export function peopleOf(names: readonly string[]): Person[] {
  return names.slice(0, MAX_PEOPLE).flatMap((written) => {
    const name = written.slice(0, MAX_NAME)
    const person = personOf(name)
    const parts = name.split(BETWEEN_NAMES).filter((part) => part.trim() !== '')
    if (parts.length <= 1) return person ? [person] : []
    return parts.flatMap((part) => personOf(part) ?? [])
  })
}

/** How a name was found: in full, or by the last name alone. */
type NameStrength = 'full' | 'family'

export interface FoundName {
  person: Person
  start: number
  end: number
  strength: NameStrength
}

/**
 * Finds a person among words. The order of names, initials, omitted middle names and small typos make no
 * difference. `ratio` (0 to 1) is the required similarity of a full name. `isEdge(index, side)` says whether
 * a last name alone may start or end there; otherwise, the word next to it would be another given name.
 */
export function findPerson(
  words: readonly Word[],
  person: Person,
  ratio: number,
  isEdge: IsEdge,
): FoundName | null {
  const found = findWritten(words, person, ratio, isEdge)
  if (found?.strength === 'full') return found
  const isOther = person.latin !== null
  if (!hasOtherScript(words, isOther)) return found
  const inLatin = isOther ? words : words.map(inLatinLetters)
  const transcribed = findWritten(inLatin, person.latin ?? person, ratio, () => false)
  return transcribed ? { ...transcribed, person } : found
}

function inLatinLetters(word: Word): Word {
  const key = romanised(word.key)
  return { ...word, key, initial: initialOf(key) }
}

/**
 * Whether a word is in a different script from a name. `isOther` says that the name is not in Latin letters.
 */
function hasOtherScript(words: readonly Word[], isOther: boolean): boolean {
  for (const { key } of words) if (key !== '' && isRomanisable(key) !== isOther) return true
  return false
}

type IsEdge = (index: number, side: 'before' | 'after') => boolean

/** Finds a person whose name is in the script of the words. */
function findWritten(
  words: readonly Word[],
  person: Person,
  ratio: number,
  isEdge: IsEdge,
): FoundName | null {
  let family: FoundName | null = null
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word || !mayBeNamed(word, person)) continue
    if (isJoinedName(word.key, person, ratio)) {
      return { person, start: at, end: at + 1, strength: 'full' }
    }
    if (isDividedName(word, words[at + 1], person)) {
      return { person, start: at, end: at + 2, strength: 'full' }
    }
    const likeness = word.key === person.compound ? 1 : likenessOf(word.key, person.family)
    if (likeness === 0) continue
    const found = aroundFamily(words, at, person, likeness, ratio)
    if (found) return found
    const start = startOfFamily(words, at, person)
    const begins = isEdge(start, 'before') || isEdge(at, 'before')
    const stands = likeness === 1 && begins && isEdge(at + 1, 'after')
    if (stands && (person.given.length === 0 || person.family.length > 2)) {
      family ??= { person, start, end: at + 1, strength: person.given.length === 0 ? 'full' : 'family' }
    }
  }
  return family
}

function mayBeNamed({ initial }: Word, { initials }: Person): boolean {
  if (initial === 0) return true
  for (const one of initials) if (one === initial) return true
  return false
}

/** Where a last name of several words starts: "Conan Doyle", "de Saint-Exupéry". */
function startOfFamily(words: readonly Word[], at: number, { given }: Person): number {
  let start = at
  for (let left = given.length - 1; left >= 0 && start > 0; left--, start--) {
    const key = words[start - 1]?.key ?? ''
    if (key.length < 2 || key !== given[left] || (words[start]?.gap ?? GAP.dash) > GAP.hyphen) break
  }
  return start
}

function isJoinedName(key: string, person: Person, ratio: number): boolean {
  if (person.given.length === 0) return false
  if (key.length < 6)
    return (
      key.charCodeAt(0) > 0x7f && UNSPACED.test(key) && (key === person.joined || key === familyFirst(person))
    )
  if (key === person.joined) return true
  if (key.length < 8 || Math.abs(key.length - person.joined.length) > 2) return false
  return key[0] === person.joined[0] && similarity(key, person.joined) >= Math.max(ratio, 0.85)
}

/** "村田 沙耶香": a space where the script needs none. */
function isDividedName(word: Word, next: Word | undefined, { joined }: Person): boolean {
  if (!next || next.gap !== GAP.none || joined.length !== word.key.length + next.key.length) return false
  return UNSPACED.test(joined) && joined === word.key + next.key
}

/**
 * Scripts that write names without spaces. Names in them are so short that chance matches would be likely.
 */
const UNSPACED = /^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]+$/
const familyFirst = ({ family, given }: Person) => family + given.join('')

/** Looks for the given names before or after a last name ("Sanderson, Brandon"). */
function aroundFamily(
  words: readonly Word[],
  at: number,
  person: Person,
  likeness: number,
  ratio: number,
): FoundName | null {
  if (person.given.length === 0) return null
  const before = givenBefore(words, at)
  const forward = matchGiven(before.keys, person.given, likeness, ratio)
  if (forward > 0) return { person, start: at - wordsUsed(before, forward), end: at + 1, strength: 'full' }
  const after = givenAfter(words, at)
  const backward = matchGiven([...after.keys].reverse(), person.given, likeness, ratio, true)
  // "Ruiz Zafón, Carlos"
  const start = startOfFamily(words, at, person)
  return backward > 0 ? { person, start, end: at + 1 + after.count, strength: 'full' } : null
}

/**
 * Matches the keys before the last name with given names. The first given name must occur, in full or as an
 * initial; middle names may be missing on either side.
 * @returns how many of the last keys belong to the name.
 */
function matchGiven(
  keys: readonly string[],
  given: readonly string[],
  likeness: number,
  ratio: number,
  whole = false,
): number {
  const first = given[0]
  if (first === undefined) return 0
  const candidates = whole ? orders(keys) : [keys]
  for (const list of candidates) {
    for (let used = Math.min(list.length, given.length + 1); used >= 1; used--) {
      const tail = list.slice(-used)
      const score = sameGiven(tail, given)
      if (score > 0 && (score + likeness) / 2 >= ratio) return used
    }
  }
  return 0
}

/** Runs of the given names after a last name, in their own order, longest first. */
function orders(reversed: readonly string[]): string[][] {
  const forward = [...reversed].reverse()
  const lists: string[][] = []
  for (let length = forward.length; length >= 1; length--) lists.push(forward.slice(0, length))
  return lists
}

/** The similarity of given names, or 0 if they contradict each other. */
function sameGiven(found: readonly string[], given: readonly string[]): number {
  const head = likenessOfGiven(found[0] ?? '', given[0] ?? '')
  if (head === 0) return 0
  let at = 1
  let unknown = 0
  for (const key of found.slice(1)) {
    let next = at
    while (next < given.length && likenessOfGiven(key, given[next] ?? '') === 0) next++
    if (next < given.length) at = next + 1
    // An initial that only one side has, or a full middle name; any other word means another person.
    else if (key.length > 1) unknown += isMiddleName(key, found, given) ? 1 : 2
  }
  return unknown > 1 ? 0 : head
}

/**
 * "Mary Wollstonecraft Shelley" is Mary Shelley, who has no other middle name; "Brandon and Sanderson" is no
 * one.
 */
function isMiddleName(key: string, found: readonly string[], given: readonly string[]): boolean {
  const [first] = given
  return given.length === 1 && first !== undefined && first.length > 2 && found[0] === first && !isLight(key)
}

/** Whether two names may be those of one person. `ratio` is 0 to 1. */
export function samePerson(one: Person, other: Person, ratio: number): boolean {
  if (one.joined === other.joined) return true
  const words = [...other.given, other.family].map((key): Word => ({
    key,
    alt: key,
    initial: initialOf(key),
    gap: GAP.none,
    bracket: 0,
    raw: key,
    entry: entryOf(key),
  }))
  const found = findPerson(words, one, ratio, () => words.length === 1)
  return found !== null
}
