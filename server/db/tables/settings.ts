import type { Kit } from '#server/db/kit'
import { statusColumns } from './connection-status'

/** What administrators set. */
export function defineSettingTables(kit: Kit) {
  const { table, text, boolean, time, json } = kit

  /** One row per setting; its value as JSON text, parsed by the schema of that key. */
  const settings = table('settings', {
    key: text().primaryKey(),
    value: text().notNull(),
    updatedAt: time().notNull(),
  })

  /** What is set for each indexer; one without a row has its defaults and is off. */
  const indexers = table('indexers', {
    name: text().primaryKey(),
    enabled: boolean().notNull(),
    /** Encrypted JSON object of the settings that differ from their defaults. */
    settings: text().notNull(),
    /** Digests of what the configuration file said when it was last applied, per setting. */
    fileDigests: json<Record<string, string>>().notNull(),
    ...statusColumns(kit),
    updatedAt: time().notNull(),
  })

  return { settings, indexers }
}
