import { beyondKey } from './auth.errors'
import type { UsedKey } from './auth.types'

/** How far a key goes. */
export type Reach = Pick<UsedKey, 'expiresAt' | 'readOnly'>

/** Whether a key may make another one, or have it work again: no longer and for no more than itself. */
export function mayGrant(by: Reach, other: Reach): boolean {
  if (by.readOnly && !other.readOnly) return false
  if (by.expiresAt === null) return true
  return other.expiresAt !== null && other.expiresAt <= by.expiresAt
}

/**
 * Refuses a key that ends what would outlast it: a password, an administrator, another way to sign in.
 * @param by the key that asks; undefined: no key does.
 * @throws AppError `beyond_api_key`.
 */
export function refuseLasting(by: Reach | undefined): void {
  if (by && by.expiresAt !== null) {
    throw beyondKey({ why: 'expires' })
  }
}
