import type { Role } from '#contract/common'
import type { OwnQuota } from '#contract/quotas'

/** A person who is signed in, by whatever means. */
export interface CurrentUser {
  id: string
  username: string
  role: Role
  root: boolean
}

/** Where a request comes from. */
export interface Source {
  /** Network address; empty if unknown. */
  address: string
  /** Whether it is that of an untrusted proxy, behind which everyone is. */
  shared?: boolean
  /** The browser's cookie of people who signed in with it, as received. */
  devices?: string | undefined
}

/** A person who makes a change. */
export interface Actor extends Source {
  user: CurrentUser
  /** Session of the requesting browser; undefined without one. */
  sessionId?: string | undefined
  /** API key of the request; undefined without one. */
  key?: UsedKey | undefined
}

/** An API key used for a request. */
export interface UsedKey {
  id: string
  /** When it expires; null: never. */
  expiresAt: Date | null
  /** Whether it may only read. */
  readOnly: boolean
}

/** All credentials of a request; which of them count depends on the login type. */
export interface Credentials {
  bearer?: string
  basic?: { username: string; password: string }
  session?: string
}

/** The purpose of identifying someone. `look`: they do nothing themselves, so it prolongs no session. */
export type Asking = 'use' | 'look'

/** The caller, and how they were identified. `sessionId` exists only for sessions, and `key` only for API keys. */
export interface Identity {
  user: CurrentUser
  via: 'key' | 'session' | 'basic' | 'open'
  sessionId?: string
  key?: UsedKey
}

/** What a sign-in depends on; it ends when one of these is gone. */
export interface SignInIds {
  userId: string
  sessionId?: string | undefined
  keyId?: string | undefined
}

/** A user as administrators see them. */
export interface StoredUser extends CurrentUser {
  extraData: string | null
}

/** What administrators also see of a user. */
export interface ListedUser extends StoredUser {
  hasPassword: boolean
  createdAt: Date
  requestCount: number
  quota: OwnQuota
  apiKeyCount: number
}

/** The facts for signing in with a password; null hash: they have none. */
export interface PasswordUser {
  user: CurrentUser
  passwordHash: string | null
}

/** Creates and verifies password hashes off the event loop. */
export interface PasswordHasher {
  /** @returns a PHC string, which includes algorithm, parameters and salt. */
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  /** A hash that no password matches, as costly to verify as any created here. */
  readonly dummy: string
}
