import { z } from 'zod'
import { optionalText, outsideText } from '#server/upstream/outside-text'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import {
  amount,
  clientMessage,
  downloadId,
  downloadName,
  portion,
  problemIn,
  remaining,
  text,
  timeOf,
} from './client-values'

/** SABnzbd sends numbers as text. */
const number = z.coerce.number().nullish().catch(null)

const queueSlotSchema = z.object({
  nzo_id: downloadId,
  filename: text,
  cat: text,
  status: text,
  percentage: number,
  timeleft: text,
  labels: z.array(outsideText).nullish().catch(null),
  /** Since 4.2. */
  time_added: number,
})
/** Programs that imitate SABnzbd may answer with null in place of an empty list. */
const rows = z
  .array(z.unknown())
  .nullable()
  .transform((all) => all ?? [])
export const queueSchema = z.object({
  queue: z.object({
    version: optionalText,
    kbpersec: number,
    slots: rows,
  }),
})

const historySlotSchema = z.object({
  nzo_id: downloadId,
  name: text,
  category: text,
  status: text,
  fail_message: text,
  /** Since 4.2. */
  time_added: number,
  completed: number,
})
export const historySchema = z.object({ history: z.object({ slots: rows }) })

export const addedSchema = z.object({ nzo_ids: z.array(downloadId) })
export const versionSchema = z.object({ version: outsideText })
/** decypharr answers with the bare list. */
export const categoriesSchema = z.union([
  z.object({ categories: z.array(outsideText) }).transform(({ categories }) => categories),
  z.array(outsideText),
])

/** Settings about the history: since 4.3 what happens to completed downloads and a number, before both in one. */
export const retentionSchema = z.object({
  config: z.object({
    misc: z.object({
      history_retention_option: text,
      history_retention_number: number,
      history_retention: text,
    }),
  }),
})

/** Days, and downloads, for which a history is long enough: libraries may take a while to have what is complete. */
const ENOUGH = { days: 7, number: 20 }

/**
 * Whether completed downloads are deleted before they may have been seen. The archive is looked through like the
 * history. Before 4.3 "7d" stood for days, "7" for downloads, "-1" for none and "0" for all.
 */
export function forgetsTooSoon({ config: { misc } }: z.infer<typeof retentionSchema>): boolean {
  const { history_retention_option: option, history_retention_number: kept, history_retention: old } = misc
  if (option !== '') {
    const [unit] = option.split('-', 1)
    if (!option.endsWith('-delete')) return false
    if (unit === 'days' || unit === 'number') return (kept ?? 0) < ENOUGH[unit]
    return unit === 'all'
  }
  const [, count = '', days] = /^\s*(-?\d{1,9})(d?)\s*$/.exec(old) ?? []
  if (count === '' || Number(count) === 0) return false
  return Number(count) < ENOUGH[days === 'd' ? 'days' : 'number']
}

/** A download with its category. */
export type Slot = ClientDownload & { category: string }

/** In the labels of a slot that is waiting for a password. */
const ENCRYPTED = 'ENCRYPTED'
/** Stages after the download itself is complete; the last one fetches blocks for a repair. */
const PROCESSING = /^(extracting|verifying|repairing|moving|running|quickcheck|checking|fetching)$/i

/** @param kbpersec total speed of all downloads. */
export function slotOfQueue(row: unknown, kbpersec: number | null | undefined): Slot[] {
  const { data } = queueSlotSchema.safeParse(row)
  if (!data) return []
  const isEncrypted = (data.labels ?? []).some((label) => label.toUpperCase() === ENCRYPTED)
  const isRunning = data.status === 'Downloading'
  const isFailed = isEncrypted && !isRunning
  const state = isRunning ? 'downloading' : PROCESSING.test(data.status) ? 'processing' : 'queued'
  return [
    {
      id: data.nzo_id,
      name: downloadName(data.filename),
      category: data.cat,
      state: isFailed ? 'failed' : state,
      progress: portion((data.percentage ?? Number.NaN) / 100),
      speed: isRunning ? amount((kbpersec ?? Number.NaN) * 1024) : null,
      secondsLeft: isRunning ? secondsOf(data.timeleft) : null,
      seeds: null,
      problem: isFailed ? 'release' : null,
      message: isFailed ? ENCRYPTED : null,
      addedAt: timeOf(data.time_added),
      endedAt: null,
    },
  ]
}

export function slotOfHistory(row: unknown): Slot[] {
  const { data } = historySlotSchema.safeParse(row)
  if (!data) return []
  const isFailed = data.status === 'Failed'
  const message = isFailed ? clientMessage(data.fail_message) : null
  return [
    {
      id: data.nzo_id,
      name: downloadName(data.name),
      category: data.category,
      state: isFailed ? 'failed' : data.status === 'Completed' ? 'completed' : 'processing',
      progress: isFailed ? null : 1,
      speed: null,
      secondsLeft: null,
      seeds: null,
      problem: isFailed ? problemIn(message) : null,
      message,
      addedAt: timeOf(data.time_added),
      endedAt: timeOf(data.completed),
    },
  ]
}

/** "1:02:03:04" is more than a day; zero means unknown. */
function secondsOf(timeleft: string): number | null {
  if (!/^\d+(:\d+){1,3}$/.test(timeleft)) return null
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = timeleft.split(':').map(Number).reverse()
  return remaining(((days * 24 + hours) * 60 + minutes) * 60 + seconds || null)
}
