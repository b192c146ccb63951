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

/**
 * Finds where a text stops being JSON, with line and column from 1; null if it is valid. JSON.parse words its
 * errors differently in each engine, and quotes the text, which contains secrets.
 */
export function findJsonFault(text: string): FileCause | null {
  try {
    const end = skipBlanks(text, readValue(text, skipBlanks(text, 0)))
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
 * The line on which an object member begins. Of duplicates the last one counts, as in JSON.parse.
 * @param text valid JSON.
 * @param path names of nested members.
 * @returns the line, counted from 1; that of the last member found if the path continues beyond it.
 */
export function lineOf(text: string, path: readonly string[]): number {
  let line = 1
  let object = skipBlanks(text, 0)
  for (const name of path) {
    const found = text[object] === '{' ? findMember(text, object, name) : null
    if (!found) return line
    line = placeOf(text, found.key).line
    object = found.value
  }
  return line
}

/** The lines of an object's members by name, read in one pass: a text of a megabyte can have thousands. */
export function linesOfMembers(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  let [line, counted] = [1, 0]
  readMembers(text, skipBlanks(text, 0), '}', (_text, key) => {
    for (; counted < key; counted += 1) if (text[counted] === '\n') line += 1
    const keyEnd = readString(text, key)
    lines.set(String(JSON.parse(text.slice(key, keyEnd))), line)
    return readValue(text, skipBlanks(text, skipBlanks(text, keyEnd) + 1))
  })
  return lines
}

/** The positions of a member's name and value in the object at a position. */
function findMember(text: string, object: number, name: string): { key: number; value: number } | null {
  let found: { key: number; value: number } | null = null
  readMembers(text, object, '}', (_text, key) => {
    const keyEnd = readString(text, key)
    const value = skipBlanks(text, skipBlanks(text, keyEnd) + 1)
    if (JSON.parse(text.slice(key, keyEnd)) === name) found = { key, value }
    return readValue(text, value)
  })
  return found
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Each reader gets the position of its first character and returns the one after its last. */
function readValue(text: string, at: number): number {
  const sign = text[at]
  if (sign === '{') return readMembers(text, at, '}', readMember)
  if (sign === '[') return readMembers(text, at, ']', readValue)
  if (sign === '"') return readString(text, at)
  const [word] =
    /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(text.slice(at, at + 400)) ?? []
  if (word === undefined) throw new Fault(at, at >= text.length ? 'ends_too_early' : 'value_expected')
  return at + word.length
}

function readMembers(
  text: string,
  at: number,
  close: '}' | ']',
  readOne: (text: string, at: number) => number,
): number {
  let position = skipBlanks(text, at + 1)
  if (text[position] === close) return position + 1
  for (;;) {
    position = skipBlanks(text, readOne(text, position))
    if (text[position] === close) return position + 1
    if (text[position] !== ',') throw expected(text, position, close)
    position = skipBlanks(text, position + 1)
  }
}

function readMember(text: string, at: number): number {
  if (text[at] !== '"') throw expected(text, at, 'name_expected')
  const colon = skipBlanks(text, readString(text, at))
  if (text[colon] !== ':') throw expected(text, colon, 'colon_expected')
  return readValue(text, skipBlanks(text, colon + 1))
}

function readString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"') return at + 1
    if (sign < ' ') throw new Fault(at, 'line_end')
    if (sign !== '\\') continue
    const [escape] = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(text.slice(at, at + 6)) ?? []
    if (escape === undefined) throw expected(text, at, 'escape_expected')
    at += escape.length - 1
  }
  throw new Fault(text.length, 'ends_too_early')
}

function skipBlanks(text: string, at: number): number {
  let position = at
  while (/[ \t\r\n]/.test(text[position] ?? '')) position += 1
  return position
}

function expected(text: string, at: number, what: Fault['what']): Fault {
  return new Fault(at, at >= text.length ? 'ends_too_early' : what)
}
