import type { UserDto } from '#contract/auth'
import type { LoginType } from '#contract/common'
import { issueAt } from '#contract/issue-words'
import { fault, type IssueDto } from '#contract/issues'
import type { UserDetailsDto } from '#contract/users'
import type { Actor, CurrentUser, ListedUser } from './auth.types'

/**
 * What is wrong with a new password.
 * @param minLength in characters as people count them, not UTF-16 code units.
 * @param path the field that contains it.
 */
export function findPasswordIssues(password: string, minLength: number, path: string): IssueDto[] {
  if ([...password].length >= minLength) return []
  return [issueAt(path, fault('too_short', { minimum: minLength }))]
}

/**
 * What is wrong with a new username or password beyond the contract's checks.
 * @param rules.minPasswordLength see {@link findPasswordIssues}.
 * @param rules.loginType Basic credentials end the username at the first colon (RFC 7617), so under that type a name
 *   with a colon could not sign in.
 */
export function findIssues(
  given: { username: string; password: string },
  rules: { minPasswordLength: number; loginType: LoginType | null },
): IssueDto[] {
  const issues: IssueDto[] = []
  if (rules.loginType === 'basic' && given.username.includes(':')) {
    issues.push(issueAt('username', fault('colon_under_basic')))
  }
  return [...issues, ...findPasswordIssues(given.password, rules.minPasswordLength, 'password')]
}

/** Who made a change, for the audit log. */
export const authorOf = ({ user, address }: Actor) => ({ actor: user.username, address })

/** A user without the details that only administrators see. */
export function toUserDto({ username, role, root }: CurrentUser): UserDto {
  return { username, role, group: role, root }
}

/** A user as administrators see them. */
export function toUserDetailsDto(user: ListedUser): UserDetailsDto {
  return {
    ...toUserDto(user),
    extra_data: user.extraData,
    has_password: user.hasPassword,
    created_at: user.createdAt.toISOString(),
    request_count: user.requestCount,
    quota: user.quota,
    api_key_count: user.apiKeyCount,
  }
}
