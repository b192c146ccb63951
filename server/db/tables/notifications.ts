import { sql } from 'drizzle-orm'
import type { DeliveryCause } from '#contract/delivery-cause'
import type { NotificationEvent, NotificationKind } from '#contract/notifications'
import type { Language } from '#contract/words/messages'
import type { ColumnTypes } from '#server/db/column-types'
import type { StoredMessage, TemplateValues } from '#server/db/stored-message'
import type { AccountTables } from './accounts'

/** Notification targets, and the delivery log. */
export function defineNotificationTables(types: ColumnTypes, { users }: Pick<AccountTables, 'users'>) {
  const { table, text, integer, boolean, time, json, index, uniqueIndex } = types

  const notificationTargets = table(
    'notification_targets',
    {
      id: text().primaryKey(),
      /** The owner; null for the server. */
      ownerId: text().references(() => users.id, { onDelete: 'cascade' }),
      kind: text().$type<NotificationKind>().notNull().default('custom'),
      name: text().notNull(),
      nameKey: text().notNull(),
      /** Encrypted: addresses hold tokens. */
      url: text().notNull(),
      events: json<NotificationEvent[]>().notNull(),
      bodyType: text().$type<'text' | 'json'>().notNull(),
      body: text().notNull(),
      /** Language of its messages; null: that of its owner, or of the server. */
      language: text().$type<Language>(),
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
      /** The target's owner, for the log; it never changes. */
      ownerId: text(),
      /** Identifies the event, which is stored once per target; null in rows of earlier versions. */
      eventId: text(),
      event: text().$type<NotificationEvent>().notNull(),
      /** Rows of earlier versions have the values of the template, with their words. */
      message: json<StoredMessage | TemplateValues>().notNull(),
      state: text().$type<'pending' | 'delivered' | 'failed'>().notNull(),
      attempts: integer().notNull(),
      nextAttemptAt: time().notNull(),
      /** Who is sending it, and until when; null if no one is. */
      leaseOwner: text(),
      leaseUntil: time(),
      /** Why the last attempt failed. */
      cause: json<DeliveryCause>(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      uniqueIndex('deliveries_target_event_unique').on(columns.targetId, columns.eventId),
      index('deliveries_target_due').on(columns.targetId, columns.state, columns.nextAttemptAt),
      index('deliveries_ended_updated')
        .on(columns.state, columns.updatedAt)
        .where(sql`state <> 'pending'`),
      index('deliveries_target_state_updated').on(
        columns.targetId,
        columns.state,
        columns.updatedAt,
        columns.id,
      ),
      // For the log. The index has every filtering column, so that only the rows of the page are read.
      index('deliveries_owner_created').on(
        columns.ownerId,
        columns.createdAt,
        columns.id,
        columns.state,
        columns.event,
      ),
      index('deliveries_target_created').on(
        columns.targetId,
        columns.createdAt,
        columns.id,
        columns.state,
        columns.event,
      ),
    ],
  )

  /** Every delivery attempt with the target's response, truncated and without secrets. */
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
      /** The target's response; null if there was none. */
      answer: text(),
      /** Why it failed; null if it did not. */
      cause: json<DeliveryCause>(),
    },
    (columns) => [index('delivery_attempts_delivery_at').on(columns.deliveryId, columns.at)],
  )

  return { notificationTargets, deliveries, deliveryAttempts }
}
