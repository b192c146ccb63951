import { toBase64 } from './base64'

/** The Basic authentication header, or no header without a username. */
export function basicAuthorization(username: string, password: string): Record<string, string> {
  if (username === '') return {}
  return { authorization: `Basic ${toBase64(new TextEncoder().encode(`${username}:${password}`))}` }
}
