import { causeOf } from '#contract/cause'
import { holdLease } from '#server/async/lease'
import type { Transaction } from '#server/db/database'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { refreshReleasePages } from '#server/domain/fulfilment/fulfilment-events'
import { AppError } from '#server/errors/app-error'
import { causeFrom } from '#server/errors/problem'
import { queryIndexers, type SearchRun } from './query-indexers'
import { rankFound } from './rank.service'
import type { SearchProgress } from './release-search.repository'
import { allFailed, causeOfFailures } from './release-search.rules'
import type { ReleaseChanges } from './releases.repository'

/** Rows per commit: on SQLite, a commit writes a file and blocks everything else meanwhile. */
const ROWS_A_COMMIT = 100

/** Thrown when a search was ended from outside: its lease expired, or the book's details were corrected. */
class BrokenOff extends Error {}

/** Never throws: failures are stored with the search, or end with its lease. */
export async function runSearch(context: FulfilmentContext, search: SearchRun): Promise<void> {
  const { searches, clock, log } = context
  const { id, owner, book } = search
  const stopping = context.searching.stopping.signal
  const renew = (until: Date) => searches.renew(id, owner, until)
  const lease = holdLease({ renew, signal: stopping, clock, log })
  try {
    await queryIndexers(context, search, lease.signal, () => save(context, search, 'running'))
    await save(context, search, 'ended')
  } catch (error) {
    if (stopping.aborted) await abandon(context, search)
    else if (error instanceof BrokenOff) log.info('Cancelled the search for "{title}"', { title: book.title })
    else if (!lease.signal.aborted) await giveUp(context, search, error)
  } finally {
    lease.end()
    refreshReleasePages(context, book.asin)
  }
}

/** Ranks the results so far, stores what changed and refreshes open pages. */
async function save(
  context: FulfilmentContext,
  search: SearchRun,
  stage: 'running' | 'ended',
): Promise<void> {
  const { searches, releases, source, transaction } = context
  const { id, owner, book, remarks } = search
  const indexers = [...search.answers.values()]
  const ranked = await rankFound(context, book, [...search.found.values()].flat())
  const nobody = indexers.length === 0 && stage === 'ended'
  const progress: SearchProgress = {
    indexers,
    found: ranked.length,
    accepted: ranked.filter(({ verdict }) => verdict.accepted).length,
    cause: nobody ? causeOf('no_indexers', { service: source.name }) : causeOfFailures(indexers, remarks),
  }
  async function store(within: Transaction, changes: ReleaseChanges): Promise<void> {
    if (!(await searches.saveProgress(within, id, owner, progress)))
      throw new BrokenOff('The search is not this one’s any more')
    await releases.save(within, id, changes)
  }
  const { written, moved } = await releases.compare(search.stored, ranked)
  let start = 0
  for (; written.length - start > ROWS_A_COMMIT; start += ROWS_A_COMMIT) {
    const some = written.slice(start, start + ROWS_A_COMMIT)
    await transaction((within) => store(within, { written: some, moved: [] }))
  }
  await transaction(async (within) => {
    await store(within, { written: written.slice(start), moved })
    if (stage === 'ended') await end(context, within, search, { progress, failed: allFailed(indexers) })
  })
  search.stored = ranked
  refreshReleasePages(context, book.asin)
}

/** Deletes the search, so that another server can begin it at once. */
async function abandon({ searches, log }: FulfilmentContext, { id, owner, book }: SearchRun): Promise<void> {
  const { title } = book
  await searches.abandon(id, owner).catch((error: unknown) =>
    log.warn('Could not release the search for "{title}"; it ends with its lease: {error}', {
      title,
      error,
    }),
  )
}

/** Ends a search that could not begin to query. */
async function giveUp(context: FulfilmentContext, search: SearchRun, error: unknown): Promise<void> {
  const { searches, transaction, log } = context
  const { title } = search.book
  if (!(error instanceof AppError)) log.error('Search for "{title}" failed: {error}', { title, error })
  const cause = causeFrom(error)
  const progress: SearchProgress = { indexers: [], found: 0, accepted: 0, cause }
  const written = transaction(async (within) => {
    if (!(await searches.saveProgress(within, search.id, search.owner, progress))) return
    await end(context, within, search, { progress, failed: true })
  })
  await written.catch((failure: unknown) =>
    log.error('Could not store the end of the search for "{title}": {failure}', { title, failure }),
  )
}

async function end(
  { searches, timeline, clock }: FulfilmentContext,
  within: Transaction,
  { id, actor, book }: SearchRun,
  { progress, failed }: { progress: SearchProgress; failed: boolean },
): Promise<void> {
  const { found, accepted, cause } = progress
  const at = clock()
  await searches.end(within, id, failed ? 'failed' : 'finished', at)
  const kind = failed ? 'search_failed' : 'searched'
  const detail = { search_id: id, found, accepted, ...(cause && { cause }) }
  await timeline.add(within, { asin: book.asin, kind, actor, detail, at })
}
