import type { ColumnTypes } from '#server/db/column-types'
import type { StoredLibraryItem } from '#server/db/stored-library-item'

/** Media servers' contents as last read, and people's corrections. */
export function defineLibraryTables(types: ColumnTypes) {
  const { table, text, time, boolean, json, index, primaryKey } = types

  const libraryItems = table(
    'library_items',
    {
      /** Ids of the connection and of the item there, separated by a slash. */
      id: text().primaryKey(),
      connectionId: text().notNull(),
      facts: json<StoredLibraryItem>().notNull(),
      firstSeenAt: time().notNull(),
      /** When a complete walk last failed to find it; null if none has. */
      leftAt: time(),
      /** When it was seen again after that; null while it is absent. */
      returnedAt: time(),
      /** When the media server added it or, if unknown, when it was first seen; never null. */
      addedAt: time(),
    },
    (columns) => [
      index('library_items_connection_id').on(columns.connectionId, columns.id),
      index('library_items_added_at').on(columns.addedAt, columns.id),
    ],
  )

  /** An item's lookup keys: its identifiers and the spellings of its title. */
  const libraryKeys = table(
    'library_keys',
    {
      key: text().notNull(),
      itemId: text()
        .notNull()
        .references(() => libraryItems.id, { onDelete: 'cascade' }),
    },
    (columns) => [
      primaryKey({ columns: [columns.key, columns.itemId] }),
      index('library_keys_item').on(columns.itemId),
    ],
  )

  /** Administrators' corrections of matches. They outlive the item, which may return with the next walk. */
  const libraryCorrections = table(
    'library_corrections',
    {
      asin: text().notNull(),
      itemId: text().notNull(),
      said: text().$type<'is' | 'is_not'>().notNull(),
      /** Username. */
      actor: text().notNull(),
      at: time().notNull(),
    },
    (columns) => [primaryKey({ columns: [columns.asin, columns.itemId] })],
  )

  /** The walks of each connection: when its copy was last complete, and who is reading it now. */
  const libraryWalks = table('library_walks', {
    connectionId: text().primaryKey(),
    /** Whether the connection is disabled or incomplete, so that its contents do not count. */
    off: boolean().notNull().default(false),
    /** When the last complete walk began; null before the first. */
    completeAt: time(),
    /** When its newest items were last checked for a complete download. */
    lookedAt: time(),
    /** When it was last asked to scan for new files. */
    scannedAt: time(),
    leaseOwner: text(),
    leaseUntil: time(),
  })

  return { libraryItems, libraryKeys, libraryCorrections, libraryWalks }
}
