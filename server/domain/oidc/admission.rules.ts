import type { Role } from '#contract/common'
import type { ProviderIdentity } from './oidc.types'

/** What has to be known of a local user to decide whether somebody may sign in as them. */
export interface Candidate {
  id: string
  username: string
  role: Role
  root: boolean
  hasPassword: boolean
  /** Who they are at a provider; null until they first sign in through one. */
  identity: ProviderIdentity | null
}

/** Somebody at the door, and the users they could be. */
interface Admission {
  identity: ProviderIdentity
  /** The user of this identity. */
  known: Candidate | undefined
  /** The user of this name. */
  namesake: Candidate | undefined
  /** What the groups say; undefined: nothing. */
  role: Role | undefined
  allowTakeover: boolean
  /** Whether the root administrator has a password to vouch with for others. */
  rootHasPassword: boolean
}

type Decision =
  | { kind: 'enter'; user: Candidate }
  | { kind: 'create'; role: Role }
  | { kind: 'take_over'; user: Candidate }
  /** As taking over, once the password of that user was given. */
  | { kind: 'ask_password'; user: Candidate }
  /** The same with the password of the root administrator, as that user has none. */
  | { kind: 'ask_root'; user: Candidate }
  | { kind: 'refuse'; reason: 'takeover_forbidden' | 'somebody_else' | 'reset_root_needed' }

/**
 * Decides as whom somebody enters. People are their identity at the provider; the name counts at the first
 * sign-in alone, as a provider may let people choose it. A user who belongs to somebody else at the same
 * provider is never taken over; one who belongs to another provider is, as only one is configured at a time.
 */
export function decideAdmission(admission: Admission): Decision {
  const { identity, known, namesake, role, allowTakeover, rootHasPassword } = admission
  if (known) return { kind: 'enter', user: known }
  if (!namesake) return { kind: 'create', role: role ?? 'untrusted' }
  if (namesake.identity?.issuer === identity.issuer) return { kind: 'refuse', reason: 'somebody_else' }
  if (!allowTakeover && !isTiedAgain(namesake)) return { kind: 'refuse', reason: 'takeover_forbidden' }
  if (!isAdministrator(namesake)) return { kind: 'take_over', user: namesake }
  if (namesake.hasPassword) return { kind: 'ask_password', user: namesake }
  if (rootHasPassword && !namesake.root) return { kind: 'ask_root', user: namesake }
  return { kind: 'refuse', reason: 'reset_root_needed' }
}

const isAdministrator = ({ role, root }: Candidate) => role === 'admin' || root

/**
 * Whether somebody who is not known at the provider of now may be tied to it although nobody may be taken over:
 * administrators who came through another one, and the root administrator, whom reset-root unties. They would be
 * locked out, and a name alone gets nobody in as them: a password is asked for.
 */
export function isTiedAgain(candidate: Candidate): boolean {
  return candidate.root || (isAdministrator(candidate) && candidate.identity !== null)
}

/** The role that a user has from now on; the root administrator keeps theirs, whatever groups say. */
export function roleAfter(user: { role: Role; root: boolean }, groups: Role | undefined): Role {
  return user.root ? user.role : (groups ?? user.role)
}
