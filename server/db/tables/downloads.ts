import { sql } from 'drizzle-orm'
import type { Cause } from '#contract/cause'
import type { DownloadState } from '#contract/downloads'
import type { ReleaseProtocol } from '#contract/releases'
import type { ColumnTypes } from '#server/db/column-types'
import type { ReleaseTables } from './releases'
import type { RequestTables } from './requests'

type FormerTables = Pick<RequestTables, 'audiobooks'> & Pick<ReleaseTables, 'grabs'>

/** What download clients report about grabbed releases. */
export function defineDownloadTables(types: ColumnTypes, { audiobooks, grabs }: FormerTables) {
  const { table, text, integer, boolean, time, json, index, uniqueIndex } = types

  /** One row per grab that a download client has or may have. */
  const downloads = table(
    'downloads',
    {
      grabId: text()
        .primaryKey()
        .references(() => grabs.id, { onDelete: 'cascade' }),
      asin: text()
        .notNull()
        .references(() => audiobooks.asin, { onDelete: 'cascade' }),
      /** Whether it is the download shown for its book. */
      current: boolean().notNull(),
      /** Of the release. */
      title: text().notNull(),
      protocol: text().$type<ReleaseProtocol>().notNull(),
      /** The connection whose client has it; null until one does. */
      connectionId: text(),
      /** Name of that connection. */
      client: text(),
      /** Lower-case info hash of a torrent, or the id from a Usenet client; null until known. */
      downloadId: text(),
      /** How it was found in the client; null until then. */
      foundBy: text().$type<'hash' | 'history' | 'name' | 'sent'>(),
      /** `expected` until a client has shown it. */
      state: text().$type<DownloadState | 'expected' | 'failed' | 'gone'>().notNull(),
      percent: integer(),
      /** Bytes per second. */
      speed: integer(),
      secondsLeft: integer(),
      /** Why it failed. */
      cause: json<Cause>(),
      /** Since when no data has arrived; null while data arrives. */
      stalledSince: time(),
      /** Since when the client has not had it; null while it does. */
      missingSince: time(),
      /** When the next attempt is made to remove it from the client; null if it stays there. */
      removeAt: time(),
      createdAt: time().notNull(),
      changedAt: time().notNull(),
    },
    (columns) => [
      index('downloads_state_changed').on(columns.state, columns.changedAt),
      uniqueIndex('downloads_one_current')
        .on(columns.asin)
        .where(sql`current`),
      index('downloads_remove_at')
        .on(columns.removeAt)
        .where(sql`remove_at is not null`),
    ],
  )

  /**
   * When each download client is polled next, and each connection that books wait for, and by which server, so that only
   * one server does it.
   */
  const downloadPolls = table('download_polls', {
    connectionId: text().primaryKey(),
    nextAt: time().notNull(),
    /** Failed polls in a row; decides the next pause. */
    failures: integer().notNull(),
    leaseOwner: text(),
    leaseUntil: time(),
    /** Why a connection that books need is left alone until then; null if it is not. */
    cause: json<Cause>(),
    /** Until when it has asked to be left alone; null if it has not. */
    askedUntil: time(),
  })

  return { downloads, downloadPolls }
}
