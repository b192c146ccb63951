/** The entity tag of a response: part of its digest. */
export async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `"${Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** Whether an If-None-Match header contains the tag; weak tags compare like strong ones here (RFC 9110, 13.1.2). */
export function includesTag(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
