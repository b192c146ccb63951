import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, notInArray, or } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { GrabState } from '#server/domain/fulfilment/grab/grabs.repository'
import { torrentId } from './find-download.rules'
import { ENDED, SENT, type DownloadChange, type FollowedDownload } from './track.types'

/** A download without a certain id. */
export type UnidentifiedDownload = Pick<
  FollowedDownload,
  'grabId' | 'title' | 'downloadId' | 'connectionId' | 'grabbedAt'
> & { indexerId: number }

/** States of a grab without an outcome. */
const UNDER_WAY: GrabState[] = ['sending', 'unconfirmed']
/** States of a grab whose download may be under way. */
const ACTIVE: GrabState[] = [...UNDER_WAY, 'grabbed']

/**
 * Whether another active grab has the same download: one release may contain two books, or be grabbed again by hand.
 */
export async function isWanted(
  database: Database,
  download: { grabId: string; connectionId: string; downloadId: string },
): Promise<boolean> {
  const { read, tables } = database
  const { downloads, grabs } = tables
  const { grabId, connectionId, downloadId } = download
  const [other] = await read
    .select({ grabId: downloads.grabId })
    .from(downloads)
    .innerJoin(grabs, eq(grabs.id, downloads.grabId))
    .where(
      and(
        ne(downloads.grabId, grabId),
        eq(downloads.downloadId, downloadId),
        or(isNull(downloads.connectionId), eq(downloads.connectionId, connectionId)),
        inArray(grabs.state, ACTIVE),
      ),
    )
    .limit(1)
  return other !== undefined || isBeingSent(database, download)
}

/** Whether the same release is being sent to a client, which may have no download record yet. */
async function isBeingSent(
  { read, tables: { grabs } }: Database,
  { grabId, downloadId }: { grabId: string; downloadId: string },
): Promise<boolean> {
  const { guid, indexerId, facts, state } = grabs
  const [own] = await read.select({ guid, indexerId }).from(grabs).where(eq(grabs.id, grabId))
  const sent = await read.select({ guid, indexerId, facts }).from(grabs).where(inArray(state, UNDER_WAY))
  return sent.some(
    (one) =>
      (one.guid === own?.guid && one.indexerId === own.indexerId) ||
      torrentId(one.facts.info_hash) === downloadId,
  )
}

/**
 * Downloads that belong to a release, each with whether its grab is active or taken back, and whether it has ended.
 * @param others connections of the other clients, where the same id may mean something else.
 */
export async function holders(
  { read, tables: { downloads, grabs } }: Database,
  others: readonly string[],
  ids: readonly string[],
): Promise<{ downloadId: string | null; isActive: boolean; ended: boolean }[]> {
  if (ids.length === 0) return []
  const { downloadId, state, connectionId } = downloads
  const rows = await read
    .select({ downloadId, state, grab: grabs.state })
    .from(downloads)
    .innerJoin(grabs, eq(grabs.id, downloads.grabId))
    .where(
      and(inArray(downloadId, [...ids]), or(isNull(connectionId), notInArray(connectionId, [...others]))),
    )
  return rows.map((row) => ({
    downloadId: row.downloadId,
    isActive: ACTIVE.includes(row.grab),
    ended: ENDED.includes(row.state),
  }))
}

/** The id that a torrent had in an earlier grab, because clients never add one twice; null if there was none. */
export async function idOfTorrent(
  { read, tables: { downloads, grabs } }: Database,
  { guid, indexerId }: { guid: string; indexerId: number },
): Promise<string | null> {
  const [former] = await read
    .select({ downloadId: downloads.downloadId })
    .from(downloads)
    .innerJoin(grabs, eq(grabs.id, downloads.grabId))
    .where(
      and(
        eq(grabs.guid, guid),
        eq(grabs.indexerId, indexerId),
        eq(downloads.protocol, 'torrent'),
        isNotNull(downloads.downloadId),
      ),
    )
    .orderBy(desc(downloads.createdAt))
    .limit(1)
  return former?.downloadId ?? null
}

/** Downloads in a client that the source sent since then and that have no certain id. */
export async function listUnidentified(database: Database, since: Date): Promise<UnidentifiedDownload[]> {
  const { downloads, grabs, fulfilments } = database.tables
  const { grabId, title, downloadId, connectionId } = downloads
  return database.read
    .select({
      grabId,
      title,
      downloadId,
      connectionId,
      indexerId: grabs.indexerId,
      grabbedAt: grabs.createdAt,
    })
    .from(downloads)
    .innerJoin(grabs, and(eq(grabs.id, grabId), eq(grabs.state, 'grabbed')))
    .innerJoin(fulfilments, and(eq(fulfilments.asin, downloads.asin), inArray(fulfilments.state, SENT)))
    .where(
      and(
        notInArray(downloads.state, ENDED),
        gte(grabs.createdAt, since),
        or(and(isNull(downloadId), isNull(downloads.client)), eq(downloads.foundBy, 'name')),
      ),
    )
    .orderBy(grabs.createdAt)
}

/** Stores a download's certain id, unless it was found or has ended meanwhile. */
export async function identify(
  { tables: { downloads } }: Database,
  within: Transaction,
  { grabId, downloadId }: UnidentifiedDownload,
  change: DownloadChange,
  now: Date,
): Promise<void> {
  const isSame = downloadId === null ? isNull(downloads.downloadId) : eq(downloads.downloadId, downloadId)
  await within
    .update(downloads)
    .set({ ...change, changedAt: now })
    .where(and(eq(downloads.grabId, grabId), isSame, notInArray(downloads.state, ENDED)))
}
