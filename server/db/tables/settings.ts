import type { ColumnTypes } from '#server/db/column-types'
import { statusColumns } from './connection-status'

/** The settings. */
export function defineSettingTables(types: ColumnTypes) {
  const { table, text, boolean, time, json } = types

  /** One row per setting; its value as JSON text, parsed by the schema of that key. */
  const settings = table('settings', {
    key: text().primaryKey(),
    value: text().notNull(),
    updatedAt: time().notNull(),
  })

  /** The settings of each indexer; one without a row is disabled and has its defaults. */
  const indexers = table('indexers', {
    name: text().primaryKey(),
    enabled: boolean().notNull(),
    /** Encrypted JSON object of the settings that differ from their defaults. */
    settings: text().notNull(),
    /** Digests of the configuration file's values, by setting, from when it was last applied. */
    fileDigests: json<Record<string, string>>().notNull(),
    ...statusColumns(types),
    updatedAt: time().notNull(),
  })

  return { settings, indexers }
}
