import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import { AppError } from '#server/errors/app-error'
import { inOneLine, titleOf } from '#server/domain/integrations/offer-bounds.rules'
import { downloadId as idSchema } from './client-values'
import type { ProwlarrAddress, ProwlarrHttp } from './prowlarr.http'

/** A time in UTC, which Prowlarr does not always say. */
export const time = z.iso
  .datetime({ offset: true, local: true })
  .transform((value) => new Date(/[Z+]|-\d\d:\d\d$/.test(value) ? value : `${value}Z`))

const historySchema = z.object({ records: z.array(z.unknown()).nullish() })
const historyRecordSchema = z.object({
  indexerId: z.number().int(),
  date: time,
  eventType: outsideText,
  successful: z.boolean().nullish().catch(null),
  /** Prowlarr has the field and never fills it (`HistoryService`); a later version, or a program with its API, may. */
  downloadId: z.string().min(1).max(200).nullish().catch(null),
  data: z.record(z.string(), z.unknown()).nullish().catch(null),
})
export type HistoryRecord = z.infer<typeof historyRecordSchema>

/** A field of a history record, whose name is spelled differently across versions. */
export function historyData(record: HistoryRecord, ...names: string[]): string | null {
  for (const [name, value] of Object.entries(record.data ?? {})) {
    if (typeof value === 'string' && names.includes(name.toLowerCase())) return value
  }
  return null
}

const TIMEOUT_MS = 30_000
const PAGE_SIZE = 100
/** Grabs are few, so this many pages go back a long way. */
const MAX_PAGES = 20
/** Tolerance for differences between the two clocks and the recorded times, in milliseconds. */
const TOLERANCE_MS = 60_000

/** What is known about a grab that is not in the history. */
export const UNKNOWN_DOWNLOAD = { client: null, downloadId: null } as const

/** A grab to look for; `since` is by this server's clock. */
interface Wanted {
  title: string
  indexerId: number
  since: Date
}

interface HistoryContext {
  http: ProwlarrHttp
  clock: () => Date
}

/** Whether Prowlarr's history contains a grab. */
export async function wasGrabbed(
  context: HistoryContext,
  at: ProwlarrAddress,
  release: Wanted,
): Promise<'yes' | 'no' | 'unknown'> {
  const found = await find(context, at, release)
  return typeof found === 'string' ? found : 'yes'
}

/** The client that received a grab, by its name in Prowlarr, and the download's id there, if known. */
export async function downloadOf(
  context: HistoryContext,
  at: ProwlarrAddress,
  release: Wanted,
): Promise<{ client: string | null; downloadId: string | null }> {
  const found = await find(context, at, release)
  if (typeof found === 'string') return UNKNOWN_DOWNLOAD
  return {
    client: historyData(found, 'downloadclientname', 'downloadclient'),
    downloadId: idSchema.safeParse(found.downloadId ?? historyData(found, 'downloadid')).data ?? null,
  }
}

/** The kinds of entries in the history. */
const EVENTS = { releaseGrabbed: '1', indexerQuery: '2' } as const

/**
 * A page of the history, newest first.
 * @returns null if it has another shape; a record with another shape is undefined.
 */
export async function historyPage(
  http: ProwlarrHttp,
  at: ProwlarrAddress,
  { event, page = 1, timeoutMs }: { event: keyof typeof EVENTS; page?: number; timeoutMs: number },
) {
  const query = [
    ['page', String(page)],
    ['pageSize', String(PAGE_SIZE)],
    ['sortKey', 'date'],
    ['sortDirection', 'descending'],
    ['eventType', EVENTS[event]],
  ] as const
  const { json, date } = await http.get(at, { path: '/api/v1/history', query, timeoutMs })
  const rows = historySchema.safeParse(json).data?.records
  if (!rows) return null
  const records = rows.map((row) => historyRecordSchema.safeParse(row).data)
  return { records, date, last: rows.length < PAGE_SIZE }
}

/**
 * Looks for a grab. The history identifies releases only by title and indexer, and contains grabs only once they are
 * done, so a grab in progress is not in it yet.
 */
async function find(
  { http, clock }: HistoryContext,
  at: ProwlarrAddress,
  release: Wanted,
): Promise<HistoryRecord | 'no' | 'unknown'> {
  const search = { event: 'releaseGrabbed', timeoutMs: TIMEOUT_MS } as const
  try {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const asked = clock()
      const found = await historyPage(http, at, { ...search, page })
      if (!found) return 'unknown'
      const ahead = (found.date ?? asked).getTime() - asked.getTime()
      const since = release.since.getTime() + ahead - TOLERANCE_MS
      const recent = found.records.filter((record) => record !== undefined && record.date.getTime() >= since)
      const grab = recent.find((record) => record && isGrabOf(record, release))
      if (grab) return grab
      // An unreadable record may be the grab.
      if (found.records.includes(undefined)) return 'unknown'
      if (found.last || recent.length < found.records.length) return 'no'
    }
    return 'unknown'
  } catch (error) {
    if (error instanceof AppError) return 'unknown'
    throw error
  }
}

function isGrabOf(record: HistoryRecord, release: { title: string; indexerId: number }): boolean {
  const title = historyData(record, 'grabtitle', 'title')
  return (
    record.eventType === 'releaseGrabbed' &&
    record.successful !== false &&
    record.indexerId === release.indexerId &&
    title !== null &&
    folded(title) === folded(release.title)
  )
}

function folded(title: string): string {
  return inOneLine(titleOf(title).normalize('NFC')).toLowerCase()
}
