import { issueAt } from '#contract/issue-words'
import { fault, type IssueDto } from '#contract/issues'
import type { NotificationKind } from '#contract/notifications'
import { originOf, losesSecret } from '#server/upstream/secret-home.rules'
import type { TargetKind } from './kind.types'

/** Headers that the connection sets itself; setting them by hand breaks the request. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * The headers to store.
 * @param given new values; null keeps the stored value. Names are case-insensitive.
 * @param stored the present headers; those not given are dropped.
 * @param withheld lower-case names of stored headers that must not be kept.
 */
export function resolveHeaders(
  given: Record<string, string | null>,
  stored: Record<string, string>,
  withheld: ReadonlySet<string> = new Set(),
): { headers: Record<string, string>; problems: IssueDto[] } {
  const kept = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]))
  const headers = new Map<string, string>()
  const seen = new Set<string>()
  const problems: IssueDto[] = []
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase()
    const path = `headers.${name}`
    const wanted = value ?? kept.get(key)
    if (RESERVED.has(key)) problems.push(issueAt(path, fault('header_reserved')))
    else if (seen.has(key)) problems.push(issueAt(path, fault('header_twice')))
    else if (value === null && withheld.has(key)) problems.push(issueAt(path, fault('enter_again_for_kind')))
    else if (wanted === undefined) problems.push(issueAt(path, fault('nothing_to_keep')))
    else headers.set(name, wanted)
    seen.add(key)
  }
  return { headers: Object.fromEntries(headers), problems }
}

/** Headers that describe the format of a message, and are never secret. */
const ALWAYS_OPEN: ReadonlySet<string> = new Set(['accept', 'content-type', 'user-agent'])

/**
 * Stored headers that must not be kept when a target changes. Secrets are write-only: they may be sent only
 * to the stored address, and must not become visible, since another kind shows other headers.
 * @param kind the new kind of the target.
 * @param stored the present target.
 * @param url the new address.
 * @returns lower-case names of stored headers.
 */
export function withheldHeaders(
  kind: Pick<TargetKind, 'kind' | 'openHeaders'>,
  stored: { kind: NotificationKind; url: string; headers: Readonly<Record<string, string>> },
  url: string,
): ReadonlySet<string> {
  const moved = losesSecret(originOf(stored.url), url)
  const shown = new Set(kind.openHeaders.map((name) => name.toLowerCase()))
  const names = Object.keys(stored.headers).map((name) => name.toLowerCase())
  return new Set(
    names.filter((name) => (shown.has(name) ? kind.kind !== stored.kind : moved && !ALWAYS_OPEN.has(name))),
  )
}
