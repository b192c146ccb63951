/** Bytes that a file system takes for a name, with an ending behind it. */
const MAX_BYTES = 240

/**
 * What the file of a release is called with its client. The title comes from an indexer: a slash, braces or "password="
 * in it would be a folder, or be read by some clients as a password.
 */
export function fileNameOf(title: string): string {
  const plain = title
    .replaceAll(/[\p{Cc}\p{Surrogate}\\/:*?"<>|{}=]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const { read } = new TextEncoder().encodeInto(plain, new Uint8Array(MAX_BYTES))
  return plain.slice(0, read).replaceAll(/^[\s.]+|[\s.]+$/g, '') || 'release'
}
