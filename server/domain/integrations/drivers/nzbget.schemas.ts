import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import type { ClientDownload, ClientState } from '#server/domain/integrations/download-client.types'
import {
  amount,
  clientMessage,
  downloadName,
  number,
  portion,
  remaining,
  text,
  timeOf,
} from './client-values'

const parameters = z
  .array(z.object({ Name: outsideText, Value: outsideText }).catch({ Name: '', Value: '' }))
  .nullish()
  .catch(null)

const common = { NZBID: z.number().int(), Category: text, Status: text, Parameters: parameters }
const groupSchema = z.object({
  ...common,
  NZBName: text,
  FileSizeLo: number,
  FileSizeHi: number,
  RemainingSizeLo: number,
  RemainingSizeHi: number,
  DownloadTimeSec: number,
})
const historySchema = z.object({ ...common, Name: text, HistoryTime: number })

const categorySchema = z.object({ Name: z.string().regex(/^Category\d+\.Name$/i), Value: outsideText })

/** The category name in a settings row, or null for other settings. */
export const categoryOf = (row: unknown): string | null => categorySchema.safeParse(row).data?.Value ?? null

const keepHistorySchema = z.object({ Name: z.string().regex(/^KeepHistory$/i), Value: z.literal('0') })

/** Whether a settings row says that NZBGet keeps no history. */
export const forgetsAtOnce = (row: unknown): boolean => keepHistorySchema.safeParse(row).success

/** A download with the ids by which it can be found. */
export interface Job {
  download: ClientDownload
  nzbId: number
  category: string
  /** Whether it is in the queue, not in the history. */
  queued: boolean
}

/**
 * The parameter in which programs store their own id; Prowlarr returns that id. NZBGet's own ids are numbers
 * that restart when its queue is lost or restored from a backup.
 */
export const ID_PARAMETER = 'drone'

function idOf(
  { NZBID, Parameters }: { NZBID: number; Parameters?: z.infer<typeof parameters> },
  ids: ReadonlySet<string>,
) {
  const own = (Parameters ?? []).find(({ Name }) => Name.toLowerCase() === ID_PARAMETER)?.Value
  return own === undefined || ids.has(String(NZBID)) ? String(NZBID) : own
}

/** @param ids the requested ids: if one of them is NZBGet's own number, the download is returned under it. */
export function jobOfGroup(row: unknown, ids: ReadonlySet<string>): Job[] {
  const { data } = groupSchema.safeParse(row)
  if (!data) return []
  const size = bytes(data.FileSizeHi, data.FileSizeLo)
  const left = bytes(data.RemainingSizeHi, data.RemainingSizeLo)
  const seconds = amount(data.DownloadTimeSec) ?? 0
  const state = stateOfGroup(data.Status)
  const speed = state === 'downloading' && seconds > 0 ? amount((size - left) / seconds) : null
  const download: ClientDownload = {
    id: idOf(data, ids),
    name: downloadName(data.NZBName),
    state,
    progress: size > 0 ? portion(1 - left / size) : null,
    speed,
    secondsLeft: speed ? remaining(left / speed) : null,
    seeds: null,
    problem: null,
    message: null,
    addedAt: null,
    endedAt: null,
  }
  return [{ download, nzbId: data.NZBID, category: data.Category, queued: true }]
}

export function jobOfHistory(row: unknown, ids: ReadonlySet<string>): Job[] {
  const { data } = historySchema.safeParse(row)
  // A deleted download is gone, even if it is still in the history.
  if (!data || data.Status === 'DELETED/MANUAL') return []
  const isCompleted = /^SUCCESS\/|^WARNING\/(SCRIPT|HEALTH)$/.test(data.Status)
  const download: ClientDownload = {
    id: idOf(data, ids),
    name: downloadName(data.Name),
    state: isCompleted ? 'completed' : 'failed',
    progress: isCompleted ? 1 : null,
    speed: null,
    secondsLeft: null,
    seeds: null,
    problem: isCompleted ? null : data.Status === 'WARNING/SPACE' ? 'client' : 'release',
    message: isCompleted ? null : clientMessage(data.Status),
    addedAt: null,
    endedAt: timeOf(data.HistoryTime),
  }
  return [{ download, nzbId: data.NZBID, category: data.Category, queued: false }]
}

function stateOfGroup(status: string): ClientState {
  if (status === 'DOWNLOADING') return 'downloading'
  return /^(QUEUED|PAUSED|FETCHING)$/.test(status) || status === '' ? 'queued' : 'processing'
}

/** Sizes are given as two 32-bit halves. */
function bytes(high: number | null | undefined, low: number | null | undefined): number {
  return (high ?? 0) * 4_294_967_296 + ((low ?? 0) >>> 0)
}
