/** Headers that the connection sets by itself; sent by hand they break the request. */
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

export interface HeaderProblem {
  path: string
  message: string
}

/** What is said of a stored secret that may not go where the target goes now. */
export const ENTER_AGAIN = 'must be entered again for another address or kind'

/**
 * The headers to store.
 * @param given new values; null keeps the stored one. Names are compared regardless of case.
 * @param stored the present ones; those that are not given go.
 * @param withheld lower-case names of stored ones that may not be kept.
 */
export function resolveHeaders(
  given: Record<string, string | null>,
  stored: Record<string, string>,
  withheld: ReadonlySet<string> = new Set(),
): { headers: Record<string, string>; problems: HeaderProblem[] } {
  const kept = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]))
  const headers = new Map<string, string>()
  const seen = new Set<string>()
  const problems: HeaderProblem[] = []
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase()
    const path = `headers.${name}`
    const wanted = value ?? kept.get(key)
    if (RESERVED.has(key)) problems.push({ path, message: 'is set by the connection itself' })
    else if (seen.has(key)) problems.push({ path, message: 'is given twice' })
    else if (value === null && withheld.has(key)) problems.push({ path, message: ENTER_AGAIN })
    else if (wanted === undefined) problems.push({ path, message: 'has no stored value to keep' })
    else headers.set(name, wanted)
    seen.add(key)
  }
  return { headers: Object.fromEntries(headers), problems }
}
