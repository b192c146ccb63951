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
