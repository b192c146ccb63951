import type { Batches } from '#server/async/batches'
import { yieldEvery } from '#server/async/yield'

/** From this many entries on, a list is serialised entry by entry. */
const LONG = 50

/** From this many characters on, a piece is emitted. */
const PIECE = 64 * 1024

type Texts = AsyncGenerator<string, void>

/**
 * `JSON.stringify` in pieces: long lists, nested ones included, are serialised entry by entry, so that a page
 * of thousands of releases does not block everyone else. Batched entries form one list, whose next batch is
 * read when the next piece is requested.
 * @returns one piece, however short, or several of at least 64 KiB except the last.
 * @throws whatever reading the entries throws.
 */
export async function* jsonPieces(value: unknown): Texts {
  let piece = ''
  for await (const text of jsonTexts(value)) {
    if (piece.length >= PIECE) {
      yield piece
      piece = ''
    }
    piece += text
  }
  yield piece
}

async function* jsonTexts(value: unknown): Texts {
  if (isBatches(value)) yield* listTexts(value)
  else if (isLong(value)) yield* listTexts([value])
  else if (isPlain(value) && Object.values(value).some(isLong)) yield* objectTexts(value)
  else yield JSON.stringify(value)
}

async function* objectTexts(value: object): Texts {
  let before = '{'
  for (const [name, member] of Object.entries(value)) {
    const text = isLong(member) ? '' : JSON.stringify(member)
    // Values that JSON cannot express, such as undefined, are omitted.
    if (text === undefined) continue
    yield `${before}${JSON.stringify(name)}:${text}`
    if (isLong(member)) yield* listTexts([member])
    before = ','
  }
  yield '}'
}

async function* listTexts(batches: Batches<unknown> | readonly (readonly unknown[])[]): Texts {
  const yieldIfDue = yieldEvery()
  let before = '['
  for await (const batch of batches) {
    for (const entry of batch) {
      await yieldIfDue()
      yield before + (JSON.stringify(entry) ?? 'null')
      before = ','
    }
  }
  yield before === '[' ? '[]' : ']'
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > LONG

const isBatches = (value: unknown): value is Batches<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** Whether a value has no custom serialisation, unlike times. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)
