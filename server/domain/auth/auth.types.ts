import type { Role } from '#contract/common'
import type { OwnQuota } from '#contract/quotas'

/** Somebody who is signed in, by whatever means. */
export interface CurrentUser {
  id: string
  username: string
  role: Role
  root: boolean
}

/** Where a request comes from. */
export interface Source {
  /** Network address; empty when it is not known. */
  address: string
  /** Whether it is that of a proxy whose headers do not count, behind which everybody is. */
  shared?: boolean
  /** What the browser keeps of the people who signed in with it, as it came. */
  devices?: string | undefined
}

/** Somebody who changes something. */
export interface Actor extends Source {
  user: CurrentUser
  /** Of the browser that asks; undefined where it is no session. */
  sessionId?: string | undefined
  /** The API key that asks; undefined where it is none. */
  key?: UsedKey | undefined
}

/** An API key by which somebody asks. */
export interface UsedKey {
  id: string
  /** From when on it is refused; null: never. */
  expiresAt: Date | null
  /** Whether it may only read. */
  readOnly: boolean
}

/** Everything a request brings to say who is asking; which of it counts depends on the login type. */
export interface Credentials {
  bearer?: string
  basic?: { username: string; password: string }
  session?: string
}

/** What asking who somebody is counts as. `look`: they do nothing themselves, so it prolongs no session. */
export type Asking = 'use' | 'look'

/** Who is asking, and how that was shown. `sessionId` is there for sessions only, and `key` for API keys. */
export interface Identity {
  user: CurrentUser
  via: 'key' | 'session' | 'basic' | 'open'
  sessionId?: string
  key?: UsedKey
}

/** What a sign-in rests on; it is over when one of them is gone. */
export interface SignInIds {
  userId: string
  sessionId?: string | undefined
  keyId?: string | undefined
}

/** A user as administrators see them. */
export interface StoredUser extends CurrentUser {
  extraData: string | null
}

/** What administrators see of a user beside that. */
export interface ListedUser extends StoredUser {
  hasPassword: boolean
  createdAt: Date
  requestCount: number
  quota: OwnQuota
  apiKeyCount: number
}

/** What signing in with a password needs to know of a user; null hash: they have no password. */
export interface PasswordUser {
  user: CurrentUser
  passwordHash: string | null
}

/** Makes and checks password hashes, away from the thread that answers requests. */
export interface PasswordHasher {
  /** @returns a PHC string, which names its algorithm, parameters and salt. */
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  /** A hash that no password has, as costly to check as any made here. */
  readonly dummy: string
}
