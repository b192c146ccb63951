import { z } from 'zod'
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
  labels: z.array(z.string()).nullish().catch(null),
  /** Since 4.2. */
  time_added: number,
})
export const queueSchema = z.object({
  queue: z.object({
    version: z.string().nullish().catch(null),
    kbpersec: number,
    slots: z.array(z.unknown()),
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
export const historySchema = z.object({ history: z.object({ slots: z.array(z.unknown()) }) })

export const addedSchema = z.object({ nzo_ids: z.array(downloadId) })
export const versionSchema = z.object({ version: z.string() })
export const categoriesSchema = z.object({ categories: z.array(z.string()) })

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
