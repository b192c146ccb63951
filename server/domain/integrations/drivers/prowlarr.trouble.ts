import { z } from 'zod'
import { causeOf, type Cause } from '#contract/cause'
import { AppError } from '#server/errors/app-error'
import { historyData, historyPage, time, type HistoryRecord } from './prowlarr.history'
import { service, type ProwlarrAddress, type ProwlarrHttp } from './prowlarr.http'

const indexerStatusSchema = z.object({
  indexerId: z.number().int(),
  disabledTill: time.nullish().catch(null),
  mostRecentFailure: time.nullish().catch(null),
})

const TIMEOUT_MS = 15_000
/** A response's Date header is in whole seconds. */
const CLOCK_TOLERANCE_MS = 2000

/** A search that returned nothing. */
interface EmptyAnswer {
  indexerId: number
  query: string
  /** Milliseconds since the search was sent. */
  askedAgo: number
}

/** The state of Prowlarr's indexers at one moment, by Prowlarr's own clock. */
interface Report {
  now: Date
  /** By indexer id: until when it is disabled, and when it last failed. */
  statuses: ReadonlyMap<number, z.infer<typeof indexerStatusSchema>>
  /** Newest first. */
  queries: readonly HistoryRecord[]
}

interface Context {
  http: ProwlarrHttp
  clock: () => Date
  reports: Map<string, { running: Promise<Report>; next: Promise<Report> | null }>
}

/**
 * Finds out whether an indexer failed when Prowlarr returned an empty list, since Prowlarr silently skips
 * failing indexers. Indexers that are temporarily disabled are in its status; a first failure is only in its
 * history.
 */
export function createTroubleFinder(dependencies: Omit<Context, 'reports'>) {
  const context: Context = { ...dependencies, reports: new Map() }
  return (at: ProwlarrAddress, empty: EmptyAnswer) => findTrouble(context, at, empty)
}

export type TroubleFinder = ReturnType<typeof createTroubleFinder>

/**
 * @returns why the indexer could not be searched, or null if it was searched and found nothing.
 * @throws the errors of `prowlarr.errors.ts` if Prowlarr cannot be asked.
 */
async function findTrouble(context: Context, at: ProwlarrAddress, empty: EmptyAnswer): Promise<Cause | null> {
  const { now, statuses, queries } = await nextReport(context, at)
  const since = now.getTime() - empty.askedAgo - CLOCK_TOLERANCE_MS
  const status = statuses.get(empty.indexerId)
  if (status?.disabledTill && status.disabledTill > now) {
    return causeOf('indexer_paused', { service, until: status.disabledTill.toISOString() })
  }
  if (status?.mostRecentFailure && status.mostRecentFailure.getTime() >= since) {
    return causeOf('indexer_failed', { service })
  }
  const asked = queries.find(
    (record) =>
      record.eventType === 'indexerQuery' &&
      record.indexerId === empty.indexerId &&
      record.date.getTime() >= since &&
      historyData(record, 'query') === empty.query,
  )
  return asked?.successful === false ? causeOf('indexer_failed', { service }) : null
}

/**
 * A report requested after this call. Indexers that respond at about the same time share one, so a search of
 * all indexers costs one or two reports.
 */
function nextReport(context: Context, at: ProwlarrAddress): Promise<Report> {
  const { reports } = context
  const key = `${at.baseUrl}\n${at.apiKey}`
  const current = reports.get(key)
  if (!current) {
    const running = look(context, at)
    const entry = { running, next: null }
    reports.set(key, entry)
    void settled(running).then(() => {
      if (reports.get(key) === entry) reports.delete(key)
    })
    return running
  }
  current.next ??= settled(current.running).then(() => {
    reports.delete(key)
    return nextReport(context, at)
  })
  return current.next
}

async function look({ http, clock }: Context, at: ProwlarrAddress): Promise<Report> {
  const [status, queries] = await Promise.all([readStatus(http, at), readQueries(http, at)])
  return { now: status.date ?? clock(), statuses: status.statuses, queries }
}

async function readStatus(http: ProwlarrHttp, at: ProwlarrAddress) {
  const { json, date } = await http.get(at, {
    path: '/api/v1/indexerstatus',
    timeoutMs: TIMEOUT_MS,
    optional: true,
  })
  const rows = Array.isArray(json) ? json.flatMap((row) => indexerStatusSchema.safeParse(row).data ?? []) : []
  return { date, statuses: new Map(rows.map((row) => [row.indexerId, row])) }
}

/** The history only supplements the status. If the history is unavailable, the status alone decides. */
async function readQueries(http: ProwlarrHttp, at: ProwlarrAddress): Promise<HistoryRecord[]> {
  try {
    const page = await historyPage(http, at, { event: 'indexerQuery', timeoutMs: TIMEOUT_MS })
    return page?.records.filter((record) => record !== undefined) ?? []
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** Resolves when the work has ended, whatever the outcome. */
function settled(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => undefined,
    () => undefined,
  )
}
