import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { UnnotedGrab } from './downloads.repository'
import { POLL } from './download-state.rules'
import { torrentId } from './find-download.rules'
import type { DownloadChange, OpenClient } from './track.types'

/** Notes what was grabbed since the last time, and by what it can be found with its client. */
export async function noteGrabs(context: FulfilmentContext, clients: readonly OpenClient[]): Promise<void> {
  for (const grab of await context.downloads.listUnnoted()) {
    const known = await knownOf(context, clients, grab)
    const { id: grabId, asin, title, facts } = grab
    await context.transaction(async (within) => {
      const row = { grabId, asin, title, protocol: facts.protocol, ...known }
      const now = context.clock()
      await context.downloads.note(within, row, now)
      await context.polls.bringForward(within, new Date(now.getTime() + POLL))
    })
  }
}

/** Milliseconds for which the history is asked: what is older lies pages deep. */
const NEWEST = 24 * 60 * 60_000

/** Its info hash, that of the same torrent at an earlier time, or else what the source’s history tells. */
async function knownOf(
  { source, downloads, clock }: FulfilmentContext,
  clients: readonly OpenClient[],
  grab: UnnotedGrab,
): Promise<DownloadChange & { downloadId: string | null }> {
  const hash = torrentId(grab.facts.info_hash)
  if (hash !== null) return { downloadId: hash }
  const former = await downloads.idOfTorrent(grab)
  if (former !== null) return { downloadId: former }
  const { title, indexerId, createdAt: since } = grab
  if (clock().getTime() - since.getTime() > NEWEST) return { downloadId: null }
  const { downloadId, client } = await source.downloadOf({ title, indexerId, since })
  const named = clients.find(({ name }) => name.toLowerCase() === client?.toLowerCase())
  if (downloadId === null) return { downloadId, connectionId: named?.id ?? null }
  const id = torrentId(downloadId) ?? downloadId
  return { downloadId: id, connectionId: named?.id ?? null, foundBy: 'history' }
}
