import type { Region } from '#contract/common'
import type { EntryState, ListRefusal, ListSource } from '#contract/lists'
import type { StoredCandidate } from '#server/db/stored-candidate'
import type { Kit } from '#server/db/kit'
import type { AccountTables } from './accounts'

/** What people bring from elsewhere, to be matched to books and requested. */
export function defineListTables(kit: Kit, { users }: Pick<AccountTables, 'users'>) {
  const { table, text, integer, boolean, time, json, index, primaryKey } = kit

  const lists = table(
    'lists',
    {
      id: text().primaryKey(),
      userId: text()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** Of the file; null where it was pasted. */
      name: text(),
      source: text().$type<ListSource>().notNull(),
      region: text().$type<Region>().notNull(),
      /** Whether something is to be matched or requested. */
      open: boolean().notNull(),
      /** When it was last worked on: whoever had no turn for the longest is next. */
      turnAt: time().notNull(),
      /** Before that it rests, as the catalogue failed so many times in a row. */
      nextTryAt: time(),
      failures: integer().notNull().default(0),
      pause: json<ListRefusal>(),
      /** Who is working on it and until when nobody else may; null when nobody is. */
      leaseOwner: text(),
      leaseUntil: time(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
    },
    (columns) => [
      index('lists_user_created_at').on(columns.userId, columns.createdAt),
      index('lists_open').on(columns.open, columns.turnAt),
      index('lists_updated_at').on(columns.updatedAt),
    ],
  )

  const listEntries = table(
    'list_entries',
    {
      listId: text()
        .notNull()
        .references(() => lists.id, { onDelete: 'cascade' }),
      /** Counted from 1. */
      number: integer().notNull(),
      title: text().notNull(),
      author: text(),
      /** An ASIN or an ISBN as it was written. */
      identifier: text(),
      state: text().$type<EntryState>().notNull(),
      /** Whether it is requested next. */
      selected: boolean().notNull(),
      /** Whether it is to be requested now. */
      requesting: boolean().notNull(),
      /** The book that is chosen for it, and all that it may be, the likeliest first. */
      asin: text(),
      candidates: json<StoredCandidate[]>(),
      refusal: json<ListRefusal>(),
    },
    (columns) => [
      primaryKey({ columns: [columns.listId, columns.number] }),
      index('list_entries_state').on(columns.listId, columns.state, columns.number),
      // All that is counted, as the rows themselves are long.
      index('list_entries_counted').on(
        columns.listId,
        columns.state,
        columns.selected,
        columns.requesting,
        columns.refusal,
      ),
    ],
  )

  return { lists, listEntries }
}
