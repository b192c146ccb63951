import type { Kit } from '#server/db/kit'
import type { StoredLibraryItem } from '#server/db/stored-library-item'

/** What media servers have, as it was when they were last read, and what people said about it. */
export function defineLibraryTables(kit: Kit) {
  const { table, text, time, boolean, json, index, primaryKey } = kit

  const libraryItems = table(
    'library_items',
    {
      /** Of the connection and of the media server, divided by a slash. */
      id: text().primaryKey(),
      connectionId: text().notNull(),
      facts: json<StoredLibraryItem>().notNull(),
      firstSeenAt: time().notNull(),
      /** When a complete walk last missed it; null where none has. */
      leftAt: time(),
      /** When it was seen again after that; null while it is away. */
      returnedAt: time(),
      /** When the media server got it, or when it was first seen where that is not known; no row is without. */
      addedAt: time(),
    },
    (columns) => [
      index('library_items_connection_id').on(columns.connectionId, columns.id),
      index('library_items_added_at').on(columns.addedAt, columns.id),
    ],
  )

  /** By what an item is found: its identifiers and the ways to write its title. */
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

  /**
   * What administrators said against the matching. It outlives the item, which may come back with the next walk.
   */
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

  /** The copy of each connection: when it was last complete, and who is reading it now. */
  const libraryWalks = table('library_walks', {
    connectionId: text().primaryKey(),
    /** Whether the connection is switched off, or lacks something: what it has counts for nothing meanwhile. */
    off: boolean().notNull().default(false),
    /** When the last complete walk began; null before the first one. */
    completeAt: time(),
    /** When its newest items were last looked at for a download that is complete. */
    lookedAt: time(),
    /** When it was last asked to look for new files. */
    scannedAt: time(),
    leaseOwner: text(),
    leaseUntil: time(),
  })

  return { libraryItems, libraryKeys, libraryCorrections, libraryWalks }
}
