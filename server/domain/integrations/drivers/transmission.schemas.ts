import { z } from 'zod'
import { optionalText, outsideText } from '#server/upstream/outside-text'
import type { ClientDownload, ClientState } from '#server/domain/integrations/download-client.types'
import {
  amount,
  clientMessage,
  downloadId,
  downloadName,
  most,
  number,
  portion,
  problemIn,
  remaining,
  timeOf,
} from './client-values'

export type JsonObject = Readonly<Record<string, unknown>>

/** One torrent from `torrent_get`. */
export const torrentSchema = z.object({
  hash_string: downloadId.toLowerCase(),
  name: outsideText.catch(''),
  status: z.number(),
  percent_done: number,
  left_until_done: number,
  metadata_percent_complete: number,
  /** 1 and 2 are messages from a tracker; 3 is a local error. */
  error: number,
  error_string: optionalText,
  eta: number,
  rate_download: number,
  peers_sending_to_us: number,
  tracker_stats: z
    .array(z.object({ seeder_count: number }).catch({ seeder_count: null }))
    .nullish()
    .catch(null),
  labels: z.array(outsideText).nullish().catch(null),
  download_dir: optionalText,
  added_date: number,
})
export type Torrent = z.infer<typeof torrentSchema>

export const FIELDS = Object.keys(torrentSchema.shape)

const oldAnswer = z.object({ result: outsideText, arguments: z.record(z.string(), z.unknown()).nullish() })
const newAnswer = z.object({
  jsonrpc: z.literal('2.0'),
  result: z.record(z.string(), z.unknown()).nullish(),
  error: z
    .object({
      message: outsideText.catch(''),
      data: z.object({ error_string: outsideText.nullish() }).nullish().catch(null),
    })
    .nullish(),
})

/** A response in either protocol, with the names of the new one; null if invalid. */
export function answerOfBoth(
  json: unknown,
): { jsonRpc: boolean; result: JsonObject; refused: string | null } | null {
  const modern = newAnswer.safeParse(json).data
  if (modern) {
    const refused = modern.error ? (modern.error.data?.error_string ?? modern.error.message) : null
    return { jsonRpc: true, result: modern.result ?? {}, refused }
  }
  const old = oldAnswer.safeParse(json).data
  if (!old) return null
  const result = newNames(old.arguments ?? {})
  return { jsonRpc: false, result, refused: old.result === 'success' ? null : old.result }
}

/** Converts names of the old protocol, with hyphens and in camel case, to the new one. */
function newNames(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [snakeCase(name), renamed(part)]))
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  return isObject(value) ? newNames(value) : value
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

const snakeCase = (name: string) =>
  name.replaceAll('-', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The configured category is a label or, for downloads that Prowlarr adds, the last part of the folder. */
export function isInCategory({ labels, download_dir: folder }: Torrent, category: string): boolean {
  return (
    category === '' ||
    (labels ?? []).includes(category) ||
    (folder ?? '').replace(/(?<!\/)\/+$/, '').endsWith(`/${category}`)
  )
}

/** About a folder that is gone, such as that of a drive that is not mounted. */
const FOLDER_GONE = /no data found! ensure your drives/i

export function downloadOf(torrent: Torrent): ClientDownload {
  const state = stateOf(torrent)
  const message = torrent.error ? clientMessage(torrent.error_string ?? '') : null
  return {
    id: torrent.hash_string,
    name: downloadName(torrent.name),
    state,
    progress: portion(torrent.percent_done),
    speed: amount(torrent.rate_download),
    secondsLeft: remaining(torrent.eta),
    seeds: seedsOf(torrent),
    problem: state === 'failed' ? problemIn(message, FOLDER_GONE) : null,
    message,
    addedAt: timeOf(torrent.added_date),
    endedAt: null,
  }
}

function stateOf(torrent: Torrent): ClientState {
  if (torrent.error === 3) return 'failed'
  const isWhole =
    torrent.percent_done === 1 && torrent.left_until_done === 0 && torrent.metadata_percent_complete !== 0
  // Stopped, queued for check, checking, queued for download, downloading, queued for seeding, seeding.
  switch (torrent.status) {
    case 1:
    case 2:
      return isWhole ? 'processing' : 'queued'
    case 4:
      return torrent.rate_download ? 'downloading' : 'stalled'
    default:
      return isWhole ? 'completed' : 'queued'
  }
}

function seedsOf({ peers_sending_to_us: sending, tracker_stats: trackers }: Torrent): number | null {
  return most([sending, ...(trackers ?? []).map((tracker) => tracker.seeder_count)])
}
