/** Where a text stops being JSON. Lines and columns count from 1. */
export interface JsonFault {
  line: number
  column: number
  message: string
}

class Fault extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Finds the first fault of a text that should be JSON; null when there is none. The words of JSON.parse depend on
 * the engine, and they quote the text, in which there are secrets.
 */
export function findJsonFault(text: string): JsonFault | null {
  try {
    const end = skipBlanks(text, readValue(text, skipBlanks(text, 0)))
    if (end < text.length) throw new Fault(end, 'there is more behind the end')
    return null
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { ...placeOf(text, error.at), message: error.message }
  }
}

/**
 * The line on which a member of an object begins, as JSON.parse reads it: of two with one name the last counts.
 * @param text valid JSON.
 * @param path names of members, each in the one before.
 * @returns from 1; that of the last one found where the path goes on behind it.
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

/** Where a member of the object at a position has its name and its value. */
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

/** Each reader takes the position of its first sign and returns the one behind its last. */
function readValue(text: string, at: number): number {
  const sign = text[at]
  if (sign === '{') return readMembers(text, at, '}', readMember)
  if (sign === '[') return readMembers(text, at, ']', readValue)
  if (sign === '"') return readString(text, at)
  const [word] =
    /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(text.slice(at, at + 400)) ?? []
  if (word === undefined) throw new Fault(at, at >= text.length ? 'it ends too early' : 'a value is expected')
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
    if (text[position] !== ',') throw expected(text, position, `a comma or ${close}`)
    position = skipBlanks(text, position + 1)
  }
}

function readMember(text: string, at: number): number {
  if (text[at] !== '"') throw expected(text, at, 'a name in double quotes')
  const colon = skipBlanks(text, readString(text, at))
  if (text[colon] !== ':') throw expected(text, colon, 'a colon')
  return readValue(text, skipBlanks(text, colon + 1))
}

function readString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"') return at + 1
    if (sign < ' ') throw new Fault(at, 'a text must end on its own line')
    if (sign !== '\\') continue
    const [escape] = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(text.slice(at, at + 6)) ?? []
    if (escape === undefined) throw expected(text, at, 'one of the signs that JSON has behind a backslash')
    at += escape.length - 1
  }
  throw new Fault(text.length, 'it ends too early')
}

function skipBlanks(text: string, at: number): number {
  let position = at
  while (/[ \t\r\n]/.test(text[position] ?? '')) position += 1
  return position
}

function expected(text: string, at: number, what: string): Fault {
  return new Fault(at, at >= text.length ? 'it ends too early' : `${what} is expected`)
}
