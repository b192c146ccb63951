import type { ColumnTypes } from '#server/db/column-types'
import { statusColumns } from './connection-status'

/** Download clients and libraries; several may use the same program. */
export function defineConnectionTables(types: ColumnTypes) {
  const { table, text, integer, boolean, time, uniqueIndex } = types
  const connections = table(
    'connections',
    {
      id: text().primaryKey(),
      /** Name of the driver. */
      driver: text().notNull(),
      name: text().notNull(),
      nameKey: text().notNull(),
      enabled: boolean().notNull(),
      /** The connection of a kind with the lowest number is used first. */
      priority: integer().notNull(),
      /** Encrypted JSON object of the settings that differ from their defaults. */
      settings: text().notNull(),
      ...statusColumns(types),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [uniqueIndex('connections_name_unique').on(columns.nameKey)],
  )

  /**
   * Recently deleted connections: a new one to the same server gets the old id, and with it all data stored
   * under that id.
   */
  const formerConnections = table('former_connections', {
    id: text().primaryKey(),
    /** Name of the driver. */
    driver: text().notNull(),
    name: text().notNull(),
    /** Normalised address of the server. */
    server: text().notNull(),
    removedAt: time().notNull(),
  })
  return { connections, formerConnections }
}
