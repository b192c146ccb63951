import { sql } from 'drizzle-orm'
import type { Cause } from '#contract/cause'
import type { DownloadState } from '#contract/downloads'
import type { ReleaseProtocol } from '#contract/releases'
import type { Kit } from '#server/db/kit'
import type { ReleaseTables } from './releases'
import type { RequestTables } from './requests'

type FormerTables = Pick<RequestTables, 'audiobooks'> & Pick<ReleaseTables, 'grabs'>

/** What download clients say of the releases that were grabbed. */
export function defineDownloadTables(kit: Kit, { audiobooks, grabs }: FormerTables) {
  const { table, text, integer, boolean, time, json, index, uniqueIndex } = kit

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
      /** Whether it is the one of the book's downloads that people are shown. */
      current: boolean().notNull(),
      /** Of the release. */
      title: text().notNull(),
      protocol: text().$type<ReleaseProtocol>().notNull(),
      /** The connection whose client has it; null until one does. */
      connectionId: text(),
      /** Name of that connection. */
      client: text(),
      /** Lower-case info hash of a torrent, or the id that a Usenet client gave; null until it is known. */
      downloadId: text(),
      /** By what the client was found to have it; null until it was. */
      foundBy: text().$type<'hash' | 'history' | 'name' | 'sent'>(),
      /** `expected` until a client has shown it. */
      state: text().$type<DownloadState | 'expected' | 'failed' | 'gone'>().notNull(),
      percent: integer(),
      /** Bytes a second. */
      speed: integer(),
      secondsLeft: integer(),
      /** Why it failed. */
      cause: json<Cause>(),
      /** Since when nothing arrives; null while something does. */
      stalledSince: time(),
      /** Since when the client does not have it any more; null while it does. */
      missingSince: time(),
      /** When it is next tried to remove it from its client; null where it is left there. */
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

  /** When each download client is asked next, and which server asks it now, so that all of them ask it once. */
  const downloadPolls = table('download_polls', {
    connectionId: text().primaryKey(),
    nextAt: time().notNull(),
    /** Times in a row that it could not be asked; decides the next pause. */
    failures: integer().notNull(),
    leaseOwner: text(),
    leaseUntil: time(),
  })

  return { downloads, downloadPolls }
}
