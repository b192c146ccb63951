import { causeOf } from '#contract/cause'
import type { Transaction } from '#server/db/database'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { becomeAvailable, refreshPages, notifyRequesters } from '#server/domain/fulfilment/fulfilment-events'
import { DONE, transition } from '#server/domain/fulfilment/transitions'

/** A book's place in a library. */
interface Place {
  /** Link that opens the book there in a person's browser. */
  link: string
  /** Name of the library; null if unknown. */
  library: string | null
}

/** Hours after which a complete download that is missing is reported; 0 means never. */
export async function missingAfter({ settings }: FulfilmentContext): Promise<number> {
  return (await settings()).missing_after_hours
}

/**
 * Records that the library has a book: ends its fulfilment, settles the requests that wait for approval, and tells
 * everyone who waits for it, once.
 * @param place where it is.
 * @returns false if nothing was awaited, or it was available already. Otherwise call `announceArrival` after the
 *   transaction.
 */
export async function arrived(
  context: FulfilmentContext,
  within: Transaction,
  asin: string,
  { link, library }: Place,
): Promise<boolean> {
  const { fulfilments, grabs, requesters, timeline, clock } = context
  const fulfilment = await fulfilments.lock(within, asin)
  if (fulfilment?.state === 'available') return false
  const isRequested = (await requesters.list(asin, within)).some(({ declined }) => !declined)
  // Its requests were withdrawn meanwhile; a release sent for them arrives all the same.
  if (!fulfilment && !isRequested) return false
  const at = clock()
  const open = await grabs.findUnderWay(asin, within)
  if (open) await grabs.settle(within, open.id, { state: 'grabbed', cause: null }, at)
  const last = (await grabs.list(asin, within)).find(({ state }) => state === 'grabbed')
  await transition(context, within, asin, fulfilment, 'in_library', { ...DONE, seenInLibrary: true })
  const detail = { link, ...(library !== null && { library }) }
  await timeline.add(within, { asin, kind: 'arrived', actor: null, detail, at })
  await becomeAvailable(context, within, asin, { release: last?.facts ?? null, link, now: at })
  return true
}

/** Records that libraries were asked to scan for the files of complete downloads. */
export async function noteScans(
  { transaction, timeline, clock }: FulfilmentContext,
  asins: readonly string[],
  libraries: readonly string[],
): Promise<void> {
  const at = clock()
  await transaction(async (within) => {
    for (const asin of asins) {
      const detail = { library: libraries.join(', ') }
      await timeline.add(within, { asin, kind: 'library_scan', actor: null, detail, at })
    }
  })
}

/**
 * Records that the library lost an available book, or has it again. Whoever wants a lost book can request it again; a
 * request that still waits for approval when it is back is settled, and everyone with a request is told.
 * @param place where the book is now; null if the library lost it.
 */
export async function recordPresence(
  context: FulfilmentContext,
  asin: string,
  place: Place | null,
): Promise<void> {
  const { fulfilments, requesters, timeline, clock } = context
  const leftLibrary = place === null
  const hasChanged = await context.transaction(async (within) => {
    const fulfilment = await fulfilments.lock(within, asin)
    if (fulfilment?.state !== 'available' || fulfilment.leftLibrary === leftLibrary) return false
    const at = clock()
    await fulfilments.change(within, asin, { leftLibrary }, at)
    const { link, library } = place ?? { link: null, library: null }
    const detail = link === null ? null : { link, ...(library !== null && { library }) }
    await timeline.add(within, {
      asin,
      kind: leftLibrary ? 'left_library' : 'arrived',
      actor: null,
      detail,
      at,
    })
    if (link !== null && (await requesters.settle(within, asin, at))) {
      await notifyRequesters(context, within, asin, { event: 'onAvailable', link })
    }
    return true
  })
  if (hasChanged) await refreshPages(context, asin)
}

/**
 * Tells administrators that a complete download is missing from the library, once per download.
 * @param download.hours since it completed.
 */
export async function reportMissing(
  context: FulfilmentContext,
  download: { asin: string; completedAt: Date; hours: number },
): Promise<void> {
  const { fulfilments, awaited, grabs, timeline, clock } = context
  const { asin, hours } = download
  const told = await context.transaction(async (within) => {
    await fulfilments.lock(within, asin)
    if (!(await awaited.isUnreported(within, download, clock()))) return false
    const cause = causeOf('not_in_library', { n: hours })
    await timeline.add(within, { asin, kind: 'not_in_library', actor: null, detail: { cause }, at: clock() })
    const last = (await grabs.list(asin, within)).find(({ state }) => state === 'grabbed')
    await notifyRequesters(context, within, asin, {
      event: 'onNotInLibrary',
      release: last?.facts ?? null,
      error: { status: null, cause },
      adminsOnly: true,
    })
    return true
  })
  if (told) await refreshPages(context, asin)
}
