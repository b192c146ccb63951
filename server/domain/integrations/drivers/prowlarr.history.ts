import { AppError } from '#server/errors/app-error'
import { titleOf } from '#server/domain/integrations/offer-bounds.rules'
import { downloadId as idSchema } from './client-values'
import type { ProwlarrAddress, ProwlarrHttp } from './prowlarr.http'
import { historyData, historyRecordSchema, historySchema, type HistoryRecord } from './prowlarr.schemas'

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

/**
 * Looks for a grab in Prowlarr's history. The history identifies releases only by title and indexer, and
 * contains grabs only once they are done, so a grab in progress is not in it yet.
 */
export function createGrabHistory(context: HistoryContext) {
  return {
    /** Whether the history contains a grab. */
    async wasGrabbed(at: ProwlarrAddress, release: Wanted): Promise<'yes' | 'no' | 'unknown'> {
      const found = await find(context, at, release)
      return typeof found === 'string' ? found : 'yes'
    },

    /** The client that received the grab, by its name in Prowlarr, and the download's id there, if known. */
    async downloadOf(
      at: ProwlarrAddress,
      release: Wanted,
    ): Promise<{ client: string | null; downloadId: string | null }> {
      const found = await find(context, at, release)
      if (typeof found === 'string') return UNKNOWN_DOWNLOAD
      return {
        client: historyData(found, 'downloadclientname', 'downloadclient'),
        downloadId: idSchema.safeParse(found.downloadId ?? historyData(found, 'downloadid')).data ?? null,
      }
    },
  }
}

async function page({ http }: HistoryContext, at: ProwlarrAddress, number: number) {
  const query = [
    ['page', String(number)],
    ['pageSize', String(PAGE_SIZE)],
    ['sortKey', 'date'],
    ['sortDirection', 'descending'],
    ['eventType', '1'],
  ] as const
  const { json, date } = await http.get(at, { path: '/api/v1/history', query, timeoutMs: TIMEOUT_MS })
  const rows = historySchema.safeParse(json).data?.records
  if (!rows) return null
  const records = rows.map((row) => historyRecordSchema.safeParse(row).data)
  return { records, date, last: rows.length < PAGE_SIZE }
}

async function find(
  context: HistoryContext,
  at: ProwlarrAddress,
  release: Wanted,
): Promise<HistoryRecord | 'no' | 'unknown'> {
  try {
    for (let number = 1; number <= MAX_PAGES; number += 1) {
      const asked = context.clock()
      const found = await page(context, at, number)
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
  return titleOf(title)
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
