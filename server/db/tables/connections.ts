import type { Kit } from '#server/db/kit'
import { statusColumns } from './connection-status'

/** Download clients and libraries that administrators have set up; several may be of one program. */
export function defineConnectionTables(kit: Kit) {
  const { table, text, integer, boolean, time, uniqueIndex } = kit
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
      ...statusColumns(kit),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [uniqueIndex('connections_name_unique').on(columns.nameKey)],
  )

  /**
   * Those that were deleted, for a while: one to the same server that is added again gets the id of the former, and
   * with it everything that was kept about what is there.
   */
  const formerConnections = table('former_connections', {
    id: text().primaryKey(),
    /** Name of the driver. */
    driver: text().notNull(),
    name: text().notNull(),
    /** Address of the server, written in one way. */
    server: text().notNull(),
    removedAt: time().notNull(),
  })
  return { connections, formerConnections }
}
