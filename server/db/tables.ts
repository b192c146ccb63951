import { sql } from 'drizzle-orm'
import type { AuditKind } from '#contract/audit'
import type { Region, Role } from '#contract/common'
import type { RequestStatus, TimelineDetail, TimelineKind } from '#contract/books'
import type { NotificationEvent, NotificationKind, TemplateVariable } from '#contract/notifications'
import type { ReleaseDto, ReleaseMetadataDto, VerdictDto } from '#contract/releases'
import type { Kit } from './kit'

/** A book's place in a series as the catalogue words it. */
export interface StoredSeries {
  title: string
  position: string | null
}

/** How one indexer answered a search. */
export interface StoredIndexerAnswer {
  id: number
  name: string
  state: 'asking' | 'answered' | 'failed'
  /** Releases it offered. */
  found: number
  error: string | null
  /** The words that brought the answer; null while it is asked. */
  query: string | null
}

/** A release as it is stored: the facts of the ranking with times as text, and without any download link. */
export type StoredRelease = Omit<ReleaseDto, 'rank' | 'verdict' | 'book_metadata'> & {
  categories: number[]
  info_hash: string | null
  /** The words it was found with. */
  query: string
  metadata: ReleaseMetadata | null
}

/** What a tracker says about a release beyond its title. */
export interface ReleaseMetadata {
  title: string | null
  subtitle: string | null
  authors: string[]
  narrators: string[]
  series: StoredSeries[]
  /** ISO 639-1 where known, else the word given. */
  language: string | null
  filetypes: string[]
  freeleech: boolean | null
  /** Only accounts with VIP status may download it. */
  vip: boolean | null
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
  const { table, text, integer, boolean, time, json, index, uniqueIndex, primaryKey } = kit

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
    /** Who wrote it down, where it is not from the catalogue; kept as a name when that user goes. */
    handMadeBy: text(),
    /** What the person who wrote it down said about it. */
    info: text(),
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
      /** How often it was declined: who was declined may ask once more. */
      declines: integer().notNull().default(0),
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
      /**
       * When it is looked for again, or the history is asked again while a grab is unconfirmed; null: at once
       * where automatic download is on, never in the states that end the work.
       */
      nextTryAt: time(),
      error: text(),
      /** Searches in a row that found nothing acceptable; decides the next pause. */
      misses: integer().notNull().default(0),
      /** Searches in a row that no indexer answered; decides the next pause. */
      failures: integer().notNull().default(0),
      /** Whether a person wants the next try made, also while automatic download is off. */
      asked: boolean().notNull().default(false),
      /** Whether an administrator has stopped the automatic search until told otherwise. */
      stopped: boolean().notNull().default(false),
      /** Who is working on it and until when nobody else may; null when nobody is. */
      leaseOwner: text(),
      leaseUntil: time(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      index('fulfilments_state').on(columns.state),
      index('fulfilments_due').on(columns.state, columns.nextTryAt),
    ],
  )

  /**
   * A search for releases of a book: who asked the indexers when, and what came of it. The newest one is the
   * cache; one that is under way is held by a lease, so that all instances run one per book.
   */
  const releaseSearches = table(
    'release_searches',
    {
      id: text().primaryKey(),
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      state: text().$type<'running' | 'finished' | 'failed'>().notNull(),
      /** Username, or null for the server itself. */
      actor: text(),
      /** How each indexer answered. */
      indexers: json<StoredIndexerAnswer[]>().notNull(),
      found: integer().notNull().default(0),
      accepted: integer().notNull().default(0),
      /** What went wrong, also where some indexers answered. */
      error: text(),
      leaseOwner: text(),
      leaseUntil: time(),
      startedAt: time().notNull(),
      finishedAt: time(),
    },
    (columns) => [
      index('release_searches_asin_started').on(columns.asin, columns.startedAt),
      uniqueIndex('release_searches_one_running')
        .on(columns.asin)
        .where(sql`state = 'running'`),
    ],
  )

  /** What a search found, with the verdict of that moment. Download links are never stored. */
  const releases = table(
    'releases',
    {
      searchId: text()
        .notNull()
        .references(() => releaseSearches.id, { onDelete: 'cascade' }),
      /** From 1, best first. */
      rank: integer().notNull(),
      guid: text().notNull(),
      indexerId: integer().notNull(),
      /** Everything the indexer said. */
      facts: json<StoredRelease>().notNull(),
      /** What was read from that. */
      metadata: json<ReleaseMetadataDto>().notNull(),
      verdict: json<VerdictDto>().notNull(),
    },
    (columns) => [primaryKey({ columns: [columns.searchId, columns.rank] })],
  )

  /** Every hand-over to the download client, written down before it is tried. */
  const grabs = table(
    'grabs',
    {
      id: text().primaryKey(),
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      guid: text().notNull(),
      indexerId: integer().notNull(),
      title: text().notNull(),
      facts: json<StoredRelease>().notNull(),
      /** The search it was chosen from: of one search only so many releases are tried. */
      searchId: text(),
      state: text().$type<'sending' | 'unconfirmed' | 'grabbed' | 'rejected' | 'reverted'>().notNull(),
      /** Username, or null for the server itself. */
      actor: text(),
      error: text(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      index('grabs_asin_created').on(columns.asin, columns.createdAt),
      // A book has one hand-over under way at most, and no release is handed over twice for it.
      uniqueIndex('grabs_one_under_way')
        .on(columns.asin)
        .where(sql`state in ('sending', 'unconfirmed')`),
      uniqueIndex('grabs_release_once')
        .on(columns.asin, columns.indexerId, columns.guid)
        .where(sql`state in ('sending', 'unconfirmed', 'grabbed')`),
    ],
  )

  /** Releases that a person does not want for a book. */
  const blockedReleases = table(
    'blocked_releases',
    {
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      indexerId: integer().notNull(),
      guid: text().notNull(),
      title: text().notNull(),
      actor: text().notNull(),
      at: time().notNull(),
    },
    (columns) => [primaryKey({ columns: [columns.asin, columns.indexerId, columns.guid] })],
  )

  /** What is set for each indexer; one without a row has its defaults and is off. */
  const indexers = table('indexers', {
    name: text().primaryKey(),
    enabled: boolean().notNull(),
    /** Encrypted JSON object of the settings that differ from their defaults. */
    settings: text().notNull(),
    /** Digests of what the configuration file said when it was last applied, per setting. */
    fileDigests: json<Record<string, string>>().notNull(),
    updatedAt: time().notNull(),
  })

  /** What happened to a book, oldest first; kept when a user goes, so the actor is a name. */
  const timeline = table(
    'timeline',
    {
      id: text().primaryKey(),
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      kind: text().$type<TimelineKind>().notNull(),
      /** Username; null for the server itself. */
      actor: text(),
      detail: json<TimelineDetail>(),
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
    releaseSearches,
    releases,
    grabs,
    blockedReleases,
    indexers,
    notificationTargets,
    deliveries,
    deliveryAttempts,
  }
}

export type Tables = ReturnType<typeof defineTables>
