import type { PersonVerdict } from '#contract/judged-pairs'
import type { Transaction } from '#server/db/database'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { FoundRelease } from '#server/domain/fulfilment/search/release-search.types'
import { storedOffer, storedWanted, verdictToKeep } from './judged-pairs.rules'

/** A person's ruling on a release that a search found. */
export interface Said {
  asin: string
  said: PersonVerdict
  actor: string
  found: Pick<FoundRelease, 'facts' | 'verdict'>
}

/** Stores a ruling on a release with its current verdict. */
export async function keepPair(
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
