import type { TargetKind } from './kind.types'

/** Headers that say how a message is written, and are no secret whatever the service. */
const ALWAYS_OPEN = ['accept', 'content-type', 'user-agent']

/**
 * What may not be kept unseen when the address of a target changes: secrets are write-only, so they go along
 * only where they went before. Another path of the same server is the same place; another host, port or scheme
 * (which may be the unencrypted one) is not.
 * @param stored the target as it is.
 * @param url where it is to go.
 * @returns names of stored headers in lower case.
 */
export function withheldHeaders(
  kind: Pick<TargetKind, 'openHeaders'>,
  stored: { url: string; headers: Readonly<Record<string, string>> },
  url: string,
): ReadonlySet<string> {
  if (new URL(url).origin === new URL(stored.url).origin) return new Set()
  const open = new Set([...ALWAYS_OPEN, ...kind.openHeaders.map((name) => name.toLowerCase())])
  return new Set(
    Object.keys(stored.headers)
      .map((name) => name.toLowerCase())
      .filter((name) => !open.has(name)),
  )
}
