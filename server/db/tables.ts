import { sql } from 'drizzle-orm'
import type { AuditKind } from '#contract/audit'
import type { Region, Role } from '#contract/common'
import type { RequestStatus } from '#contract/books'
import type { NotificationEvent, NotificationKind, TemplateVariable } from '#contract/notifications'
import type { Kit } from './kit'

/** A book's place in a series as the catalogue words it. */
export interface StoredSeries {
  title: string
  position: string | null
}

/** States a fulfilment can be in; `waiting` has an approved request and nothing done yet. */
export type FulfilmentState =
  | 'waiting'
  | 'searching'
  | 'not_found'
  | 'grab_unconfirmed'
  | 'grabbed'
  | 'downloading'
  | 'available'
  | 'failed'

/**
 * Every table, once for both dialects. Ids and times come from the application; `*_key` columns hold a
 * normalised form that makes a name unique regardless of case.
 */
export function defineTables(kit: Kit) {
  const { table, text, integer, boolean, time, json, index, uniqueIndex } = kit

  /** One row per setting; its value as JSON text, parsed by the schema of that key. */
  const settings = table('settings', {
    key: text().primaryKey(),
    value: text().notNull(),
    updatedAt: time().notNull(),
  })

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
      /** Encrypted JSON. */
      payload: text().notNull(),
      expiresAt: time().notNull(),
    },
    (columns) => [index('oidc_attempts_expires_at').on(columns.expiresAt)],
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
      detail: text(),
      address: text(),
      at: time().notNull(),
    },
    (columns) => [
      index('audit_entries_at').on(columns.at),
      index('audit_entries_kind_at').on(columns.kind, columns.at),
    ],
  )

  const audiobooks = table('audiobooks', {
    asin: text().primaryKey(),
    region: text().$type<Region>().notNull(),
    title: text().notNull(),
    subtitle: text(),
    authors: json<string[]>().notNull(),
    narrators: json<string[]>().notNull(),
    series: json<StoredSeries[]>().notNull(),
    language: text(),
    edition: text().$type<'unabridged' | 'abridged' | 'dramatised' | 'original'>(),
    releaseDate: text(),
    runtimeMin: integer(),
    summary: text(),
    coverUrl: text(),
    /** Title, subtitle, authors, narrators and series, folded for searching the list. */
    searchText: text().notNull(),
    titleKey: text().notNull(),
    authorKey: text().notNull(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  })

  const requests = table(
    'requests',
    {
      id: text().primaryKey(),
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      userId: text()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      status: text().$type<RequestStatus>().notNull(),
      reason: text(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      uniqueIndex('requests_asin_user_unique').on(columns.asin, columns.userId),
      index('requests_user_asin').on(columns.userId, columns.asin),
      index('requests_created_at').on(columns.createdAt),
    ],
  )

  const fulfilments = table(
    'fulfilments',
    {
      asin: text()
        .primaryKey()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      state: text().$type<FulfilmentState>().notNull(),
      nextTryAt: time(),
      error: text(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [index('fulfilments_state').on(columns.state)],
  )

  /** What happened to a book, oldest first; kept when a user goes, so the actor is a name. */
  const timeline = table(
    'timeline',
    {
      id: text().primaryKey(),
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      kind: text().$type<'requested' | 'withdrawn'>().notNull(),
      actor: text(),
      at: time().notNull(),
    },
    (columns) => [index('timeline_asin_at').on(columns.asin, columns.at)],
  )

  const notificationTargets = table(
    'notification_targets',
    {
      id: text().primaryKey(),
      /** Whose it is; null for those of the server. */
      ownerId: text().references(() => users.id, { onDelete: 'cascade' }),
      kind: text().$type<NotificationKind>().notNull().default('custom'),
      name: text().notNull(),
      nameKey: text().notNull(),
      /** Encrypted: addresses hold tokens. */
      url: text().notNull(),
      events: json<NotificationEvent[]>().notNull(),
      bodyType: text().$type<'text' | 'json'>().notNull(),
      body: text().notNull(),
      /** Encrypted JSON object of header names and values. */
      headers: text().notNull(),
      enabled: boolean().notNull(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      uniqueIndex('notification_targets_name_unique')
        .on(columns.nameKey)
        .where(sql`owner_id is null`),
      uniqueIndex('notification_targets_owner_name_unique').on(columns.ownerId, columns.nameKey),
    ],
  )

  /** The outbox: one row per event and target. */
  const deliveries = table(
    'deliveries',
    {
      id: text().primaryKey(),
      targetId: text()
        .notNull()
        .references(() => notificationTargets.id, { onDelete: 'cascade' }),
      /** Names what happened, which is put in once per target; null in rows of former versions. */
      eventId: text(),
      event: text().$type<NotificationEvent>().notNull(),
      variables: json<Partial<Record<TemplateVariable, string>>>().notNull(),
      state: text().$type<'pending' | 'delivered' | 'failed'>().notNull(),
      attempts: integer().notNull(),
      nextAttemptAt: time().notNull(),
      /** Who is sending it and until when nobody else may; null when nobody is. */
      leaseOwner: text(),
      leaseUntil: time(),
      lastError: text(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      uniqueIndex('deliveries_target_event_unique').on(columns.targetId, columns.eventId),
      index('deliveries_target_due').on(columns.targetId, columns.state, columns.nextAttemptAt),
      index('deliveries_ended_updated')
        .on(columns.state, columns.updatedAt)
        .where(sql`state <> 'pending'`),
      index('deliveries_target_updated').on(columns.targetId, columns.updatedAt),
    ],
  )

  /** Every try of every delivery, with what came back, shortened and without secrets. */
  const deliveryAttempts = table(
    'delivery_attempts',
    {
      id: text().primaryKey(),
      deliveryId: text()
        .notNull()
        .references(() => deliveries.id, { onDelete: 'cascade' }),
      at: time().notNull(),
      durationMs: integer().notNull(),
      status: integer(),
      /** What the target answered; null when it did not. */
      answer: text(),
      error: text(),
    },
    (columns) => [index('delivery_attempts_delivery_at').on(columns.deliveryId, columns.at)],
  )

  return {
    settings,
    users,
    sessions,
    apiKeys,
    passwordFailures,
    oidcAttempts,
    auditEntries,
    audiobooks,
    requests,
    fulfilments,
    timeline,
    notificationTargets,
    deliveries,
    deliveryAttempts,
  }
}

export type Tables = ReturnType<typeof defineTables>
