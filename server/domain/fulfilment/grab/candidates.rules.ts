import { torrentId } from '#server/domain/fulfilment/track/find-download.rules'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'

/** The part of a ranked release that the choice depends on. */
interface Candidate {
  facts: { guid: string; indexer_id: number; info_hash: string | null }
  verdict: { accepted: boolean; automatic: boolean }
}

/** An earlier grab. */
export interface FormerGrab extends ReleaseIdentity {
  state: 'sending' | 'unconfirmed' | 'grabbed' | 'rejected' | 'reverted'
  facts: { info_hash: string | null }
  createdAt: Date
}

/** Grabs refused during the current attempt. */
export function refusedSince<T extends FormerGrab>(former: readonly T[], since: Date): T[] {
  return former.filter(({ state, createdAt }) => state === 'rejected' && createdAt >= since)
}

/**
 * The best release that may be grabbed automatically. A release is never grabbed a second time, even if its
 * grab was taken back; the same torrent from another indexer counts as the same release. A refused release
 * may be tried again in the next attempt.
 * @param ranked best first.
 * @param since when the current attempt began.
 */
export function nextCandidate<T extends Candidate>(
  ranked: readonly T[],
  former: readonly FormerGrab[],
  since: Date,
): T | undefined {
  const out = former.filter(({ state, createdAt }) => state !== 'rejected' || createdAt >= since)
  const had = out.flatMap(({ state, facts }) =>
    state === 'rejected' ? [] : (torrentId(facts.info_hash) ?? []),
  )
  return ranked.find(
    ({ facts, verdict }) =>
      verdict.accepted &&
      verdict.automatic &&
      !had.includes(torrentId(facts.info_hash) ?? '') &&
      !out.some(({ guid, indexerId }) => guid === facts.guid && indexerId === facts.indexer_id),
  )
}

/** Releases that no one has blocked for this book. */
export function withoutBlocked<T extends Candidate>(
  ranked: readonly T[],
  blocked: readonly ReleaseIdentity[],
): readonly T[] {
  return ranked.filter(
    ({ facts }) =>
      !blocked.some(({ guid, indexerId }) => guid === facts.guid && indexerId === facts.indexer_id),
  )
}
