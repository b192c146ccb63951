import { fileCause, type FileCause } from '#contract/file-cause'

type FaultCode =
  | 'ends_too_early'
  | 'more_behind'
  | 'value_expected'
  | 'name_expected'
  | 'colon_expected'
  | 'line_end'
  | 'escape_expected'

class Fault extends Error {
  constructor(
    readonly at: number,
    /** A fault code, or the closing bracket that is allowed where a comma is missing. */
    readonly what: FaultCode | '}' | ']',
  ) {
    super(what)
  }
}

/** Reads with pauses: a text of a megabyte takes longer than everyone else should wait. */
type Reading<T> = Generator<void, T, void>

/** A member of an object in a text, as positions in it. */
export interface Member {
  name: string
  /** The line on which it begins, counted from 1. */
  line: number
  value: number
  end: number
}

/**
 * Finds where a text stops being JSON, with line and column from 1; null if it is valid. JSON.parse words its
 * errors differently in each engine, and quotes the text, which contains secrets.
 */
export function findJsonFault(text: string): FileCause | null {
  const reading = readJson(text)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}

/** Like {@link findJsonFault}, but yields between members. */
export function* readJson(text: string): Reading<FileCause | null> {
  try {
    const end = skipBlanks(text, yield* readValue(text, skipBlanks(text, 0)))
    if (end < text.length) throw new Fault(end, 'more_behind')
    return null
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { at, what } = error
    const place = placeOf(text, at)
    return what === '}' || what === ']'
      ? fileCause('comma_expected', { ...place, close: what })
      : fileCause(what, place)
  }
}

/**
 * Reads the members of an object in their order, duplicates included, and yields between them and within.
 * @param text valid JSON.
 * @param from where the object begins, or blanks before it.
 * @param line the line of that position, counted from 1.
 * @returns none if there is another value.
 */
export function* readMembersOf(text: string, from = 0, line = 1): Reading<Member[]> {
  const members: Member[] = []
  const object = skipBlanks(text, from)
  if (text[object] !== '{') return members
  let [current, counted] = [line, from]
  yield* readItems(text, object, '}', function* (_text, key) {
    for (; counted < key; counted += 1) if (text.charCodeAt(counted) === LINE_END) current += 1
    const keyEnd = readString(text, key)
    const value = skipBlanks(text, skipBlanks(text, keyEnd) + 1)
    const end = yield* readValue(text, value)
    members.push({ name: String(JSON.parse(text.slice(key, keyEnd))), line: current, value, end })
    return end
  })
  return members
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const WORD = /true|false|null|-?(?:0|[1-9]\d{0,399})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,400})?/y

/** Each reader gets the position of its first character and returns the one after its last. */
function* readValue(text: string, at: number): Reading<number> {
  const sign = text[at]
  if (sign === '{') return yield* readItems(text, at, '}', readMember)
  if (sign === '[') return yield* readItems(text, at, ']', readValue)
  return readScalar(text, at)
}

function readScalar(text: string, at: number): number {
  if (text[at] === '"') return readString(text, at)
  WORD.lastIndex = at
  const [word] = WORD.exec(text) ?? []
  if (word === undefined) throw new Fault(at, at >= text.length ? 'ends_too_early' : 'value_expected')
  return at + word.length
}

function* readItems(
  text: string,
  at: number,
  close: '}' | ']',
  readOne: (text: string, at: number) => Reading<number>,
): Reading<number> {
  let position = skipBlanks(text, at + 1)
  if (text[position] === close) return position + 1
  for (;;) {
    position = skipBlanks(text, yield* readOne(text, position))
    if (text[position] === close) return position + 1
    if (text[position] !== ',') throw expected(text, position, close)
    position = skipBlanks(text, position + 1)
    yield
  }
}

function* readMember(text: string, at: number): Reading<number> {
  if (text[at] !== '"') throw expected(text, at, 'name_expected')
  const colon = skipBlanks(text, readString(text, at))
  if (text[colon] !== ':') throw expected(text, colon, 'colon_expected')
  return yield* readValue(text, skipBlanks(text, colon + 1))
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

function readString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) return at + 1
    if (sign < BLANK) throw new Fault(at, 'line_end')
    if (sign !== BACKSLASH) continue
    ESCAPE.lastIndex = at
    const [escape] = ESCAPE.exec(text) ?? []
    if (escape === undefined) throw expected(text, at, 'escape_expected')
    at += escape.length - 1
  }
  throw new Fault(text.length, 'ends_too_early')
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BLANK = 0x20
const LINE_END = 0x0a
const BLANKS = new Set([BLANK, 0x09, LINE_END, 0x0d])

function skipBlanks(text: string, at: number): number {
  let position = at
  while (BLANKS.has(text.charCodeAt(position))) position += 1
  return position
}

function expected(text: string, at: number, what: Fault['what']): Fault {
  return new Fault(at, at >= text.length ? 'ends_too_early' : what)
}
