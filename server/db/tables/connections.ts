import type { Cause } from '#contract/cause'
import type { Kit } from '#server/db/kit'

/** Download clients and libraries that administrators have set up; several may be of one program. */
export function defineConnectionTables({ table, text, integer, boolean, time, json, uniqueIndex }: Kit) {
  const connections = table(
    'connections',
    {
      id: text().primaryKey(),
      /** Name of the driver. */
      driver: text().notNull(),
      name: text().notNull(),
      nameKey: text().notNull(),
      enabled: boolean().notNull(),
      /** The least one of a kind is used first. */
      priority: integer().notNull(),
      /** Encrypted JSON object of the settings that differ from their defaults. */
      settings: text().notNull(),
      /** Whether it answered the last time; null when it was not asked anything with these settings. */
      reachable: boolean(),
      /** Since when it has been so. */
      statusSince: time(),
      lastOkAt: time(),
      lastFailureAt: time(),
      /** Why it failed the last time. */
      cause: json<Cause>(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [uniqueIndex('connections_name_unique').on(columns.nameKey)],
  )
  return { connections }
}
