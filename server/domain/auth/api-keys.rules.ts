import { beyondKey } from './auth.errors'
import type { UsedKey } from './auth.types'

/** The limits of a key. */
export type KeyLimits = Pick<UsedKey, 'expiresAt' | 'readOnly'>

/** Whether a key may create or enable another one: only if that one has no wider limits. */
export function mayGrant(by: KeyLimits, other: KeyLimits): boolean {
  if (by.readOnly && !other.readOnly) return false
  if (by.expiresAt === null) return true
  return other.expiresAt !== null && other.expiresAt <= by.expiresAt
}

/**
 * Refuses changes whose effect would outlast the key: a password, an administrator, another login type.
 * @param by the key used; undefined if none was.
 * @throws AppError `beyond_api_key`.
 */
export function refuseOutlasting(by: KeyLimits | undefined): void {
  if (by && by.expiresAt !== null) {
    throw beyondKey({ why: 'expires' })
  }
}
