import { causeOf, type Cause } from '#contract/cause'
import type { Transaction } from '#server/db/database'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { becomeAvailable, refreshPages, notifyRequesters } from '#server/domain/fulfilment/fulfilment-events'
import type { Fulfilment } from '#server/domain/fulfilment/fulfilments.repository'
import type { Grab } from '#server/domain/fulfilment/grab/grabs.repository'
import { DONE, transition } from '#server/domain/fulfilment/transitions'
import { GRABS_PER_SEARCH } from '#server/domain/fulfilment/transitions.rules'
import type { DownloadTransition, Observed } from './download-state.rules'
import { isCertain } from './find-download.rules'
import type { DownloadChange, FollowedDownload, OpenClient } from './track.types'

/** A change to a download that changes the state of its book. */
interface ShownTransition {
  row: FollowedDownload
  client: OpenClient
  found: DownloadChange | null
  observed: Observed
  addedAt: Date | null
}

/** A transition with its book and grab, both locked. */
interface Locked {
  fulfilment: Fulfilment
  grab: Grab
  row: FollowedDownload
  client: string
  /** Whether to remove it from its client if it failed. */
  isRemovable: boolean
}

/**
 * Applies a download's transition to its book, once. Does nothing if a person or another server was faster.
 */
export async function applyTransition(context: FulfilmentContext, shown: ShownTransition): Promise<void> {
  const { row, client, found, observed, addedAt } = shown
  const { transition: next } = observed
  if (next === null) return
  const settings = await context.settings()
  const isAvailable = settings.completed_is_available && !(await context.hasLibrary())
  const taken = await context.transaction(async (within) => {
    const fulfilment = await context.fulfilments.lock(within, row.asin)
    if (fulfilment?.state !== 'grabbed' && fulfilment?.state !== 'downloading') return false
    const grab = (await context.grabs.list(row.asin, within)).find(({ id }) => id === row.grabId)
    if (grab?.state !== 'grabbed') return false
    // A final transition is stored together with the end of the download.
    const change = { ...found, ...(next.to === 'started' && observed.change) }
    if (Object.keys(change).length > 0) {
      await context.downloads.change(within, row.grabId, change, context.clock())
    }
    const isRemovable = settings.remove_failed && isCertain(found?.foundBy ?? row.foundBy, addedAt, row)
    const locked = { fulfilment, grab, row, client: client.name, isRemovable }
    switch (next.to) {
      case 'started':
        return start(context, within, locked)
      case 'completed':
        return complete(context, within, locked, isAvailable)
      default:
        return fail(context, within, locked, next, settings.auto_download)
    }
  })
  if (!taken) return
  context.demand.wake()
  await refreshPages(context, row.asin)
}

async function note(
  { timeline, clock }: FulfilmentContext,
  within: Transaction,
  { grab, client }: Locked,
  to: DownloadTransition['to'],
  cause?: Cause,
): Promise<void> {
  const { asin, title, facts } = grab
  const detail = { release: title, indexer: facts.indexer, client, ...(cause && { cause }) }
  await timeline.add(within, { asin, kind: `download_${to}`, actor: null, detail, at: clock() })
}

/** @returns whether it had not started before. */
async function start(context: FulfilmentContext, within: Transaction, locked: Locked): Promise<boolean> {
  const { fulfilment } = locked
  // A download that was stalled or queued again is moving again.
  if (fulfilment.state !== 'grabbed') return true
  await transition(context, within, fulfilment.asin, fulfilment, 'download_started', {})
  await note(context, within, locked, 'started')
  return true
}

async function complete(
  context: FulfilmentContext,
  within: Transaction,
  locked: Locked,
  isAvailable: boolean,
): Promise<boolean> {
  const { fulfilment, grab, row } = locked
  const { asin } = fulfilment
  const at = context.clock()
  if (!(await context.downloads.end(within, row.grabId, { state: 'completed', cause: null }, at)))
    return false
  await note(context, within, locked, 'completed')
  await transition(context, within, asin, fulfilment, 'download_started', {})
  if (!isAvailable) return true
  await transition(context, within, asin, { ...fulfilment, state: 'downloading' }, 'arrived', DONE)
  await context.timeline.add(within, { asin, kind: 'available', actor: null, at })
  await becomeAvailable(context, within, asin, { release: grab.facts, occurrence: grab.id, now: at })
  return true
}

/**
 * Blocks the release of a download that failed or that someone removed from the client. A failed one is followed by the
 * next release, unless a person has to decide; a removed one always leaves that to a person.
 */
async function fail(
  context: FulfilmentContext,
  within: Transaction,
  locked: Locked,
  { to, cause }: Extract<DownloadTransition, { cause: Cause }>,
  automatic: boolean,
): Promise<boolean> {
  const { downloads, grabs, releases, clock } = context
  const { fulfilment, grab, row } = locked
  const { asin, guid, indexerId, title } = grab
  const at = clock()
  const removeAt = to === 'failed' && locked.isRemovable ? at : null
  if (!(await downloads.end(within, row.grabId, { state: to, cause, removeAt }, at))) return false
  await grabs.takeBack(within, { id: grab.id }, cause, at)
  await releases.block(within, { guid, indexerId, asin, title, actor: null, cause, at })
  await note(context, within, locked, to, cause)
  if (await hasAnotherGrab(context, within, grab)) return true
  const failed = to === 'failed' ? await downloads.countFailed(within, asin, at) : 0
  // With automatic download off, a release chosen by a person is that person's to replace.
  const mayContinue =
    to === 'failed' &&
    (automatic || grab.actor === null) &&
    !fulfilment.stopped &&
    failed < GRABS_PER_SEARCH &&
    (await context.requesters.isWanted(asin, within))
  if (mayContinue) {
    await transition(context, within, asin, fulfilment, 'download_failed', { ...DONE, asked: true })
    return true
  }
  const last = { ...causeOf('downloads_failed', { n: failed }), causes: [cause] }
  await endInFailure(context, within, locked, failed > 1 ? last : cause)
  return true
}

/** Whether another release of the book was grabbed, which is then the one to show. */
async function hasAnotherGrab(
  { grabs, downloads }: FulfilmentContext,
  within: Transaction,
  { asin }: Grab,
): Promise<boolean> {
  const another = (await grabs.list(asin, within)).find(({ state }) => state === 'grabbed')
  if (another) await downloads.makeCurrent(within, asin, another.id)
  return another !== undefined
}

async function endInFailure(
  context: FulfilmentContext,
  within: Transaction,
  { fulfilment, grab }: Locked,
  cause: Cause,
): Promise<void> {
  const { asin } = fulfilment
  await transition(context, within, asin, fulfilment, 'download_ended', { ...DONE, cause })
  const entry = { asin, kind: 'failed', actor: null, detail: { cause }, at: context.clock() } as const
  await context.timeline.add(within, entry)
  await notifyRequesters(context, within, asin, {
    event: 'onFailedDownload',
    release: grab.facts,
    error: { status: null, cause },
    occurrence: grab.id,
  })
  // Whoever wants the book next starts over.
  await context.demand.unwanted(within, asin)
}
