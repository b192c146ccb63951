import { holdLease, LEASE } from '#server/async/lease'
import type { Transaction } from '#server/db/database'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import {
  alreadyGrabbed,
  grabRejected,
  grabUnconfirmed,
  grabUnderWay,
  releaseUnknown,
} from '#server/domain/fulfilment/fulfilment.errors'
import { refreshPages } from '#server/domain/fulfilment/fulfilment-events'
import { isOverruled } from '#server/domain/fulfilment/judged/judged-pairs.rules'
import { release } from '#server/domain/fulfilment/transitions'
import type { FoundRelease } from '#server/domain/fulfilment/search/release-search.types'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'
import { storeRuling, liftBlock } from './blocklist.service'
import { beginGrab, sendGrab, settleGrab, type WantedGrab } from './grab.service'
import type { Grab } from './grabs.repository'

/**
 * Grabs a release that a person chose from a search, whatever its verdict, by the same steps as an automatic
 * grab. Grabbing a rejected or blocked release is a ruling that it is the right one, and is stored as such.
 * @throws AppError `source.notReady`, `release_unknown`, `grab_under_way`, `already_grabbed`,
 *   `grab_rejected`, `grab_unconfirmed`.
 */
export async function manualGrab(
  context: FulfilmentContext,
  actor: string,
  asin: string,
  wanted: ReleaseIdentity,
): Promise<void> {
  const { source, releases, fulfilments, transaction, clock, log } = context
  if (!(await source.configured())) throw source.notReady()
  const found = await releases.find(asin, wanted)
  if (!found) throw releaseUnknown()
  const owner = crypto.randomUUID()
  const grab = await transaction((within) => begin(context, within, { asin, actor, ...found }, owner))
  await refreshPages(context, asin)
  const renew = (until: Date) => fulfilments.renew(asin, owner, until)
  // Never aborted, because nothing ends a manual grab early.
  const { signal } = new AbortController()
  const lease = holdLease({ renew, signal, clock, log })
  try {
    const outcome = await sendGrab(context, grab)
    await settleGrab(context, grab, outcome, owner)
    if (outcome.state === 'unknown') throw grabUnconfirmed(outcome.cause)
    if (outcome.state !== 'grabbed') throw grabRejected(outcome.cause)
  } finally {
    lease.end()
    await release(context, asin, owner)
    context.demand.wake()
    await refreshPages(context, asin)
  }
}

/** A release that a person chose, with its verdict. */
interface ChosenGrab extends WantedGrab {
  actor: string
  verdict: FoundRelease['verdict']
}

/** Takes over the fulfilment's lease, so that only one release is grabbed. */
async function begin(
  context: FulfilmentContext,
  within: Transaction,
  wanted: ChosenGrab,
  owner: string,
): Promise<Grab> {
  const { asin, facts } = wanted
  const { fulfilments, grabs, clock } = context
  const now = clock()
  const fulfilment = await fulfilments.lock(within, asin)
  if (await grabs.findUnderWay(asin, within)) {
    throw grabUnderWay({ why: 'any' })
  }
  const grab = await beginGrab(context, within, wanted)
  if (!grab) throw alreadyGrabbed({ title: facts.title })
  await storeOverruling(context, within, wanted)
  const lease = { leaseOwner: owner, leaseUntil: new Date(now.getTime() + LEASE) }
  const isSearched = fulfilment?.state === 'searching'
  const change = isSearched ? { ...lease, state: 'waiting' as const, nextAttemptAt: null } : lease
  if (fulfilment) await fulfilments.change(within, asin, change, now)
  else await fulfilments.insert(within, asin, lease, now)
  return grab
}

/** A release grabbed against a verdict or a block is the right one: the latest ruling counts. */
async function storeOverruling(
  context: FulfilmentContext,
  within: Transaction,
  found: ChosenGrab,
): Promise<void> {
  const { asin, actor, facts, verdict } = found
  const release = { guid: facts.guid, indexerId: facts.indexer_id }
  const wasBlocked = await liftBlock(context, within, { username: actor }, asin, release)
  if (!isOverruled(verdict, wasBlocked)) return
  await storeRuling(context, within, { asin, said: 'right', actor, found })
}
