import type { UsedKey } from './auth.types'

/** The limits of a key. */
export type KeyLimits = Pick<UsedKey, 'expiresAt' | 'readOnly'>

/** Whether a key may create or enable another one: only if that one has no wider limits. */
export function mayGrant(by: KeyLimits, other: KeyLimits): boolean {
  if (by.readOnly && !other.readOnly) return false
  if (by.expiresAt === null) return true
  return other.expiresAt !== null && other.expiresAt <= by.expiresAt
}
