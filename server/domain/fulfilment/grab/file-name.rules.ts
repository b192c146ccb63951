/** Bytes that a file system allows for a name, leaving room for an extension. */
const MAX_BYTES = 240

/**
 * The file name of a release for its client. The title comes from an indexer: a slash would create a folder, and some
 * clients read braces or "password=" as a password.
 */
export function fileNameOf(title: string): string {
  const plain = title
    .replaceAll(/[\p{Cc}\p{Surrogate}\\/:*?"<>|{}=]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const { read } = new TextEncoder().encodeInto(plain, new Uint8Array(MAX_BYTES))
  return plain.slice(0, read).replaceAll(/^[\s.]+|[\s.]+$/g, '') || 'release'
}
