import { issueAt } from '#contract/issue-words'
import { fault, type IssueDto } from '#contract/issues'

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
 * @param given new values; null keeps the stored one. Names are case-insensitive.
 * @param stored the present ones; those that are not given are dropped.
 * @param withheld lower-case names of stored ones that may not be kept.
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
