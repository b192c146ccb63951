/** Characters per call. Spreading a whole large file would exceed the limit on arguments. */
const STEP = 32_768

/** Encodes bytes as base 64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += STEP) {
    text += String.fromCharCode(...bytes.subarray(start, start + STEP))
  }
  return btoa(text)
}
