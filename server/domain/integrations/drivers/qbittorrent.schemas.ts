import { z } from 'zod'
import { optionalText, outsideText } from '#server/upstream/outside-text'
import type { ClientDownload, ClientState } from '#server/domain/integrations/download-client.types'
import { amount, downloadId, downloadName, most, number, portion, remaining, timeOf } from './client-values'

/** One torrent from `torrents/info`. */
export const torrentSchema = z.object({
  hash: downloadId.toLowerCase(),
  /** Since 4.4. For a hybrid torrent, whose `hash` is the v2 hash. */
  infohash_v1: z
    .union([downloadId.toLowerCase(), z.literal('')])
    .nullish()
    .catch(null),
  name: outsideText.catch(''),
  state: outsideText.catch('unknown'),
  progress: number,
  eta: number,
  dlspeed: number,
  num_seeds: number,
  num_complete: number,
  added_on: number,
})
export type Torrent = z.infer<typeof torrentSchema>

/** The response of `torrents/add` since 5.2. */
export const addedSchema = z.object({ failure_count: z.number().nullish() })

const flag = z.boolean().catch(false)

/** From `app/preferences`: the limits of seeding, and what happens to a torrent that reaches one. */
export const preferencesSchema = z.object({
  max_ratio_enabled: flag,
  max_seeding_time_enabled: flag,
  /** Since 4.6. */
  max_inactive_seeding_time_enabled: flag,
  /** 0 stops it, 1 removes it, 2 lets it super-seed, 3 removes it with its files. */
  max_ratio_act: number,
})

/** From `torrents/categories`: since 5.2 a category may have limits and an action of its own. */
const limitsSchema = z.object({
  ratio_limit: number,
  seeding_time_limit: number,
  inactive_seeding_time_limit: number,
  share_limit_action: optionalText,
})
export const categoriesSchema = z.record(z.string(), limitsSchema)

/** Whether torrents are removed once they have seeded enough. @param own what their category says. */
export function removesSeeded(
  all: z.infer<typeof preferencesSchema>,
  own?: z.infer<typeof limitsSchema>,
): boolean {
  const isLimited =
    all.max_ratio_enabled || all.max_seeding_time_enabled || all.max_inactive_seeding_time_enabled
  // Negative limits mean none, or those of all torrents.
  const isOwn = [own?.ratio_limit, own?.seeding_time_limit, own?.inactive_seeding_time_limit].some(
    (limit) => (limit ?? -1) >= 0,
  )
  const action = own?.share_limit_action ?? 'Default'
  const removes = action === 'Default' ? [1, 3].includes(all.max_ratio_act ?? 0) : action.startsWith('Remove')
  return removes && (isLimited || isOwn)
}

/** qBittorrent's value for an unknown time. */
const UNKNOWN_SECONDS = 8_640_000

const STATES: Readonly<Record<string, ClientState>> = {
  error: 'failed',
  missingFiles: 'failed',
  uploading: 'completed',
  stoppedUP: 'completed',
  pausedUP: 'completed',
  queuedUP: 'completed',
  stalledUP: 'completed',
  forcedUP: 'completed',
  checkingUP: 'processing',
  downloading: 'downloading',
  forcedDL: 'downloading',
  stalledDL: 'stalled',
  metaDL: 'downloading',
  forcedMetaDL: 'downloading',
}

/** @param id the id that was requested; a hybrid torrent has two. */
export function downloadOf(torrent: Torrent, id = torrent.hash): ClientDownload {
  const progress = portion(torrent.progress)
  const state = stateOf(torrent)
  return {
    id,
    name: downloadName(torrent.name),
    state,
    progress,
    speed: amount(torrent.dlspeed),
    secondsLeft: torrent.eta === UNKNOWN_SECONDS ? null : remaining(torrent.eta),
    seeds: seedsOf(torrent),
    problem: state === 'failed' ? (torrent.state === 'missingFiles' ? 'client' : 'release') : null,
    // qBittorrent gives no reason beyond the state: client trouble without one means missing files.
    message: null,
    addedAt: timeOf(torrent.added_on),
    endedAt: null,
  }
}

function stateOf(torrent: Torrent): ClientState {
  const state = STATES[torrent.state]
  // No peer has provided the metadata.
  if (/metaDL$/i.test(torrent.state) && seedsOf(torrent) === 0 && !torrent.dlspeed) return 'stalled'
  if (torrent.state === 'moving') return torrent.progress === 1 ? 'processing' : 'downloading'
  // Stopped, queued, or being checked before it resumes.
  if (state === undefined) return 'queued'
  return state === 'completed' && torrent.progress !== 1 ? 'queued' : state
}

/** Seeds connected, or known to a tracker. */
const seedsOf = (torrent: Torrent) => most([torrent.num_seeds, torrent.num_complete])
