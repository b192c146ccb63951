import { createHash, createHmac, randomBytes } from 'node:crypto'

/** @returns 32 random bytes as 43 characters that need no escaping in a header or cookie. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hexadecimal: how tokens, which are random and long, are stored and found. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Digests that nobody without the key can make or look for.
 * @param key left out: a random one that lives as long as the process, so that what is kept tells nothing once
 *   that is gone.
 */
export function createKeyedDigest(key: string | Buffer = randomBytes(32)): (text: string) => string {
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}
