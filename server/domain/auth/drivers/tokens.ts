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
 * Digests under a random key that lives as long as the process: equal texts are recognised, and what is kept
 * tells nothing about them once the process is gone.
 */
export function createKeyedDigest(): (text: string) => string {
  const key = randomBytes(32)
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}
