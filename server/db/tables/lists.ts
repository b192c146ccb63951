import type { Region } from '#contract/common'
import type { EntryState, ListRefusal, ListSource } from '#contract/lists'
import type { StoredFacts } from '#server/db/stored-facts'
import type { ColumnTypes } from '#server/db/column-types'
import type { AccountTables } from './accounts'

/** Imported lists, to be matched to books and requested. */
export function defineListTables(types: ColumnTypes, { users }: Pick<AccountTables, 'users'>) {
  const { table, text, integer, boolean, time, json, index, primaryKey } = types

  const lists = table(
    'lists',
    {
      id: text().primaryKey(),
      userId: text()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** Name of the file; null if pasted. */
      name: text(),
      source: text().$type<ListSource>().notNull(),
      region: text().$type<Region>().notNull(),
      /** Whether there is something to match or request. */
      open: boolean().notNull(),
      /** When it was last worked on; the list that has waited longest is next. */
      turnAt: time().notNull(),
      /** When work resumes after the catalogue failed; `failures` counts the failures in a row. */
      nextAttemptAt: time(),
      failures: integer().notNull().default(0),
      pause: json<ListRefusal>(),
      /** Who is working on it, and until when; null if no one is. */
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
      /** An ASIN or an ISBN, as written. */
      identifier: text(),
      state: text().$type<EntryState>().notNull(),
      /** Whether it is selected for the next request. */
      selected: boolean().notNull(),
      /** Whether it is being requested now. */
      requesting: boolean().notNull(),
      /** The chosen book, and all candidates, likeliest first. */
      asin: text(),
      candidates: json<StoredFacts[]>(),
      refusal: json<ListRefusal>(),
    },
    (columns) => [
      primaryKey({ columns: [columns.listId, columns.number] }),
      index('list_entries_state').on(columns.listId, columns.state, columns.number),
      // Has all columns used for counting, because the rows themselves are long.
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
