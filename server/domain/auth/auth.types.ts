import type { Role } from '#contract/common'

/** Somebody who is signed in, by whatever means. */
export interface CurrentUser {
  id: string
  username: string
  role: Role
  root: boolean
}

/** Everything a request brings to say who is asking; which of it counts depends on the login type. */
export interface Credentials {
  bearer?: string
  basic?: { username: string; password: string }
  session?: string
}

/** Who is asking, and how that was shown. `sessionId` is there for sessions only. */
export interface Identity {
  user: CurrentUser
  via: 'key' | 'session' | 'basic' | 'open'
  sessionId?: string
}

/** A user as administrators see them. */
export interface StoredUser extends CurrentUser {
  extraData: string | null
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
