import { yieldEvery } from '#server/async/yield'

/** Entries from which on a list is written entry by entry. */
const LONG = 50

/** Characters from which on a piece is handed on. */
const PIECE = 64 * 1024

/**
 * `JSON.stringify` for answers, in pieces: long lists, also those in an object, are written entry by entry, so that a
 * page of thousands of releases does not hold up everybody else.
 * @returns one piece, however short, or several of at least 64 KiB but for the last.
 */
export async function jsonPieces(value: unknown): Promise<string[]> {
  const pieces: string[] = []
  let piece = ''
  const write = (text: string) => {
    piece += text
    if (piece.length < PIECE) return
    pieces.push(piece)
    piece = ''
  }
  await writeJson(value, write)
  if (piece !== '' || pieces.length === 0) pieces.push(piece)
  return pieces
}

type Write = (text: string) => void

async function writeJson(value: unknown, write: Write): Promise<void> {
  if (isLong(value)) return writeList(value, write)
  if (!isPlain(value) || !Object.values(value).some(isLong)) return write(JSON.stringify(value))
  let before = '{'
  for (const [name, member] of Object.entries(value)) {
    const text = isLong(member) ? '' : JSON.stringify(member)
    // What JSON does not have, such as undefined, is left out.
    if (text === undefined) continue
    write(`${before}${JSON.stringify(name)}:${text}`)
    if (isLong(member)) await writeList(member, write)
    before = ','
  }
  write('}')
}

async function writeList(list: readonly unknown[], write: Write): Promise<void> {
  const letOthers = yieldEvery()
  let before = '['
  for (const entry of list) {
    await letOthers()
    write(before + (JSON.stringify(entry) ?? 'null'))
    before = ','
  }
  write(']')
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > LONG

/** Nothing that writes itself in a way of its own, as times do. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)
