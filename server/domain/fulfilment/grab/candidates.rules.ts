import { torrentId } from '#server/domain/fulfilment/track/find-download.rules'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'

/** A ranked release as far as choosing needs it. */
interface Judged {
  facts: { guid: string; indexer_id: number; info_hash: string | null }
  verdict: { accepted: boolean; automatic: boolean }
}

/** A grab that was made before. */
export interface FormerGrab extends ReleaseIdentity {
  state: 'sending' | 'unconfirmed' | 'grabbed' | 'rejected' | 'reverted'
  facts: { info_hash: string | null }
  createdAt: Date
}

/** Those of the present attempt that came to nothing. */
export function refusedSince<T extends FormerGrab>(former: readonly T[], since: Date): T[] {
  return former.filter(({ state, createdAt }) => state === 'rejected' && createdAt >= since)
}

/**
 * The best release that may be grabbed automatically. One that was grabbed once is never grabbed automatically
 * again, also when that was taken back, and the same torrent of another indexer is the same release; one that was
 * refused is tried again with the next attempt only.
 * @param ranked best first.
 * @param since when the present attempt began.
 */
export function nextCandidate<T extends Judged>(
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

/** Those that nobody has refused for this book. */
export function withoutBlocked<T extends Judged>(
  ranked: readonly T[],
  blocked: readonly ReleaseIdentity[],
): readonly T[] {
  return ranked.filter(
    ({ facts }) =>
      !blocked.some(({ guid, indexerId }) => guid === facts.guid && indexerId === facts.indexer_id),
  )
}
