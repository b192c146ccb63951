/** Marks truncated text. */
const ELLIPSIS = '…'

const encoder = new TextEncoder()
export const byteLength = (text: string): number => encoder.encode(text).length

let segmenter: Intl.Segmenter | undefined

/**
 * Characters as people see them: an emoji of several code points counts as one. Created on first use, which
 * takes 10 ms.
 */
const characters = () => (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }))

/**
 * Truncates a text to a length in UTF-16 code units; no service counts more than these. Keeps characters
 * whole or, if a single one exceeds the limit, its code points.
 */
export function cutCharacters(text: string, max: number): string {
  return text.length <= max ? text : cut(text, max, (part) => part.length)
}

/** Truncates a text to a number of UTF-8 bytes, between two characters. */
export function cutBytes(text: string, max: number): string {
  return byteLength(text) <= max ? text : cut(text, max, byteLength)
}

/**
 * Truncates JSON text in the same way. Characters such as quotes and control characters take more bytes in
 * it.
 */
export function cutJson(text: string, max: number): string {
  return jsonLength(text) <= max ? text : cut(text, max, jsonLength)
}

const jsonLength = (text: string) => byteLength(JSON.stringify(text)) - 2

function cut(text: string, max: number, measure: (part: string) => number): string {
  const room = max - measure(ELLIPSIS)
  if (room < 0) return ''
  const kept = take(segmentsOf(text), room, measure) || take(text, room, measure)
  return kept + ELLIPSIS
}

function* segmentsOf(text: string): Generator<string> {
  for (const { segment } of characters().segment(text)) yield segment
}

function take(parts: Iterable<string>, room: number, measure: (part: string) => number): string {
  let kept = ''
  let left = room
  for (const part of parts) {
    left -= measure(part)
    if (left < 0) break
    kept += part
  }
  return kept
}
