import { createHash, createHmac, randomBytes } from 'node:crypto'

/** @returns 32 random bytes as 43 characters that need no escaping in a header or cookie. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hex: how tokens, which are random and long, are stored and looked up. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Digests that no one can compute without the key.
 * @param key by default a random key that is lost when the process ends, so that stored digests reveal
 *   nothing afterwards.
 */
export function createKeyedDigest(key: string | Buffer = randomBytes(32)): (text: string) => string {
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}
