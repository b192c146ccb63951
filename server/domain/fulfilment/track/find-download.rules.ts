import { fileNameOf } from '#server/domain/fulfilment/grab/file-name.rules'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import type { FollowedDownload } from './track.types'

const HEX = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * The info hash of a release as download clients write it: 40 hex digits; of the longer hashes they take the
 * first half.
 * @param written hex or base 32; null for what is neither.
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

/** A release that is looked for by its name. */
interface Sought {
  title: string
  /** When it was sent to the client. */
  grabbedAt: Date
}

/** How far the clocks of a client and of this server may be apart, in milliseconds. */
export const CLOCKS_APART = 15 * 60_000

/** Downloads by what is left of their names where blanks and signs are not looked at. */
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
 * The downloads that bear the name of a release and may be it: what the client had before the release was sent is
 * another one.
 */
export function mayBe({ title, grabbedAt }: Sought, named: Named): ClientDownload[] {
  const latest = grabbedAt.getTime() - CLOCKS_APART
  return [...namesOf(title)]
    .flatMap((name) => (name === '' ? [] : (named.get(name) ?? [])))
    .filter(({ addedAt, endedAt }) => [addedAt, endedAt].every((at) => at === null || at.getTime() >= latest))
}

/**
 * Whether a download is surely that of a release: by its id, or as the one of its name that the client says it got
 * after the release was sent, in whole seconds.
 */
export function isSure(
  foundBy: FollowedDownload['foundBy'] | undefined,
  addedAt: Date | null,
  { grabbedAt }: Pick<Sought, 'grabbedAt'>,
): boolean {
  return foundBy !== 'name' || (addedAt !== null && addedAt.getTime() + 1000 > grabbedAt.getTime())
}

/**
 * The download that bears the name of a release. Where several do, none of them is it.
 * @param taken ids that belong to other releases.
 */
export function findByName(release: Sought, named: Named, taken: ReadonlySet<string>): ClientDownload | null {
  const same = mayBe(release, named).filter(({ id }) => !taken.has(id))
  return same.length === 1 ? (same[0] ?? null) : null
}

/** A long title in full, and as it is cut for the name of a file. */
const namesOf = (title: string): ReadonlySet<string> =>
  new Set([title, fileNameOf(title)].map((name) => folded(name)))

/** Clients change blanks and signs of names. */
const folded = (name: string): string =>
  name
    .replace(/\.(?:torrent|nzb)$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Milliseconds after which a download that has not turned up by its id is looked for by its name as well. */
const ID_ALONE = 2 * 60_000

/** Whether a download has to be looked for by its name. */
export function isLookedForByName(row: FollowedDownload, now: Date): boolean {
  if (row.state !== 'expected') return false
  return row.downloadId === null || now.getTime() - row.createdAt.getTime() >= ID_ALONE
}
