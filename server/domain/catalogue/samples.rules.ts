/**
 * The media type of a recording, detected by its first bytes; null if it is not a recording but, say, a web
 * page.
 */
export function audioType(bytes: Uint8Array): string | null {
  const begin = String.fromCharCode(...bytes.subarray(0, 12))
  if (begin.startsWith('ID3')) return 'audio/mpeg'
  if (begin.slice(4, 8) === 'ftyp') return 'audio/mp4'
  const [first = 0, second = 0] = bytes
  // An MPEG audio frame starts with eleven set bits.
  return first === 0xff && (second & 0xe0) === 0xe0 ? 'audio/mpeg' : null
}

/**
 * The part that a Range header requests (RFC 9110, 14.1.2); both ends are inclusive.
 * @param size in bytes
 * @returns null for the whole sample, also if several parts are requested; `none` if there is no such part
 */
export function partOf(
  range: string | undefined,
  size: number,
): { from: number; to: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  // A range that ends before it starts is invalid and ignored.
  if (first !== '' && last !== '' && Number(last) < from) return null
  return from > to ? 'none' : { from, to }
}
