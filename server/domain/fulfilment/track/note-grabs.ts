import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { POLL } from './download-state.rules'
import { torrentId } from './find-download.rules'

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
