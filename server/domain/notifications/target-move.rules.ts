import type { NotificationKind } from '#contract/notifications'
import { homeOf, isLeftBehind } from '#server/upstream/secret-home.rules'
import type { TargetKind } from './kind.types'

/** Headers that describe the format of a message, and are never secret. */
const ALWAYS_OPEN: ReadonlySet<string> = new Set(['accept', 'content-type', 'user-agent'])

/**
 * Stored headers that may not be kept when a target changes. Secrets are write-only: they may go only where the stored
 * address leads, and must not become visible, as another kind shows other headers.
 * @param kind what the target is to be.
 * @param stored the target as it is.
 * @param url the new address.
 * @returns names of stored headers in lower case.
 */
export function withheldHeaders(
  kind: Pick<TargetKind, 'kind' | 'openHeaders'>,
  stored: { kind: NotificationKind; url: string; headers: Readonly<Record<string, string>> },
  url: string,
): ReadonlySet<string> {
  const moved = isLeftBehind(homeOf(stored.url), url)
  const shown = new Set(kind.openHeaders.map((name) => name.toLowerCase()))
  const names = Object.keys(stored.headers).map((name) => name.toLowerCase())
  return new Set(
    names.filter((name) => (shown.has(name) ? kind.kind !== stored.kind : moved && !ALWAYS_OPEN.has(name))),
  )
}
