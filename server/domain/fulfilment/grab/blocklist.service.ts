import { causeOf } from '#contract/cause'
import type { BlockReason, PersonVerdict } from '#contract/judged-pairs'
import type { Transaction } from '#server/db/database'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { mustBeRequested } from '#server/domain/fulfilment/fulfilment.errors'
import { refreshPages } from '#server/domain/fulfilment/fulfilment-events'
import { storedOffer, storedWanted, verdictToKeep } from '#server/domain/fulfilment/judged/judged-pairs.rules'
import type { FoundRelease } from '#server/domain/fulfilment/search/release-search.types'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'

/**
 * Blocks a release for automatic grabs of this book, and stores the person's ruling. If it is blocked
 * already, changes the reason. A release that no search has found is only blocked, because it has no verdict
 * to overrule.
 * @throws AppError `not_requested`.
 */
export async function block(
  context: FulfilmentContext,
  person: { username: string },
  asin: string,
  { reason, ...release }: ReleaseIdentity & { title: string; reason: BlockReason },
): Promise<void> {
  await mustBeRequested(context, asin)
  const actor = person.username
  const found = await context.releases.find(asin, release)
  await context.transaction(async (within) => {
    const at = context.clock()
    const isNew = await context.releases.block(within, { ...release, asin, actor, at })
    if (found) await storeRuling(context, within, { asin, said: reason, actor, found })
    if (!isNew) return
    const detail = {
      release: release.title,
      ...(reason === 'another_book' && { cause: causeOf('another_book') }),
    }
    await context.timeline.add(within, { asin, kind: 'release_blocked', actor, detail, at })
  })
  await refreshPages(context, asin)
}

/**
 * Unblocks a release and takes back the ruling made by blocking it; does nothing if it is not blocked.
 * @throws AppError `not_requested`.
 */
export async function unblock(
  context: FulfilmentContext,
  person: { username: string },
  asin: string,
  release: ReleaseIdentity,
): Promise<void> {
  await mustBeRequested(context, asin)
  await context.transaction(async (within) => {
    if (!(await liftBlock(context, within, person, asin, release))) return
    await context.judged.remove(within, asin, release)
  })
  await refreshPages(context, asin)
}

/** @returns false if it was not blocked. */
export async function liftBlock(
  { releases, timeline, clock }: Pick<FulfilmentContext, 'releases' | 'timeline' | 'clock'>,
  within: Transaction,
  { username: actor }: { username: string },
  asin: string,
  release: ReleaseIdentity,
): Promise<boolean> {
  const title = await releases.unblock(within, asin, release)
  if (title === null) return false
  const detail = { release: title }
  await timeline.add(within, { asin, kind: 'release_unblocked', actor, detail, at: clock() })
  return true
}

/** A person's ruling on a release that a search found. */
interface Said {
  asin: string
  said: PersonVerdict
  actor: string
  found: Pick<FoundRelease, 'facts' | 'verdict'>
}

/** Stores a ruling on a release with its current verdict. */
export async function storeRuling(
  { judged, searches, clock }: Pick<FulfilmentContext, 'judged' | 'searches' | 'clock'>,
  within: Transaction,
  { asin, said, actor, found: { facts, verdict } }: Said,
): Promise<void> {
  const book = await searches.findBook(asin, within)
  if (!book) return
  const release = { guid: facts.guid, indexerId: facts.indexer_id }
  const former = await judged.find(within, asin, release)
  await judged.save(within, {
    ...release,
    asin,
    said,
    actor,
    at: clock(),
    book: storedWanted(book),
    offer: storedOffer(facts),
    verdict: verdictToKeep(verdict, former?.verdict ?? null),
  })
}
