import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import type { FollowedDownload } from './track.types'

const HEX = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * The info hash of a release in the form that download clients use: 40 hex digits, truncated from longer hashes.
 * @param written hex or base 32. @returns null for anything else.
 */
export function torrentId(written: string | null): string | null {
  const hash = written?.trim().toLowerCase() ?? ''
  if (HEX.test(hash)) return hash.slice(0, 40)
  return /^[a-z2-7]{32}$/.test(hash) ? fromBase32(hash) : null
}

function fromBase32(text: string): string {
  let bits = 0n
  for (const letter of text) bits = bits * 32n + BigInt(BASE32.indexOf(letter))
  return bits.toString(16).padStart(40, '0')
}

/** A release to find by name. */
interface Sought {
  title: string
  /** When it was sent to the client. */
  grabbedAt: Date
}

/** Milliseconds by which the clocks of a client and this server may differ. */
export const CLOCKS_APART = 15 * 60_000

/** Downloads by name, with spaces and punctuation removed. */
export type Named = ReadonlyMap<string, readonly ClientDownload[]>

export function byName(listed: readonly ClientDownload[]): Named {
  const named = new Map<string, ClientDownload[]>()
  for (const one of listed) {
    const name = folded(one.name)
    named.set(name, [...(named.get(name) ?? []), one])
  }
  return named
}

/**
 * The downloads that have a release's name and may be it; one that the client had before the release was sent is not.
 */
export function possibleMatches({ title, grabbedAt }: Sought, named: Named): ClientDownload[] {
  const latest = grabbedAt.getTime() - CLOCKS_APART
  return [...namesOf(title)]
    .flatMap((name) => (name === '' ? [] : (named.get(name) ?? [])))
    .filter(({ addedAt, endedAt }) => [addedAt, endedAt].every((at) => at === null || at.getTime() >= latest))
}

/**
 * Whether a download certainly belongs to a release: by id, or as the only one of its name that the client
 * says was added after the release was sent, compared in whole seconds.
 */
export function isCertain(
  foundBy: FollowedDownload['foundBy'] | undefined,
  addedAt: Date | null,
  { grabbedAt }: Pick<Sought, 'grabbedAt'>,
): boolean {
  return foundBy !== 'name' || (addedAt !== null && addedAt.getTime() + 1000 > grabbedAt.getTime())
}

/**
 * The download that has a release's name; none if several do.
 * @param taken ids that belong to other releases.
 */
export function findByName(release: Sought, named: Named, taken: ReadonlySet<string>): ClientDownload | null {
  const same = possibleMatches(release, named).filter(({ id }) => !taken.has(id))
  return same.length === 1 ? (same[0] ?? null) : null
}

/**
 * Whether a download outside a connection's category may be a release that was just sent there: whatever ended at an
 * unknown time is probably older.
 */
export function mayBeRecent({ state, addedAt, endedAt }: ClientDownload): boolean {
  return addedAt !== null || endedAt !== null || !['completed', 'failed'].includes(state)
}

/** A title in full, and as truncated for a file name. */
const namesOf = (title: string): ReadonlySet<string> =>
  new Set([title, fileNameOf(title)].map((name) => folded(name)))

/** Clients change spaces and punctuation in names. */
const folded = (name: string): string =>
  name
    .replace(/\.(?:torrent|nzb)$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Milliseconds after which a download not found by id is also looked for by name. */
const ID_ALONE = 2 * 60_000

/** Whether a download has to be found by name. */
export function isLookedForByName(row: FollowedDownload, now: Date): boolean {
  if (row.state !== 'expected') return false
  return row.downloadId === null || now.getTime() - row.createdAt.getTime() >= ID_ALONE
}

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
  return plain.slice(0, read).replaceAll(/^[\s.]+|(?<![\s.])[\s.]+$/g, '') || 'release'
}
