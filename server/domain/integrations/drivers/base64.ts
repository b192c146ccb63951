/** Characters of one call: all of a large file at once would be too many arguments. */
const STEP = 32_768

/** Bytes as base 64 (RFC 4648, 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += STEP) {
    text += String.fromCharCode(...bytes.subarray(start, start + STEP))
  }
  return btoa(text)
}
