import { sql } from 'drizzle-orm'
import type { AuditNote } from '#contract/audit-note'
import type { AuditKind } from '#contract/audit'
import type { Region, Role } from '#contract/common'
import type { Language } from '#contract/words/messages'
import type { OwnQuota } from '#contract/quotas'
import type { Kit } from '#server/db/kit'

/** Who may come in, how they do, and what happened to accounts. */
export function defineAccountTables(kit: Kit) {
  const { table, text, integer, boolean, time, json, index, uniqueIndex, primaryKey } = kit

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
      /** Region this person searches in; null: the server's default. */
      defaultRegion: text().$type<Region>(),
      /** Language of pages and messages for this person; null: as the browser says. */
      language: text().$type<Language>(),
      /** How much this person alone may request; null: as the role says. */
      quota: json<NonNullable<OwnQuota>>(),
      /** Who the person is at an OpenID Connect provider; both or neither. */
      oidcIssuer: text(),
      oidcSubject: text(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      uniqueIndex('users_username_key_unique').on(columns.usernameKey),
      uniqueIndex('users_oidc_identity_unique').on(columns.oidcIssuer, columns.oidcSubject),
      // There is one root administrator at most, also when two set-ups arrive at once.
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
      /** Encrypted: what an OpenID Connect provider wants to see when the person signs out; null for others. */
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
      /** Whether it may only read. */
      readOnly: boolean().notNull().default(false),
      /** From when on it is refused; null: never. */
      expiresAt: time(),
      createdAt: time().notNull(),
      lastUsedAt: time(),
    },
    (columns) => [
      uniqueIndex('api_keys_key_hash_unique').on(columns.keyHash),
      uniqueIndex('api_keys_user_name_unique').on(columns.userId, columns.nameKey),
    ],
  )

  /** Links by which somebody chooses a password once; a row goes when it is used. */
  const invitations = table(
    'invitations',
    {
      id: text().primaryKey(),
      tokenHash: text().notNull(),
      /** What a new user may do. */
      role: text().$type<Role>().notNull(),
      /** Whose password it is for; null: it makes a new user. */
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

  /** Wrong passwords per user and per address; `key` is a digest that names which. */
  const passwordFailures = table(
    'password_failures',
    {
      key: text().primaryKey(),
      count: integer().notNull(),
      lastAt: time().notNull(),
    },
    (columns) => [index('password_failures_last_at').on(columns.lastAt)],
  )

  /** From where people signed in lately; `network` is a keyed digest. */
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
   * Sign-ins through an OpenID Connect provider that are under way: a person is at the provider, or has to
   * give the password of the account that is to be taken over. Each is good once, for one browser.
   */
  const oidcAttempts = table(
    'oidc_attempts',
    {
      /** Digest of what names it: the state that goes to the provider and back, or the browser. */
      id: text().primaryKey(),
      kind: text().$type<'sign_in' | 'takeover'>().notNull(),
      /** Digest of the cookie that the browser was given. */
      browserHash: text().notNull(),
      /** Digest of the network that a sign-in was begun from. */
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

  /** What happened to accounts and sign-in; kept when a user goes, so people are names. Never holds a secret. */
  const auditEntries = table(
    'audit_entries',
    {
      id: text().primaryKey(),
      kind: text().$type<AuditKind>().notNull(),
      /** Who did it; null for nobody that is known. */
      actor: text(),
      /** What it was done to: a username, the name of a key, a login type. */
      subject: text(),
      /** Few words more, such as the new role. */
      note: json<AuditNote>(),
      address: text(),
      at: time().notNull(),
    },
    (columns) => [
      // To the last column of their order, so that a page is read in it and not sorted.
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
