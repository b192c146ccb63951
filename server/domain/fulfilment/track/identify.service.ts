import { isAhead } from '#server/async/due.rules'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { NEVER_IDENTIFIED, pauseUntilIdentify, POLL } from './download-state.rules'
import { torrentId } from './find-download.rules'
import type { UnidentifiedDownload } from './held-downloads.repository'
import type { DownloadChange, OpenClient } from './track.types'

/**
 * Asks the source's history for the ids of sent releases, which it may record late: those that no client has
 * reported yet, and those found only by name. Asks for each at growing intervals, for a day.
 * @returns when to ask next; null if there is nothing to ask.
 */
export async function identifyDue(context: FulfilmentContext): Promise<Date | null> {
  const { downloads, identifyAt, working, clock } = context
  const clients = await context.clients()
  if (clients.length === 0) return null
  await noteGrabs(context)
  const rows = await downloads.listUnidentified(new Date(clock().getTime() - NEVER_IDENTIFIED))
  const ids = new Set(rows.map(({ grabId }) => grabId))
  for (const id of identifyAt.keys()) if (!ids.has(id)) identifyAt.delete(id)
  for (const row of rows) {
    if (working.stopping.signal.aborted) return null
    if (isAhead(new Date(identifyAt.get(row.grabId) ?? 0), clock(), NEVER_IDENTIFIED)) continue
    await identify(context, clients, row)
    const now = clock().getTime()
    identifyAt.set(row.grabId, now + pauseUntilIdentify(now - row.grabbedAt.getTime()))
  }
  return identifyAt.size > 0 ? new Date(Math.min(...identifyAt.values())) : null
}

async function identify(
  { source, downloads, transaction, clock }: FulfilmentContext,
  clients: readonly OpenClient[],
  row: UnidentifiedDownload,
): Promise<void> {
  const { title, indexerId, grabbedAt: since } = row
  const { downloadId: told, client } = await source.downloadOf({ title, indexerId, since })
  const named = clients.find(({ name }) => name.toLowerCase() === client?.toLowerCase())
  const downloadId = told === null ? null : (torrentId(told) ?? told)
  const change = changeOf(row, downloadId, named?.id ?? null)
  if (change) await transaction((within) => downloads.identify(within, row, change, clock()))
}

/** New facts from the history; null if there are none. A download found only by name is then looked for again. */
function changeOf(
  row: UnidentifiedDownload,
  downloadId: string | null,
  connectionId: string | null,
): DownloadChange | null {
  if (downloadId !== null && downloadId === row.downloadId) return { foundBy: 'history' }
  const at = connectionId === null ? {} : { connectionId }
  const hasChanged = connectionId !== null && connectionId !== row.connectionId
  if (downloadId === null) return row.downloadId === null && hasChanged ? at : null
  const unseen = { percent: null, speed: null, secondsLeft: null, stalledSince: null, missingSince: null }
  return { ...at, ...unseen, downloadId, foundBy: 'history', state: 'expected' }
}

/** Records new grabs, each with the id by which its client will know it. */
export async function noteGrabs(context: FulfilmentContext): Promise<void> {
  const { downloads, polls, transaction, clock } = context
  for (const grab of await downloads.listUnnoted()) {
    const { id: grabId, asin, title, facts } = grab
    // A torrent keeps the id of its earlier grab.
    const downloadId = torrentId(facts.info_hash) ?? (await downloads.idOfTorrent(grab))
    await transaction(async (within) => {
      const now = clock()
      await downloads.note(within, { grabId, asin, title, protocol: facts.protocol, downloadId }, now)
      await polls.bringForward(within, new Date(now.getTime() + POLL))
    })
  }
}
