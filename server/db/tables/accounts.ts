import { sql } from 'drizzle-orm'
import type { AuditNote } from '#contract/audit-note'
import type { AuditKind } from '#contract/audit'
import type { Region, Role } from '#contract/common'
import type { Language } from '#contract/words/messages'
import type { OwnQuota } from '#contract/quotas'
import type { ColumnTypes } from '#server/db/column-types'

/** Users, their sign-ins, and the audit log. */
export function defineAccountTables(types: ColumnTypes) {
  const { table, text, integer, boolean, time, json, index, uniqueIndex, primaryKey } = types

  const users = table(
    'users',
    {
      id: text().primaryKey(),
      username: text().notNull(),
      usernameKey: text().notNull(),
      role: text().$type<Role>().notNull(),
      root: boolean().notNull(),
      passwordHash: text(),
      extraData: text(),
      /** The region this person searches by default; null: the server's. */
      defaultRegion: text().$type<Region>(),
      /** Language of this person's pages and messages; null: the browser's. */
      language: text().$type<Language>(),
      /** This person's own quota; null: the role's. */
      quota: json<NonNullable<OwnQuota>>(),
      /** The person's identity at an OpenID Connect provider; both or neither. */
      oidcIssuer: text(),
      oidcSubject: text(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      uniqueIndex('users_username_key_unique').on(columns.usernameKey),
      uniqueIndex('users_oidc_identity_unique').on(columns.oidcIssuer, columns.oidcSubject),
      // At most one root administrator, even if two setups arrive at once.
      uniqueIndex('users_one_root')
        .on(columns.root)
        .where(sql`root`),
    ],
  )

  const sessions = table(
    'sessions',
    {
      id: text().primaryKey(),
      tokenHash: text().notNull(),
      userId: text()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      userAgent: text(),
      address: text(),
      /** Encrypted: the token that an OpenID Connect provider requires at sign-out; null for others. */
      idToken: text(),
      createdAt: time().notNull(),
      lastSeenAt: time().notNull(),
      expiresAt: time().notNull(),
    },
    (columns) => [
      uniqueIndex('sessions_token_hash_unique').on(columns.tokenHash),
      index('sessions_user_id').on(columns.userId),
      index('sessions_expires_at').on(columns.expiresAt),
    ],
  )

  const apiKeys = table(
    'api_keys',
    {
      id: text().primaryKey(),
      userId: text()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      name: text().notNull(),
      nameKey: text().notNull(),
      keyHash: text().notNull(),
      enabled: boolean().notNull(),
      /** Whether the key may only read. */
      readOnly: boolean().notNull().default(false),
      /** When it expires; null: never. */
      expiresAt: time(),
      createdAt: time().notNull(),
      lastUsedAt: time(),
    },
    (columns) => [
      uniqueIndex('api_keys_key_hash_unique').on(columns.keyHash),
      uniqueIndex('api_keys_user_name_unique').on(columns.userId, columns.nameKey),
    ],
  )

  /** Single-use links for choosing a password; a used one is deleted. */
  const invitations = table(
    'invitations',
    {
      id: text().primaryKey(),
      tokenHash: text().notNull(),
      /** The role of a new user. */
      role: text().$type<Role>().notNull(),
      /** The user whose password it sets; null: a new user. */
      userId: text().references(() => users.id, { onDelete: 'cascade' }),
      invitedBy: text()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      createdAt: time().notNull(),
      expiresAt: time().notNull(),
    },
    (columns) => [
      uniqueIndex('invitations_token_hash_unique').on(columns.tokenHash),
      index('invitations_created_at').on(columns.createdAt, columns.id),
      index('invitations_expires_at').on(columns.expiresAt),
      index('invitations_user_id').on(columns.userId),
      index('invitations_invited_by').on(columns.invitedBy),
    ],
  )

  /** Wrong passwords per user and per address; `key` is a digest of either. */
  const passwordFailures = table(
    'password_failures',
    { key: text().primaryKey(), count: integer().notNull(), lastAt: time().notNull() },
    (columns) => [index('password_failures_last_at').on(columns.lastAt)],
  )

  /** Networks of recent sign-ins; `network` is a keyed digest. */
  const signInNetworks = table(
    'sign_in_networks',
    {
      userId: text()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      network: text().notNull(),
      lastAt: time().notNull(),
    },
    (columns) => [
      primaryKey({ columns: [columns.userId, columns.network] }),
      index('sign_in_networks_last_at').on(columns.lastAt),
    ],
  )

  /**
   * Sign-ins in progress through an OpenID Connect provider: the person is at the provider, or has to enter
   * the password of the account to take over. Each can be used once, in one browser.
   */
  const oidcAttempts = table(
    'oidc_attempts',
    {
      /** Digest of its identifier: the state sent to the provider, or the browser. */
      id: text().primaryKey(),
      kind: text().$type<'sign_in' | 'takeover'>().notNull(),
      /** Digest of the browser's cookie. */
      browserHash: text().notNull(),
      /** Digest of the network where the sign-in began; null if it does not count against one. */
      networkHash: text(),
      /** Encrypted JSON. */
      payload: text().notNull(),
      expiresAt: time().notNull(),
    },
    (columns) => [
      index('oidc_attempts_expires_at').on(columns.expiresAt),
      index('oidc_attempts_network').on(columns.networkHash, columns.expiresAt),
    ],
  )

  /**
   * The audit log of accounts and sign-ins. It outlives users, so people are stored by name. It never
   * contains a secret.
   */
  const auditEntries = table(
    'audit_entries',
    {
      id: text().primaryKey(),
      kind: text().$type<AuditKind>().notNull(),
      /** Who did it; null if unknown. */
      actor: text(),
      /** What it concerns: a username, the name of a key, a login type. */
      subject: text(),
      /** A short detail, such as the new role. */
      note: json<AuditNote>(),
      address: text(),
      at: time().notNull(),
    },
    (columns) => [
      // Covers all columns of the sort order, so that a page is read without sorting.
      index('audit_entries_at').on(columns.at, columns.id),
      index('audit_entries_kind_at').on(columns.kind, columns.at, columns.id),
    ],
  )

  return {
    users,
    sessions,
    apiKeys,
    invitations,
    passwordFailures,
    signInNetworks,
    oidcAttempts,
    auditEntries,
  }
}

export type AccountTables = ReturnType<typeof defineAccountTables>
