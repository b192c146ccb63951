import type { UserDto } from '#contract/auth'
import type { LoginType } from '#contract/common'
import type { UserDetailsDto } from '#contract/users'
import type { CurrentUser, StoredUser } from './auth.types'

/** A field that cannot be stored, with what is accepted. */
export interface Misfit {
  path: string
  message: string
}

/**
 * What is wrong with a new username or password beyond what the contract says.
 * @param rules.minPasswordLength in characters as people count them, not UTF-16 code units.
 * @param rules.loginType Basic credentials end the username at the first colon (RFC 7617), so under that type
 *   nobody could sign in with one in it.
 */
export function findMisfits(
  given: { username: string; password: string },
  rules: { minPasswordLength: number; loginType: LoginType | null },
): Misfit[] {
  const misfits: Misfit[] = []
  if (rules.loginType === 'basic' && given.username.includes(':')) {
    misfits.push({ path: 'username', message: 'must not contain a colon under the login type basic' })
  }
  if ([...given.password].length < rules.minPasswordLength) {
    misfits.push({ path: 'password', message: `must have at least ${rules.minPasswordLength} characters` })
  }
  return misfits
}

/** A user as answers show them to everybody who may know of them. */
export function toUserDto({ username, role, root }: CurrentUser): UserDto {
  return { username, role, group: role, root }
}

/** A user as administrators see them. */
export function toUserDetailsDto(user: StoredUser): UserDetailsDto {
  return { ...toUserDto(user), extra_data: user.extraData }
}
