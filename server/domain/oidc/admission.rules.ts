import type { Role } from '#contract/common'
import type { Candidate, ProviderIdentity } from '#server/domain/auth/auth.types'

/** A person signing in, and the users they could be. */
interface Admission {
  identity: ProviderIdentity
  /** The user with this identity. */
  known: Candidate | undefined
  /** The user with this name. */
  namesake: Candidate | undefined
  /** The role from their groups; undefined if none. */
  role: Role | undefined
  allowTakeover: boolean
  /** Whether the root administrator has a password with which to vouch for others. */
  rootHasPassword: boolean
}

type Decision =
  | { kind: 'enter'; user: Candidate }
  | { kind: 'create'; role: Role }
  | { kind: 'take_over'; user: Candidate }
  /** Like `take_over`, once that user's password has been entered. */
  | { kind: 'ask_password'; user: Candidate }
  /** Like `ask_password`, but with the root administrator's password, because the user has none. */
  | { kind: 'ask_root'; user: Candidate }
  | { kind: 'refuse'; reason: 'takeover_forbidden' | 'somebody_else' | 'reset_root_needed' }

/**
 * Decides which user a person signs in as. People are identified by the provider's subject; the name counts only at the
 * first sign-in, as a provider may let people choose it. A user linked to someone else at the same provider is never
 * taken over; one linked to another provider is, as only one is configured at a time.
 */
export function decideAdmission(admission: Admission): Decision {
  const { identity, known, namesake, role, allowTakeover, rootHasPassword } = admission
  if (known) return { kind: 'enter', user: known }
  if (!namesake) return { kind: 'create', role: role ?? 'untrusted' }
  if (namesake.identity?.issuer === identity.issuer) return { kind: 'refuse', reason: 'somebody_else' }
  if (!allowTakeover && !mayRelink(namesake)) return { kind: 'refuse', reason: 'takeover_forbidden' }
  if (!isAdministrator(namesake)) return { kind: 'take_over', user: namesake }
  if (namesake.hasPassword) return { kind: 'ask_password', user: namesake }
  if (rootHasPassword && !namesake.root) return { kind: 'ask_root', user: namesake }
  return { kind: 'refuse', reason: 'reset_root_needed' }
}

const isAdministrator = ({ role, root }: Candidate) => role === 'admin' || root

/**
 * Whether a user may be linked to a new identity even though takeover is off: administrators linked to
 * another provider, and the root administrator, whom reset-root unlinks, would otherwise be locked out. A
 * name alone is not enough: a password is required.
 */
export function mayRelink(candidate: Candidate): boolean {
  return candidate.root || (isAdministrator(candidate) && candidate.identity !== null)
}

/** A user's new role; the root administrator keeps theirs, whatever the groups say. */
export function roleAfter(user: { role: Role; root: boolean }, groups: Role | undefined): Role {
  return user.root ? user.role : (groups ?? user.role)
}
