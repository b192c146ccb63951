import type { Role } from '#contract/common'
import type { OwnQuota } from '#contract/quotas'
import type { Transaction } from '#server/db/database'

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
  /** Whether this is the address of an untrusted proxy, which everyone behind it shares. */
  shared?: boolean
  /** The cookie that names the people who have signed in with this browser, as received. */
  devices?: string | undefined
}

/** A person who makes a change. */
export interface Actor extends Source {
  user: CurrentUser
  /** Session of the requesting browser; undefined without one. */
  sessionId?: string | undefined
  /** API key of the request; undefined without one. */
  key?: UsedKey | undefined
  /**
   * Ensures in a transaction, and until it ends, that this person may still make the call: first of all in each
   * transaction that gives anyone a lasting right. Since the call was admitted, they may have been signed out or
   * demoted.
   * @throws AppError `not_signed_in` 401 or `missing_role` 403.
   */
  stillEntitled: (within: Transaction) => Promise<void>
  /**
   * Refuses a change whose effect would outlast the key of the call, unnoticed: a way in, such as a password or an
   * administrator, or a way out to an address that whoever holds the key chooses, such as a notification target or a
   * connection.
   * @throws AppError `beyond_api_key` 403 for a key that expires.
   */
  refuseOutlasting: () => void
}

/** An API key used for a request. */
export interface UsedKey {
  id: string
  /** When it expires; null for never. */
  expiresAt: Date | null
  /** Whether it may only read. */
  readOnly: boolean
}

/** All credentials of a request; which of them count depends on the login type. */
export interface Credentials {
  bearer?: string
  /** A bearer token that is no API key of this server; a proxy may have added it. */
  foreignBearer?: string
  basic?: { username: string; password: string }
  session?: string
}

/** Why a caller is identified. `look`: a page calls in the background, which prolongs no session. */
export type IdentifyPurpose = 'use' | 'look'

/**
 * The caller, and how they were identified. `sessionId` exists only for sessions, `key` only for API keys, and
 * `passwordHash`, what the password was compared with, only for Basic credentials.
 */
export interface Identity {
  user: CurrentUser
  via: 'key' | 'session' | 'basic' | 'open'
  sessionId?: string
  key?: UsedKey
  passwordHash?: string | null
}

/** The rows that a sign-in depends on; it ends when one of them is deleted. */
export interface SignInIds {
  userId: string
  sessionId?: string | undefined
  keyId?: string | undefined
}

/** A user as administrators see them. */
export interface StoredUser extends CurrentUser {
  extraData: string | null
}

/** A user with the details that only administrators see. */
export interface ListedUser extends StoredUser {
  hasPassword: boolean
  createdAt: Date
  requestCount: number
  quota: OwnQuota
  apiKeyCount: number
}

/** What is needed to sign a user in with a password; the hash is null if they have none. */
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

/** A person's permanent identity at a provider, whatever their name. */
export interface ProviderIdentity {
  issuer: string
  subject: string
}

/** The facts about a local user that decide whether someone may sign in as them. */
export interface Candidate extends CurrentUser {
  hasPassword: boolean
  /** Their identity at a provider; null until they first sign in through one. */
  identity: ProviderIdentity | null
}
