import { z } from 'zod'
import { optionalText } from '#server/upstream/outside-text'
import type { ClientDownload, ClientState } from '#server/domain/integrations/download-client.types'
import {
  amount,
  clientMessage,
  downloadName,
  most,
  number,
  portion,
  problemIn,
  remaining,
  text,
  timeOf,
} from './client-values'

/** One torrent from `core.get_torrents_status`, which returns them by hash. */
export const torrentSchema = z.object({
  name: text,
  state: text,
  /** From 0 to 100. */
  progress: number,
  eta: number,
  download_payload_rate: number,
  num_seeds: number,
  total_seeds: number,
  message: text,
  time_added: number,
  is_finished: z.boolean().catch(false),
  /** From the Label plugin; missing without it. */
  label: optionalText,
})
export type Torrent = z.infer<typeof torrentSchema>

export const KEYS = Object.keys(torrentSchema.shape)

export function downloadOf(id: string, torrent: Torrent): ClientDownload {
  const state = stateOf(torrent)
  const message = state === 'failed' ? clientMessage(torrent.message) : null
  return {
    id,
    name: downloadName(torrent.name),
    state,
    progress: portion((torrent.progress ?? Number.NaN) / 100),
    speed: amount(torrent.download_payload_rate),
    secondsLeft: remaining(torrent.eta) || null,
    seeds: most([torrent.num_seeds, torrent.total_seeds]),
    problem: state === 'failed' ? problemIn(message) : null,
    message,
    addedAt: timeOf(torrent.time_added),
    endedAt: null,
  }
}

function stateOf({ state, is_finished: isFinished, download_payload_rate: rate }: Torrent): ClientState {
  switch (state) {
    case 'Error':
      return 'failed'
    case 'Downloading':
      return rate ? 'downloading' : 'stalled'
    case 'Seeding':
      return 'completed'
    case 'Checking':
    case 'Moving':
      return isFinished ? 'processing' : 'queued'
    default:
      // Paused, queued, or a state added by a later version.
      return isFinished ? 'completed' : 'queued'
  }
}
